"""The window over the real engine: a data folder, a small library, a scripted model server, real sandboxes.

`play_real(scene)` plays a scene as `play` does. Each call opens the data folder of the test anew, as a new start of
the program does, so what one call leaves the next finds in its history.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playing import Scene, play_in_window
from PySide6.QtWidgets import QApplication
from window_waiting import until

from app.desk import EngineDesk
from app.home import Home
from app.main_window import MainWindow
from app.settings import Settings
from app.window_life import engine_desk
from engine.sandbox import docker_client, labels
from engine.snapshot import RunState
from engine.values import SandboxChoice
from tests.scripted_model.plugin import load_server
from widgets.beginning.composer import Composed

RUN_LIMIT_S = 60.0
TOPIC = "How does the lighthouse work: its lamp, tower, keepers and fog bell?"
PAGES = {
    "lamp": "The lamp of the lighthouse burns colza oil and is trimmed every four hours. "
    "A Fresnel lens of the first order gathers its light into a beam. "
    "In clear weather the beam is seen at eighteen nautical miles.",
    "tower": "The tower of the lighthouse is built of granite and stands 41 metres high. "
    "Its walls are 2.8 metres thick at the base and taper towards the gallery. "
    "The foundation of the lighthouse was laid in 1859.",
    "keepers": "Three keepers of the lighthouse share the watch, each for eight hours of the day. "
    "The keepers write the weather into the log at every change of the watch. "
    "A relief boat brings the keepers food and oil once in a fortnight.",
    "bell": "In fog the lighthouse sounds a bell that is struck by clockwork every thirty seconds. "
    "The clockwork of the bell is wound by hand and runs for five hours. "
    "A steam whistle replaced the bell of the lighthouse in 1884.",
}


class RealWindow:
    """Plays scenes over the engine.

    Attributes:
        desk: That of the scene that plays now.
        library: A folder of four small documents, set as the library.
        server: The scripted model server once `model` was called.
    """

    def __init__(self, qapp: QApplication, qtbot, folder: Path, stack: contextlib.ExitStack) -> None:
        self._qapp, self._qtbot, self._stack = qapp, qtbot, stack
        self.library = folder / "library"
        self.library.mkdir()
        for name, words in PAGES.items():
            paragraphs = "".join(f"<p>{sentence}.</p>" for sentence in words.rstrip(".").split(". "))
            title = f"The {name}"
            page = f"<!doctype html><title>{title}</title><h1>{title}</h1>{paragraphs}"
            (self.library / f"{name}.html").write_text(page, "utf-8")
        self._sandbox: SandboxChoice = "process"
        self.desk: EngineDesk | None = None
        self.server: Any = None

    def __call__(self, scene: Scene, *, sandbox: SandboxChoice = "process") -> None:
        """Play a scene; afterwards no child process and no container of ours is left."""
        self._sandbox = sandbox
        settings = Settings(Home.find().settings)
        settings.set("sandbox.kind", sandbox)
        settings.set("library.folders", [str(self.library)])
        before = children()
        opened: list[EngineDesk] = []

        async def make() -> EngineDesk:
            desk = await engine_desk()
            assert isinstance(desk, EngineDesk)
            begin = desk.begin

            async def begun() -> None:
                await begin()
                opened.append(desk)

            desk.begin = begun  # type: ignore[method-assign]
            self.desk = desk
            return desk

        play_in_window(self._qapp, self._qtbot, scene, make, lambda: bool(opened))
        self.desk = None
        left = children() - before
        assert not left, f"child processes survived the window: {left}"
        if sandbox == "docker":
            assert containers() == [], "containers survived the window"

    def run_ids(self) -> list[str]:
        """Return the ids of the runs in the data folder, newest first."""
        assert self.desk is not None
        return [row.run_id for row in self.desk.shelf.runs()]

    def drafts(self) -> list[Path]:
        """Return the files of plans in work."""
        return list(Home.find().drafts.glob("*.json"))

    def at_work(self, before: set[str]) -> set[str]:
        """Return the sandboxes there are now; `before` are the child processes of a window that did nothing yet."""
        return set(containers()) if self._sandbox == "docker" else children() - before

    def model(self, **settings: Any) -> Any:
        """Start a scripted model server (settings: tests/scripted_model/whole_run.py) and set it as the model."""
        self.server = self._stack.enter_context(load_server().ScriptedModel(**settings))
        self._stack.enter_context(_environment("OPENAI_BASE_URL", self.server.base_url))
        self._stack.enter_context(_environment("OPENAI_API_KEY", "sk-of-the-test"))
        self._stack.enter_context(_environment("DOSSIER_MODEL", "scripted"))
        return self.server

    def composed(self, *, review_plan: bool = False, depth: str = "quick", topic: str = TOPIC) -> Composed:
        """Return what a user would compose: the library, with the model where there is one."""
        return Composed(topic, depth, "library", "model" if self.server else "offline", review_plan)


async def until_state(window: MainWindow, *states: RunState, limit_s: float = RUN_LIMIT_S) -> None:
    """Wait until the shown run is in one of these states; a run that ends otherwise meanwhile fails the test."""
    ends = {"done", "failed", "cancelled", "interrupted"} - {*states, window.run_page.run.state}

    def there() -> bool:
        run = window.run_page.run
        assert run.state not in ends or not run.run_id, f"the run is {run.state}: {run.error}"
        return run.state in states and not window.is_welcome()

    await until(there, f"the state {' or '.join(states)}", limit_s)


def children() -> set[str]:
    """Return the child processes of this one, with their commands."""
    found = set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            state, parent = (entry / "stat").read_text().rsplit(") ", 1)[1].split()[:2]
            if int(parent) == os.getpid():
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                found.add(f"{entry.name} {state} {command}")
    return found


def containers() -> list[str]:
    """Return the ids of the containers that this process owns."""
    endpoint = docker_client.search("").endpoint
    assert endpoint is not None
    client = docker_client.connect(endpoint)
    try:
        owned = [labels.APP_FILTER, f"{labels.OWNER_PID}={os.getpid()}"]
        return [found["Id"] for found in client.containers(all=True, filters={"label": owned})]
    finally:
        client.close()


@contextlib.contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


@pytest.fixture
def play_real(qapp: QApplication, qtbot, tmp_path: Path) -> Iterator[RealWindow]:
    """Return a function that plays a scene in a window over the real engine."""
    with contextlib.ExitStack() as stack:
        yield RealWindow(qapp, qtbot, tmp_path, stack)
