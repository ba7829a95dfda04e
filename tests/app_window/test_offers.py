"""What a new research is offered over the real engine: real servers, real folders, a real journal and index."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.composition import Composition
from app.desk import EngineDesk
from app.desk import offers as offers_module
from app.desk.composed import options_of
from app.home import Home
from app.profiles import Profiles
from engine.errors import InputError, LibraryError, ModelError
from engine.events import ReportFinished
from engine.values import MAX_GIVEN_DOCUMENTS, Audit, Prices
from resources import sample_library, sample_topics
from tests.scripted_web.site import Asked, Page, Site
from widgets.beginning.choice_row import FILES
from widgets.beginning.composer import Composed

OFFLINE = Composed("Heat pumps", "quick", "sample", "offline", review_plan=False)


@pytest.fixture
def composition(monkeypatch: pytest.MonkeyPatch) -> Iterator[Composition]:
    for name in ("OPENROUTER_API_KEY", "AZURE_OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    made = Composition(Home.find(), lives_long=True)
    yield made
    made.journal.close()


@pytest.fixture
def desk(composition: Composition) -> EngineDesk:
    made = EngineDesk(composition)
    made.offers.finder.ports = ()
    return made


@pytest.fixture
def start() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def listing(*names: str, owner: str = "library") -> Page:
    body = json.dumps({"object": "list", "data": [{"id": name, "owned_by": owner} for name in names]})
    return Page(body, content_type="application/json")


# --- models --------------------------------------------------------------------------------------------


async def test_a_local_server_is_found_and_used(desk: EngineDesk, composition: Composition, start: ExitStack):
    site = start.enter_context(Site({"/v1/models": listing("nomic-embed-text", "llama3.1:8b", "qwen3")}))
    quiet = start.enter_context(Site({"/v1/models": listing("bge-m3")}))
    desk.offers.finder.ports = (quiet.port, site.port)
    found = await desk.offers.found_models()
    assert [(one.key, one.place, one.models) for one in found] == [
        ("ollama", site.pair, ("llama3.1:8b", "qwen3")),
        ("ollama", quiet.pair, ()),
    ]
    assert await desk.offers.use_model(found[0]) == "llama3.1:8b"
    assert desk.offers.used_model() == "llama3.1:8b"
    offer = desk.offers.offer()
    assert [choice.value for choice in offer.sources] == ["web", "sample"]
    assert offer.models[0].word == "llama3.1:8b"
    options = options_of(Composed("Tides", "quick", "web", "model", review_plan=False), composition)
    assert (options.base_url, options.model) == (f"{site.base}/v1", "llama3.1:8b")
    assert options.prices == Prices(input_usd_per_million=0, output_usd_per_million=0)


async def test_a_server_that_is_set_up_already_keeps_its_profile(
    desk: EngineDesk, composition: Composition, start: ExitStack
):
    site = start.enter_context(Site({"/v1/models": listing("one")}))
    desk.offers.finder.ports = (site.port,)
    await desk.offers.use_model((await desk.offers.found_models())[0])
    site.pages["/v1/models"] = listing("two")
    await desk.offers.use_model((await desk.offers.found_models())[0])
    assert [profile.model for profile in Profiles(composition.settings).all()] == ["two"]


async def test_a_key_of_the_environment_is_used_with_a_model_of_its_server(
    desk: EngineDesk, start: ExitStack, monkeypatch: pytest.MonkeyPatch
):
    site = start.enter_context(Site({"/v1/models": listing("gpt-4", "text-embedding-3-small", "gpt-5-mini")}))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-1234")
    monkeypatch.setenv("OPENAI_BASE_URL", f"{site.base}/v1")
    (found,) = await desk.offers.found_models()
    assert (found.place, found.name) == ("OPENAI_API_KEY", site.pair)
    assert site.log == []  # nothing is sent before it is wanted
    assert await desk.offers.use_model(found) == "gpt-5-mini"
    assert site.log[0].headers["authorization"] == "Bearer sk-secret-1234"
    assert desk.offers.used_model() == "gpt-5-mini"
    assert "sk-secret" not in Home.find().settings.read_text()


async def test_a_key_that_is_not_accepted_changes_nothing(
    desk: EngineDesk, start: ExitStack, monkeypatch: pytest.MonkeyPatch
):
    body = json.dumps({"error": {"message": "Incorrect API key provided: sk-secret-1234"}})
    refusal = Page(body, status=401, content_type="application/json")
    site = start.enter_context(Site({"/v1/models": refusal}))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-1234")
    monkeypatch.setenv("OPENAI_BASE_URL", f"{site.base}/v1")
    with pytest.raises(ModelError) as refused:
        await desk.offers.use_model((await desk.offers.found_models())[0])
    assert refused.value.kind == "bad_key"
    assert "sk-secret" not in f"{refused.value} {refused.value.detail}"
    assert desk.offers.used_model() == ""


@pytest.mark.parametrize("names", [(), ("bge-m3", "whisper-1")])
async def test_a_server_without_a_model_that_writes_is_told(
    desk: EngineDesk, start: ExitStack, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
):
    site = start.enter_context(Site({"/v1/models": listing(*names)}))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-1234")
    monkeypatch.setenv("OPENAI_BASE_URL", f"{site.base}/v1")
    with pytest.raises(ModelError, match="lists no model that can write"):
        await desk.offers.use_model((await desk.offers.found_models())[0])


# --- documents -----------------------------------------------------------------------------------------


async def test_documents_are_told_from_folders_and_from_what_cannot_be_read(desk: EngineDesk, tmp_path: Path):
    (tmp_path / "folder").mkdir()
    for name, size in (("a.pdf", 9), ("b.MD", 9), ("empty.txt", 0), ("photo.jpg", 9), ("old.doc", 9)):
        (tmp_path / name).write_bytes(b"x" * size)
    with (tmp_path / "huge.html").open("wb") as huge:
        huge.truncate(21 * 1024**2)
    names = ("folder", "a.pdf", "b.MD", "empty.txt", "photo.jpg", "old.doc", "huge.html", "gone.pdf")
    given = await desk.offers.sorted_files([str(tmp_path / name) for name in names])
    assert given.folders == (str(tmp_path / "folder"),)
    assert given.documents == (str(tmp_path / "a.pdf"), str(tmp_path / "b.MD"))
    assert given.refusals == (
        "empty.txt is empty.",
        "photo.jpg cannot be read. Dossier reads PDF, Word, HTML, Markdown and text files.",
        "old.doc cannot be read. Save it as .docx first.",
        "huge.html is larger than 20 MB.",
        "gone.pdf is not there any more.",
    )


async def test_too_many_files_are_a_folder(desk: EngineDesk, tmp_path: Path):
    paths = [tmp_path / f"{number}.md" for number in range(MAX_GIVEN_DOCUMENTS + 1)]
    for path in paths:
        path.write_text("x")
    given = await desk.offers.sorted_files([str(path) for path in paths])
    assert len(given.documents) == MAX_GIVEN_DOCUMENTS
    assert given.refusals == ("At most 20 files fit one research. Put them into a folder, and drop that.",)


async def test_documents_of_folders_are_counted(desk: EngineDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    count = await desk.offers.count_documents((str(sample_library()), str(tmp_path / "missing")))
    assert (count.documents, count.is_whole) == (14, True)
    monkeypatch.setattr(offers_module, "COUNTING_LIMIT_S", -1.0)
    assert not (await desk.offers.count_documents((str(sample_library()),))).is_whole


async def test_given_files_alone_are_the_sources(composition: Composition, tmp_path: Path):
    note = str(tmp_path / "note.md")
    alone = options_of(
        Composed("Tides", "quick", FILES, "offline", review_plan=False, documents=(note,)), composition
    )
    assert (alone.library, alone.documents) == ((), (note,))
    beside = Composed("Tides", "quick", "sample", "offline", review_plan=False, documents=(note,))
    assert options_of(beside, composition).library == (str(sample_library()),)


async def test_an_address_in_a_topic_is_given_only_where_it_can_be_opened(
    composition: Composition, desk: EngineDesk, start: ExitStack
):
    site = start.enter_context(Site({"/v1/models": listing("m")}))
    desk.offers.finder.ports = (site.port,)
    await desk.offers.use_model((await desk.offers.found_models())[0])
    await desk.begin()
    try:
        topic = "Is https://news.example/heat right?"
        for sources, model, given in (
            ("web", "model", ("https://news.example/heat",)),
            ("sample", "model", ()),
            ("sample", "offline", ()),
        ):
            run = desk.start(Composed(topic, "quick", sources, model, review_plan=False))
            assert desk.shelf.snapshot(run.run_id).options.addresses == given
    finally:
        await desk.aclose()


# --- topics and estimates ------------------------------------------------------------------------------


async def test_topics_of_a_library_come_only_once_it_is_indexed(
    composition: Composition, desk: EngineDesk, tmp_path: Path
):
    own = tmp_path / "own"
    shutil.copytree(sample_library(), own)
    composition.settings.set("sandbox.kind", "process")
    desk.choices.add_folder(own)
    await desk.begin()
    try:
        assert await desk.offers.examples("library", 5) == ()
        told: list[tuple[int, int]] = []
        await desk.offers.read_library(lambda done, total: told.append((done, total)))
        assert told[-1] == (14, 14)
        topics = await desk.offers.examples("library", 5)
        assert 3 <= len(topics) <= 5
        assert (await desk.offers.examples("both", 5))[:3] == topics[:3]
        assert await desk.offers.examples("sample", 5) == sample_topics()
        assert len(await desk.offers.examples("web", 5)) == 4
        assert await desk.offers.examples(FILES, 5) == ()
    finally:
        await desk.aclose()


async def test_reading_a_folder_that_is_gone_says_so(composition: Composition, desk: EngineDesk, tmp_path: Path):
    composition.settings.set("sandbox.kind", "process")
    desk.choices.add_folder(tmp_path / "gone")
    await desk.begin()
    try:
        with pytest.raises(LibraryError, match="does not exist"):
            await desk.offers.read_library(lambda done, total: None)
    finally:
        await desk.aclose()


async def test_the_estimate_is_of_what_is_composed(composition: Composition, desk: EngineDesk):
    first = await desk.offers.estimate(OFFLINE)
    assert first is not None
    assert (first.runs, first.cost_usd, first.calls) == (0, 0.0, 0)
    owned = composition.journal.create_run("Tides", options_of(OFFLINE, composition))
    owned.append([ReportFinished(version=1, markdown="# Tides", audit=Audit(), sources=())])
    owned.release()
    later = await desk.offers.estimate(OFFLINE)
    assert later is not None
    assert later.runs == 1
    web = Composed("Tides", "quick", "web", "offline", review_plan=False)
    assert await desk.offers.estimate(web) is None
    with pytest.raises(InputError):
        options_of(web, composition)


# --- what was composed before --------------------------------------------------------------------------


def test_what_is_composed_survives_a_restart(desk: EngineDesk, composition: Composition, tmp_path: Path):
    note, gone = tmp_path / "note.md", tmp_path / "gone.md"
    note.write_text("x")
    assert desk.offers.composed_before() is None
    composed = Composed(
        "Zeile 1\nZeile 2 ✓", "deep", FILES, "offline", review_plan=True, documents=(str(note), str(gone))
    )
    desk.offers.keep_composed(composed)
    again = EngineDesk(composition).offers.composed_before()
    assert again == Composed("Zeile 1\nZeile 2 ✓", "deep", FILES, "offline", review_plan=True, documents=(str(note),))
    assert [path.name for path in Home.find().folder.glob(".composed*")] == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"topic": "x"}', '{"topic": 1, "documents": 5}', "\x00\xff"])
def test_a_damaged_draft_is_none(desk: EngineDesk, text: str):
    path = Home.find().folder / "composed.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("latin-1"))
    assert desk.offers.composed_before() is None


async def test_a_silent_local_server_does_not_hold_up(desk: EngineDesk, start: ExitStack):
    def wait(asked: Asked) -> None:
        mute.closed.wait()

    mute = start.enter_context(Site({}, handler=wait))
    desk.offers.finder.ports = (mute.port,)
    assert await desk.offers.found_models() == ()
