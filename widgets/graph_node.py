"""A box of the graph: what cards and stages have in common, and the ring that turns on them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsSceneHoverEvent, QStyleOptionGraphicsItem, QWidget

from widgets.glyph import draw_glyph
from widgets.theme import theme

RADIUS_PX = 8.0
RING_PX = 4.0


class NodeItem(QGraphicsItem):
    """A box of the graph that can be pointed at, chosen and inspected; `key` names it."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key
        self.box = QRectF(0, 0, 100, 50)
        self.chosen = False
        self.hovered = False
        self.setAcceptHoverEvents(True)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def place(self, box: QRectF) -> None:
        """Stand where a box of the layout is."""
        if box.size() != self.box.size():
            self.prepareGeometryChange()
            self.box = QRectF(QPointF(0, 0), box.size())
        self.setPos(box.topLeft())

    def choose(self, chosen: bool) -> None:
        """Show or hide the ring of the chosen node."""
        if chosen != self.chosen:
            self.chosen = chosen
            self.update()

    def name(self) -> str:
        """Return what a screen reader says."""
        return self.key

    def boundingRect(self) -> QRectF:
        """Cover the box and the ring around it."""
        return self.box.adjusted(-RING_PX, -RING_PX, RING_PX, RING_PX)

    def shape(self) -> QPainterPath:
        """Be hit inside the box only."""
        path = QPainterPath()
        path.addRect(self.box)
        return path

    def hoverEnterEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        """Show a stronger outline under the pointer."""
        self.hovered = True
        self.update()

    def hoverLeaveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        """Show the usual outline again."""
        self.hovered = False
        self.update()

    def draw_frame(self, painter: QPainter, edge: str, *, dashed: bool = False, filled: bool = True) -> None:
        """Draw the box with its outline, ring included."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.chosen:
            painter.setPen(QPen(theme().color("accentSoft"), 2))
            painter.drawRoundedRect(self.box.adjusted(-2, -2, 2, 2), RADIUS_PX + 2, RADIUS_PX + 2)
        role = "accent" if self.chosen else "strong" if self.hovered and edge == "border" else edge
        pen = QPen(theme().color(role), 2 if self.chosen else 1)
        if dashed and not self.chosen:
            pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.setBrush(theme().color("raised") if filled else Qt.BrushStyle.NoBrush)
        inset = 0.0 if self.chosen else 0.5
        painter.drawRoundedRect(self.box.adjusted(inset, inset, -inset, -inset), RADIUS_PX, RADIUS_PX)
        painter.setBrush(Qt.BrushStyle.NoBrush)


class SpinnerItem(QGraphicsItem):
    """The turning ring on a card; apart, so that a turn does not paint the card again."""

    def __init__(self, parent: QGraphicsItem, size_px: int = 14) -> None:
        super().__init__(parent)
        self._size_px = size_px
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Cover the ring."""
        return QRectF(0, 0, self._size_px, self._size_px)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the ring at its angle now."""
        draw_glyph(painter, "running", "accent", QPointF(0, 0), self._size_px)
