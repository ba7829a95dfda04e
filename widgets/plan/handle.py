"""The six dots a row of a plan is dragged by."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from resources.translation import tr
from widgets import icons

SIZE_PX = 16


class PlanHandle(QWidget):
    """Tells where it is dragged.

    Signals:
        taken: A drag began.
        dragged: The pointer moved; its y on the screen.
        dropped: The drag ended; whether the new place counts.
    """

    taken = Signal()
    dragged = Signal(float)
    dropped = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._is_dragging = self._is_dark = False
        self.setFixedSize(20, 32)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setToolTip(tr("Drag to move this question (Alt+Up, Alt+Down)"))

    def is_dragging(self) -> bool:
        """Return whether the row is being dragged."""
        return self._is_dragging

    def set_dark(self, is_dark: bool) -> None:
        """Draw the dots darker, while the row is looked at."""
        if is_dark != self._is_dark:
            self._is_dark = is_dark
            self.update()

    def let_go(self, *, counts: bool) -> None:
        """End the drag."""
        self._is_dragging = False
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.dropped.emit(counts)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dots."""
        x, y = (self.width() - SIZE_PX) / 2, (self.height() - SIZE_PX) / 2
        icons.draw(QPainter(self), "drag-handle", "text2" if self._is_dark else "strong", x, y, SIZE_PX)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._is_dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.taken.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell where the pointer is."""
        if self._is_dragging:
            self.dragged.emit(event.globalPosition().y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the row here."""
        if self._is_dragging:
            self.let_go(counts=True)
