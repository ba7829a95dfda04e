"""Collects Python's garbage in the window's thread only.

Python collects in whichever thread happens to allocate. Garbage of a window holds Qt objects, and one that is taken
apart by a worker's thread leaves its timers and notifiers behind in the window's: the next of their events brings the
process down (seen with PySide6 6.11.3 on CPython 3.11).

What the start makes, modules above all, lives as long as the program: going through it all takes a tenth of a second
and finds nothing, so it is set aside for good once the program is up.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 250
# A full collection goes through everything that lives, so it takes the longest and finds the least.
FULL_AFTER_S = 30.0


class Garbage(QObject):
    """Takes the place of automatic collection until it is closed; nothing is collected before the start is over."""

    def __init__(self) -> None:
        super().__init__()
        gc.disable()
        self._last_full_s = time.monotonic()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.collect_due)

    def begin(self) -> None:
        """Set aside what lives now, and collect what comes after it."""
        gc.freeze()
        self._last_full_s = time.monotonic()
        self._timer.start()

    def collect_due(self) -> None:
        """Collect the generations that Python would have collected by now."""
        now = time.monotonic()
        young, middle, old = (count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True))
        if old and now - self._last_full_s > FULL_AFTER_S:
            self._last_full_s = now
            gc.collect(2)
        elif middle:
            gc.collect(1)
        elif young:
            gc.collect(0)

    def close(self) -> None:
        """Let Python collect by itself again."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
