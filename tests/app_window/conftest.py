"""The window under test: the real one, with a scripted desk at the outermost edge, in a qasync loop."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import qasync
from PySide6.QtCore import QEvent, QObject, Qt, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QMenu, QWidget

sys.path.insert(0, str(Path(__file__).parent))

from scripted_desk import ScriptedDesk
from window_waiting import until

from app.main_window import MainWindow
from app.window_life import live
from widgets import clock
from widgets.leaving import Leaving
from widgets.theme import theme

HARMLESS = ("This plugin does not support", "propagateSizeHints", "Could not find font")


@pytest.fixture(autouse=True)
def _qt_warnings() -> Iterator[None]:
    said: list[str] = []

    def hear(kind: QtMsgType, context: object, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not any(part in text for part in HARMLESS):
            said.append(text)

    before = qInstallMessageHandler(hear)
    yield
    qInstallMessageHandler(before)
    assert not said, f"Qt warned: {said}"


@pytest.fixture(autouse=True)
def _look(qapp: QApplication) -> Iterator[None]:
    clock.set_clock(time.time)
    qapp.setStyle("Fusion")
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


Scene = Callable[[MainWindow], Awaitable[None]]


@pytest.fixture
def play(qapp: QApplication, qtbot, desk: ScriptedDesk) -> Callable[[Scene], None]:
    """Return a function that plays a scene in a window that lives, closes it, and waits for its end."""

    def run(scene: Scene) -> None:
        window = MainWindow()
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        loop = qasync.QEventLoop(qapp)
        asyncio.set_event_loop(loop)

        async def make_desk() -> ScriptedDesk:
            return desk

        async def act() -> None:
            life = asyncio.ensure_future(live(window, make_desk))
            try:
                await until(lambda: desk.is_ready or life.done(), "the desk is ready")
                window.activateWindow()  # shortcuts are for the active window
                await until(window.isActiveWindow, "the window is active")
                await scene(window)
            finally:
                window.close()
                leaving = window.findChild(Leaving)
                if leaving is not None and leaving.isVisible():
                    qtbot.mouseClick(leaving.leave, Qt.MouseButton.LeftButton)
                await asyncio.wait_for(life, 10)
            left = asyncio.all_tasks() - {asyncio.current_task()}
            assert not left, f"tasks survived the window: {left}"
            assert not window.isVisible()

        try:
            with loop:
                loop.run_until_complete(act())
        finally:
            asyncio.set_event_loop(None)

    return run
