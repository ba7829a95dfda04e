"""One clock for everything that moves; it stands still while nothing that moves is on the screen."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

FRAME_MS = 33
DASH_PX_PER_S = 24
SPIN_MS = 900


class Motion(QObject):
    """Beats every 33 ms while something asked for it.

    Signals:
        beat: A frame is due; the phase has moved on.
    """

    beat = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.reduced = False
        self._wanting: set[int] = set()
        self._timer = QTimer(self, interval=FRAME_MS)
        self._timer.timeout.connect(self.beat)
        self._elapsed = QElapsedTimer()
        self._elapsed.start()

    def want(self, who: QObject, wanted: bool) -> None:
        """Say whether `who` moves; the clock runs while anybody does and motion is not reduced."""
        if wanted:
            self._wanting.add(id(who))
        else:
            self._wanting.discard(id(who))
        self._set_running()

    def set_reduced(self, reduced: bool) -> None:
        """Stop or allow all movement (a setting; Qt does not report the system's wish)."""
        self.reduced = reduced
        self._set_running()
        self.beat.emit()

    def elapsed_ms(self) -> int:
        """Return the phase, in milliseconds; it stands at 0 with reduced motion."""
        return 0 if self.reduced else self._elapsed.elapsed()

    def spin_degrees(self) -> float:
        """Return the angle of a spinner now."""
        return (self.elapsed_ms() % SPIN_MS) * 360 / SPIN_MS

    def _set_running(self) -> None:
        run = bool(self._wanting) and not self.reduced
        if run and not self._timer.isActive():
            self._timer.start()
        elif not run and self._timer.isActive():
            self._timer.stop()


_motion: Motion | None = None


def motion() -> Motion:
    """Return the application's one clock of movement."""
    global _motion
    if _motion is None:
        _motion = Motion()
    return _motion
