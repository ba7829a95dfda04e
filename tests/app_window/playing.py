"""Plays a scene in a window that lives, then closes it and waits for its end."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable

import qasync
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from window_waiting import until

from app.main_window import MainWindow
from app.window_life import live
from app.window_port import Desk
from widgets.ending.leaving import Leaving

Scene = Callable[[MainWindow], Awaitable[None]]


def play_in_window(
    qapp: QApplication, qtbot, scene: Scene, make_desk: Callable[[], Awaitable[Desk]], is_ready: Callable[[], bool]
) -> None:
    """Play a scene.

    Args:
        make_desk: Makes the desk the window lives with.
        is_ready: Tells when research may begin.
    """
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    loop = qasync.QEventLoop(qapp)
    asyncio.set_event_loop(loop)

    async def act() -> None:
        life = asyncio.ensure_future(live(window, make_desk))
        try:
            await until(lambda: is_ready() or life.done(), "the desk is ready")
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
        # Else a thread of the next test may be the one that collects this window's timers, and Qt warns of that.
        gc.collect()
