"""One clock for everything that moves; it stands still while nothing that moves is on the screen."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

FRAME_MS = 33
DASH_PX_PER_S = 24
SPIN_MS = 900


class Motion(QObject):
    """Beats every 33 ms while something that asked for it is on the screen.

    Signals:
        beat: A frame is due; the phase has moved on.
    """

    beat = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.reduced = False
        self._wanting: dict[int, QWidget] = {}
        self._windows: list[QWindow] = []
        self._timer = QTimer(self, interval=FRAME_MS)
        self._timer.timeout.connect(self._on_frame)
        self._elapsed = QElapsedTimer()
        self._elapsed.start()

    def want(self, who: QWidget, wanted: bool) -> None:
        """Say whether `who` moves; the clock runs while anybody on the screen does and motion is not reduced."""
        if wanted:
            self._wanting[id(who)] = who
            self._watch(who)
        else:
            self._wanting.pop(id(who), None)
        self._set_running()

    def set_reduced(self, reduced: bool) -> None:
        """Stop or allow all movement (a setting; Qt does not report the system's wish)."""
        if reduced != self.reduced:
            self.reduced = reduced
            self._set_running()
            self.beat.emit()

    def is_running(self) -> bool:
        """Return whether anything moves now."""
        return self._timer.isActive()

    def elapsed_ms(self) -> int:
        """Return the phase, in milliseconds; it stands at 0 with reduced motion."""
        return 0 if self.reduced else self._elapsed.elapsed()

    def spin_degrees(self) -> float:
        """Return the angle of a spinner now."""
        return (self.elapsed_ms() % SPIN_MS) * 360 / SPIN_MS

    def _on_frame(self) -> None:
        self._set_running()
        if self._timer.isActive():
            self.beat.emit()

    def _watch(self, who: QWidget) -> None:
        """Hear when the window of a widget is minimized or comes back: widgets are not told on every system."""
        self._windows = [window for window in self._windows if isValid(window)]
        window = who.window().windowHandle()
        if window is not None and window not in self._windows:
            self._windows.append(window)
            window.windowStateChanged.connect(self._set_running)

    def _set_running(self) -> None:
        self._wanting = {key: who for key, who in self._wanting.items() if isValid(who)}
        run = not self.reduced and any(_is_on_screen(who) for who in self._wanting.values())
        if run and not self._timer.isActive():
            self._timer.start()
        elif not run and self._timer.isActive():
            self._timer.stop()


def _is_on_screen(who: QWidget) -> bool:
    window = who.window().windowHandle()
    if window is None or not isValid(window):  # a window that closes takes its widgets with it
        return False
    return who.isVisible() and not window.windowStates() & Qt.WindowState.WindowMinimized


_motion: Motion | None = None


def motion() -> Motion:
    """Return the application's one clock of movement."""
    global _motion
    if _motion is None:
        _motion = Motion()
    return _motion
