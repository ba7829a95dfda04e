"""Tells of the end of a run nobody was looking at: the task bar, and a notification where the desktop has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from engine.snapshot import RunSnapshot
from resources.translation import mark, tr
from widgets import clock
from widgets.icons import app_icon

LONG_RUN_S = 20.0  # whoever waits longer than that looks elsewhere
_ENDINGS = {
    "done": mark("Your report is ready."),
    "failed": mark("The research could not be finished. What was found is kept."),
    "waiting_for_plan": mark("Waiting for you: check the questions."),
}


class Desktop(Protocol):
    """Where notifications go."""

    def notify(self, title: str, text: str, on_click: Callable[[], None]) -> bool:
        """Show a notification; return whether this desktop shows them."""


class TrayDesktop(QObject):
    """Notifications through the system tray's icon, which stands there only as long as its notification matters."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tray: QSystemTrayIcon | None = None
        self._on_click: Callable[[], None] = lambda: None

    def notify(self, title: str, text: str, on_click: Callable[[], None]) -> bool:
        """Show a notification; return whether this desktop shows them."""
        if not (QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()):
            return False
        self._on_click = on_click
        if self._tray is None:
            self._tray = QSystemTrayIcon(app_icon(), self)
            self._tray.messageClicked.connect(self._act)
            self._tray.activated.connect(self._act)
        self._tray.show()
        self._tray.showMessage(title, text, app_icon())
        return True

    def _act(self) -> None:
        self._on_click()
        if self._tray is not None:
            self._tray.hide()


class Attention(QObject):
    """Asks for the user's attention when a long run needs it and its window is not looked at."""

    def __init__(self, window: QWidget, desktop: Desktop) -> None:
        super().__init__(window)
        self._window, self._desktop = window, desktop
        self._told: tuple[str, str] = ("", "")

    def show_run(self, run: RunSnapshot) -> None:
        """Look at the run at work; tell once when it has come to where the user is needed."""
        now = (run.run_id, run.state)
        if run.state not in _ENDINGS or now == self._told:
            return
        self._told = now
        began_s = run.started_at + run.rested_s
        if clock.now() - began_s < LONG_RUN_S or self._window.isActiveWindow():
            return
        QApplication.alert(self._window)
        self._desktop.notify(run.topic[:120], tr(_ENDINGS[run.state]), lambda: bring_to_front(self._window))


def bring_to_front(window: QWidget) -> None:
    """Show a window before all others."""
    if window.isMinimized():
        window.showNormal()
    window.show()
    window.raise_()
    window.activateWindow()
