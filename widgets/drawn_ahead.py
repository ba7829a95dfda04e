"""Draws a page before it is looked at, in small steps: its first look would stop the loop for a moment otherwise."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, QTimer
from PySide6.QtWidgets import QWidget

STEP_EVERY_MS = 15


class DrawnAhead(QObject):
    """Lays out and draws the parts of a hidden page, one at a time; nothing is seen of it.

    Fonts are loaded, style rules matched and sizes computed once and kept, so the page comes up at once later. It
    ends by itself when all parts are drawn, or the page is shown meanwhile.
    """

    def __init__(self, page: QWidget, parts: tuple[QWidget, ...]) -> None:
        super().__init__(page)
        self._page, self._parts = page, list(parts)
        self._timer = QTimer(self, interval=STEP_EVERY_MS)
        self._timer.timeout.connect(self._step)

    def begin(self, size: QSize) -> None:
        """Begin with the page in the size it will have."""
        if not self._page.isVisible():
            self._page.resize(size)
            self._timer.start()

    def is_drawing(self) -> bool:
        """Return whether parts are still to be drawn."""
        return self._timer.isActive()

    def _step(self) -> None:
        if not self._parts or self._page.isVisible():
            self._timer.stop()
            return
        self._parts.pop(0).grab()
