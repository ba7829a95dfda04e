"""A view that pans and zooms with mouse, wheel, touchpad and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QNativeGestureEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsView

from widgets.fonts import text_scale

ZOOM_MIN, ZOOM_MAX = 0.5, 1.5
ZOOM_STEP = 1.1
WHEEL_STEP = 120
LARGER, SMALLER, FIT = 1, -1, 0
_ZOOM_KEYS = {
    Qt.Key.Key_Plus: LARGER, Qt.Key.Key_Equal: LARGER, Qt.Key.Key_Minus: SMALLER, Qt.Key.Key_0: FIT,
}  # fmt: skip


class PanZoomView(QGraphicsView):
    """Drags with the mouse, scrolls with wheel and touchpad, zooms between 50 and 150 %.

    Signals:
        zoomed: The user zooms now; what fits by itself no longer does.
    """

    zoomed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self._pressed_at = QPoint()

    def scale_now(self) -> float:
        """Return the zoom, 1 for life size: as large as the user wants text to be."""
        return self.transform().m11() / text_scale()

    def zoom(self, factor: float) -> None:
        """Zoom by a factor, around the middle, within the bounds."""
        now = self.scale_now()
        wanted = min(ZOOM_MAX, max(ZOOM_MIN, now * factor))
        self.scale(wanted / now, wanted / now)
        self.zoomed.emit()

    def zoom_by_step(self, way: int) -> None:
        """Zoom one step larger or smaller, or fit."""
        if way == FIT:
            self.fit()
        else:
            self.zoom(ZOOM_STEP**way)

    def fit(self) -> None:
        """Show everything; each view knows what that is."""

    def event(self, event: QEvent) -> bool:
        """Keep the zoom keys for this view while it has the keyboard, whatever they mean elsewhere."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            if control and Qt.Key(event.key()) in _ZOOM_KEYS:
                event.accept()
                return True
        return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Zoom with two fingers on a touchpad."""
        zooms = Qt.NativeGestureType.ZoomNativeGesture
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == zooms:
            self._zoom_under_pointer(1 + event.value())
            return True
        return super().viewportEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, else scroll; sideways where there is nothing to scroll upright."""
        delta = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom_under_pointer(ZOOM_STEP ** (delta.y() / WHEEL_STEP))
            event.accept()
        elif not self.verticalScrollBar().maximum() and not delta.x() and self.horizontalScrollBar().maximum():
            QApplication.sendEvent(self.horizontalScrollBar(), event)
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom with plus, minus and 0."""
        way = _ZOOM_KEYS.get(Qt.Key(event.key()))
        if way is None:
            super().keyPressEvent(event)
        else:
            self.zoom_by_step(way)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where the press began: one that moves is a drag."""
        self._pressed_at = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Show the usual pointer again."""
        super().mouseReleaseEvent(event)
        event.accept()
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)

    def was_dragged(self, event: QMouseEvent) -> bool:
        """Return whether the pointer has moved since the press."""
        way = event.position().toPoint() - self._pressed_at
        return way.manhattanLength() >= QApplication.startDragDistance()

    def _zoom_under_pointer(self, factor: float) -> None:
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.zoom(factor)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
