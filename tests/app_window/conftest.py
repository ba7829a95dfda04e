"""The window under test: the real one, with a scripted desk at the outermost edge, in a qasync loop."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QMenu, QWidget

sys.path.insert(0, str(Path(__file__).parent))

from playing import Scene, play_in_window
from real_window import play_real  # noqa: F401 - a fixture of every test here
from scripted_desk import ScriptedDesk

from tests.qt import fusion_style, qt_warnings  # noqa: F401 - fixtures of every test here
from widgets import clock
from widgets.theme import theme


@pytest.fixture(autouse=True)
def _look(qapp: QApplication) -> Iterator[None]:
    clock.set_clock(time.time)
    qapp.setQuitOnLastWindowClosed(False)
    theme().choose("light")
    yield
    theme().choose("light")


@pytest.fixture
def desk(tmp_path: Path) -> ScriptedDesk:
    return ScriptedDesk(tmp_path)


class Flashes(QObject):
    """Notes every window that is shown: a widget shown before it has a parent flashes as one of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            expected = isinstance(watched, (QMainWindow, QDialog, QMenu))
            if not expected and watched.windowType() != Qt.WindowType.ToolTip:
                self.seen.append(type(watched).__name__)
        return False


@pytest.fixture(autouse=True)
def _nothing_flashes(qapp: QApplication) -> Iterator[None]:
    flashes = Flashes()
    qapp.installEventFilter(flashes)
    yield
    qapp.removeEventFilter(flashes)
    assert not flashes.seen, f"shown as windows of their own: {set(flashes.seen)}"


@pytest.fixture
def play(qapp: QApplication, qtbot, desk: ScriptedDesk) -> Callable[[Scene], None]:
    """Return a function that plays a scene in a window that lives, closes it, and waits for its end."""

    async def make_desk() -> ScriptedDesk:
        return desk

    return lambda scene: play_in_window(qapp, qtbot, scene, make_desk, lambda: desk.is_ready)
