"""The desk over the real engine: what it refuses, what a resumed run goes on with, an engine that never answers."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from app.composition import Composition
from app.desk import EngineDesk
from app.desk import engine_desk as desk_module
from app.home import Home
from engine.errors import InputError, Trouble
from engine.events import JournalEntry, RunFailed, RunResumed
from engine.values import RunOptions
from widgets.beginning.composer import Composed


@pytest.fixture
def composition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Composition:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "DOSSIER_MODEL", "DOSSIER_SEARCH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DOSSIER_HOME", str(tmp_path / "home"))
    return Composition(Home.find(), lives_long=True)


@pytest.fixture
def mute_engine(tmp_path: Path) -> Iterator[str]:
    """A socket that takes connections and never says a word, as an engine that hangs does."""
    path = tmp_path / "mute.sock"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen(16)
        yield f"unix://{path}"


async def until_resumed(entries: AsyncIterator[JournalEntry]) -> AsyncIterator[JournalEntry]:
    async for entry in entries:
        yield entry
        if isinstance(entry.event, RunResumed):
            return


async def test_research_may_begin_though_an_engine_never_answers(
    composition: Composition, mute_engine: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(desk_module, "OPENING_LIMIT_S", 0.05)
    composition.settings.set("sandbox.docker_endpoint", mute_engine)
    desk = EngineDesk(composition)
    before = time.monotonic()
    await desk.begin()
    assert time.monotonic() - before < 10  # not for ever
    desk.warm()
    run = desk.start(Composed("Heat pumps", "quick", "sample", "offline", review_plan=False))
    assert desk.shelf.snapshot(run.run_id).topic == "Heat pumps"
    await asyncio.wait_for(desk.aclose(), 5)


@pytest.mark.parametrize("sources", ["web", "both"])
async def test_the_web_needs_a_model(composition: Composition, sources: str):
    desk = EngineDesk(composition)
    await desk.begin()
    try:
        with pytest.raises(InputError, match="without a model"):
            desk.start(Composed("Heat pumps", "quick", sources, "offline", review_plan=False))
        assert desk.shelf.runs() == ()
    finally:
        await desk.aclose()


@pytest.mark.parametrize(("kind", "model"), [("unreachable", "right"), ("library", None)])
async def test_who_failed_for_the_model_goes_on_with_the_one_set_now(
    composition: Composition, kind: str, model: str | None
):
    options = RunOptions(mode="model", base_url="http://127.0.0.1:9/v1", model="wrong", web=True)
    owned = composition.journal.create_run("Heat pumps", options)
    owned.append([RunFailed(error=Trouble(kind=kind, title="It failed."))])
    owned.release()
    desk = EngineDesk(composition)
    await desk.begin()
    try:
        desk.choices.models.connect("other", "http://127.0.0.1:10/v1", "right")
        async with contextlib.aclosing(desk.resume(owned.run_id).entries()) as entries:
            resumed = [entry.event async for entry in until_resumed(entries)][-1]
        assert (resumed.options.model if resumed.options else None) == model
    finally:
        await desk.aclose()
