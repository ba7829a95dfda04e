"""The settings over the real engine: every setting that is shown acts."""

from __future__ import annotations

import json
import stat
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import keyring
import keyring.backends.fail
import pytest

from app.composition import Composition
from app.desk import EngineDesk
from app.home import Home
from engine.errors import InputError
from engine.values import Budget, ReportStyle
from tests.scripted_model.plugin import load_server
from tests.scripted_web.site import Page, Site
from widgets.beginning.composer import Composed
from widgets.run.status_bar import Health
from widgets.settings.checklist import CheckLine
from widgets.settings.key import KeyFacts

KEY = "sk-0123456789-4f2a"


@pytest.fixture(autouse=True)
def _no_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(keyring.backends.fail.Keyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def composition(tmp_path: Path) -> Composition:
    return Composition(Home(tmp_path / "home"), lives_long=True)


@pytest.fixture
async def desk(composition: Composition) -> AsyncIterator[EngineDesk]:
    made = EngineDesk(composition)
    await made.begin()
    yield made
    await made.aclose()


def composed(**change: Any) -> Composed:
    values = {"topic": "Heat pumps", "depth": "quick", "sources": "web", "model": "model", "review_plan": False}
    return Composed(**{**values, **change})


def options_of(desk: EngineDesk, **change: Any) -> Any:
    run = desk.start(composed(**change))
    return desk.shelf.snapshot(run.run_id).options


async def test_settings_shape_the_runs_that_begin(desk: EngineDesk):
    choices = desk.choices
    choices.models.connect("other", "http://127.0.0.1:9/v1", "large-2")
    for key, value in {
        "budget.tokens": 200_000, "budget.usd": 2.5, "budget.minutes": 7.5, "research.researchers": 3,
        "report.length": "long", "report.tone": "plain", "report.sections": ["Costs"], "report.language": "de",
        "search.providers": "duckduckgo", "search.allow_domains": "example.org",
        "search.deny_domains": "a.example.org",
        "search.time_range": "year", "library.is_private": True, "search.read_citations": False,
        "sandbox.kind": "process",
    }.items():  # fmt: skip
        choices.keep(key, value)
    options = options_of(desk)
    assert options.budget == Budget(tokens=200_000, usd=2.5, minutes=7.5)
    assert options.report == ReportStyle(length="long", tone="plain", sections=("Costs",))
    assert (options.language, options.concurrency, options.sandbox) == ("de", 3, "process")
    assert (options.allow_domains, options.deny_domains) == (("example.org",), ("a.example.org",))
    assert (options.time_range, options.library_is_private, options.read_citations) == ("year", True, False)
    assert options.search_providers == ("duckduckgo",)


async def test_a_research_may_take_another_profile_than_the_usual_one(desk: EngineDesk):
    models = desk.choices.models
    models.connect("other", "http://127.0.0.1:9/v1", "large-2")
    models.connect("ollama", model="tiny-1")
    offered = [(choice.value, choice.word) for choice in desk.offers.offer().models]
    assert offered == [("model", "tiny-1"), ("profile:Other server", "large-2"), ("offline", "None (offline)")]
    assert options_of(desk).model == "tiny-1"
    assert options_of(desk, model="profile:Other server").profile == "Other server"
    with pytest.raises(InputError, match="no profile"):
        options_of(desk, model="profile:gone")


async def test_sandboxes_follow_the_settings_at_once(desk: EngineDesk, composition: Composition):
    workshop = composition.workshop
    assert workshop is not None
    before = workshop.makers
    desk.choices.keep("sandbox.memory_mb", 512)
    desk.choices.keep("sandbox.cpus", 2)
    assert workshop.makers is not before
    limits = workshop.makers.docker._limits  # the tests of the engine show that it keeps to them
    assert (limits.memory_bytes, limits.cpus) == (512 * 1024**2, 2)
    with pytest.raises(InputError, match="from 256"):
        desk.choices.keep("sandbox.memory_mb", 1)
    desk.choices.keep("sandbox.docker_endpoint", "unix:///nowhere/docker.sock")
    kinds = {facts.kind: facts for facts in await desk.choices.sandboxes.kinds()}
    assert "/nowhere/docker.sock" in kinds["docker"].words or not kinds["docker"].usable
    assert kinds["process"].usable


@pytest.mark.docker
async def test_the_engine_tells_its_runtimes_and_whether_the_image_is_there(desk: EngineDesk):
    docker = next(facts for facts in await desk.choices.sandboxes.kinds() if facts.kind == "docker")
    assert docker.usable
    assert "runc" in docker.runtimes


async def test_a_model_is_checked_and_what_is_wrong_can_be_mended(desk: EngineDesk):
    with load_server().ScriptedModel(lambda asked: load_server().Answer(text="ready")) as server:
        models = desk.choices.models
        made = models.connect("other", server.base_url, "scripted")
        await models.keep_key(made, KEY)
        made = models.active() or made
        assert made.key == "stored"
        found = [one async for one in models.check(made)]
        lines = [one for one in found if isinstance(one, CheckLine)]
        says = [line.says for line in lines]
        assert says[:3] == ["The server answers", "The key is accepted", "scripted exists"]
        assert found[-1][1] == ("scripted",)  # type: ignore[index]
        models.keep(made.model_copy(update={"model": ""}))
        unnamed = [one async for one in models.check(models.active() or made)]
        fixes = [line.fixes for line in unnamed if isinstance(line, CheckLine) and line.fixes]
        assert [fix.text for fix in fixes[0]] == ["Use scripted"]


async def test_the_status_bar_tells_how_the_last_check_ended(desk: EngineDesk):
    assert (await desk.health())[1].words == "No model: offline works"
    made = desk.choices.models.connect("other", "http://127.0.0.1:9/v1", "large-2")
    assert (await desk.health())[1] == Health("large-2", "text3")
    assert [one async for one in desk.choices.models.check(made)]
    assert (await desk.health())[1] == Health("large-2", "warn")


async def test_keys_go_where_the_user_wants_them_and_never_into_the_settings(
    desk: EngineDesk, composition: Composition
):
    models, home = desk.choices.models, composition.home
    made = models.connect("openrouter")
    await models.keep_key(made, KEY)
    assert await models.key_facts(made) == KeyFacts("session", "4f2a", "", False, "session")
    assert not home.keys.exists()
    await desk.choices.place_keys("file")
    assert (await models.key_facts(made)).place == "file"
    assert stat.S_IMODE(home.keys.stat().st_mode) == 0o600
    await desk.choices.searching.keep_key("tavily", "tvly-0123456789-9z9z")
    assert json.loads(home.keys.read_text()) == {made.id: KEY, "tavily": "tvly-0123456789-9z9z"}
    assert KEY not in home.settings.read_text()
    await models.delete(made.id)
    await desk.choices.searching.forget_key("tavily")
    assert not home.keys.exists()


Serve = Callable[..., str]


@pytest.fixture
def searxng() -> Iterator[Serve]:
    sites: list[Site] = []

    def start(body: object, status: int = 200) -> str:
        page = Page(json.dumps(body), status=status, content_type="application/json")
        site = Site({"/search": page})
        sites.append(site.__enter__())
        return f"http://127.0.0.1:{site.port}"

    yield start
    for site in sites:
        site.__exit__(None, None, None)


@pytest.mark.parametrize(
    ("body", "status", "ok", "words"),
    [
        ({"results": [{"url": "https://en.example.org/a", "title": "A"}]}, 200, True, "1 result in"),
        ({"results": []}, 200, False, "without any result"),
        ({}, 403, False, "does not answer programs"),
    ],
)
async def test_a_provider_is_asked(desk: EngineDesk, searxng: Serve, body: object, status: int, ok: bool, words: str):
    answer = await desk.choices.searching.try_out(f"searxng:{searxng(body, status)}")
    assert answer[0] is ok
    assert words in answer[1]


async def test_a_provider_without_its_key_says_so(desk: EngineDesk):
    ok, words = await desk.choices.searching.try_out("tavily")
    assert not ok
    assert "needs a key" in words


async def test_providers_stand_in_their_order(desk: EngineDesk):
    desk.choices.keep("search.providers", "brave,searxng:https://search.example")
    names = [(facts.name, facts.used, facts.url) for facts in await desk.choices.searching.providers()]
    assert names[:2] == [("brave", True, ""), ("searxng", True, "https://search.example")]
    assert [used for _, used, _ in names[2:]] == [False, False, False]


async def test_the_library_is_read_and_told(desk: EngineDesk, tmp_path: Path):
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "a.md").write_text("# Heat pumps\n\nA heat pump moves heat.\n")
    (folder / "blank.txt").write_text(" \n")
    desk.choices.keep("sandbox.kind", "process")
    desk.choices.keep("library.folders", [str(folder), str(tmp_path / "gone")])
    first, gone = await desk.choices.library.folders()
    assert (first.documents, first.indexed_at, gone.is_missing) == (0, 0.0, True)
    told: list[tuple[int, int, str]] = []
    assert await desk.choices.library.index(lambda *progress: told.append(progress)) == (
        "1 document: 2 read, 0 removed, 1 could not be read."
    )
    assert told[-1][:2] == (2, 2)
    first, _ = await desk.choices.library.folders()
    assert (first.documents, first.unreadable) == (1, 1)
    assert first.indexed_at > 0
    assert await desk.choices.library.index(lambda *progress: None) == "1 document; nothing had changed."


async def test_about_tells_version_places_and_licences(desk: EngineDesk, composition: Composition):
    facts = await desk.choices.about()
    assert facts.data_folder == str(composition.home.folder)
    assert facts.size_bytes > 0
    assert all(licence for _, _, licence in facts.parts)
    assert {"openai", "keyring"} <= {name for name, _, _ in facts.parts}
