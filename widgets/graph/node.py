"""A box of the graph: what cards and stages have in common, and the ring that turns on them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsSceneHoverEvent, QStyleOptionGraphicsItem, QWidget

from widgets.fonts import drawing_font
from widgets.glyph import draw_glyph
from widgets.theme import theme

RADIUS_PX = 8.0
RING_PX = 5.0
FAR_ICON_PX = 22
FAR_TEXT_PX = 18  # legible at half size


class NodeItem(QGraphicsItem):
    """A box of the graph that can be pointed at, walked to, chosen and inspected; `key` names it."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key
        self.box = QRectF(0, 0, 100, 50)
        self.chosen = self.focused = self.hovered = self.far = False
        self.setAcceptHoverEvents(True)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def place(self, box: QRectF) -> None:
        """Stand where a box of the layout is."""
        if box.size() != self.box.size():
            self.prepareGeometryChange()
            self.box = QRectF(QPointF(0, 0), box.size())
            self.update()
        if box.topLeft() != self.pos():
            self.setPos(box.topLeft())

    def mark(self, *, chosen: bool, focused: bool) -> None:
        """Show or hide the ring of the chosen node, and that of the one the keyboard is on."""
        if (chosen, focused) != (self.chosen, self.focused):
            self.chosen, self.focused = chosen, focused
            self.update()

    def look_from_afar(self, far: bool) -> None:
        """Show little and large, or everything."""
        if far != self.far:
            self.far = far
            self.update()

    def name(self) -> str:
        """Return what a screen reader says."""
        return self.key

    def boundingRect(self) -> QRectF:
        """Cover the box and the rings around it."""
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
        """Draw the box with its outline, rings included."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw_rings(painter, RADIUS_PX)
        role = "accent" if self.chosen else "strong" if self.hovered and edge == "border" else edge
        pen = QPen(theme().color(role), 2 if self.chosen else 1)
        if dashed and not self.chosen:
            pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.setBrush(theme().color("raised") if filled else Qt.BrushStyle.NoBrush)
        inset = 0.0 if self.chosen else 0.5
        painter.drawRoundedRect(self.box.adjusted(inset, inset, -inset, -inset), RADIUS_PX, RADIUS_PX)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def draw_rings(self, painter: QPainter, radius_px: float) -> None:
        """Draw what tells the chosen node and the one the keyboard is on from the others."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.chosen or self.focused:
            painter.setPen(QPen(theme().color("accentSoft"), 2))
            painter.drawRoundedRect(self.box.adjusted(-2, -2, 2, 2), radius_px + 2, radius_px + 2)
        if self.focused:
            painter.setPen(QPen(theme().color("accent"), 1.5))
            painter.drawRoundedRect(self.box.adjusted(-4, -4, 4, 4), radius_px + 4, radius_px + 4)

    def far_icon(self, words: str) -> QRectF | None:
        """Return where the large icon stands, None when the words take all the room."""
        size = min(FAR_ICON_PX, self.box.height() - 8)
        width = size + 6 + QFontMetricsF(_far_font()).horizontalAdvance(words)
        if width > self.box.width() - 12:
            return None
        return QRectF((self.box.width() - width) / 2, (self.box.height() - size) / 2, size, size)

    def draw_from_afar(self, painter: QPainter, icon: str, role: str, words: str) -> None:
        """Draw an icon, or leave room for a turning one, and a word or a number, large, in the middle of the box."""
        painter.setFont(_far_font())
        painter.setPen(theme().color("text"))
        place = self.far_icon(words)
        if place is None:
            words = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(self.box.width() - 6))
            painter.drawText(self.box, Qt.AlignmentFlag.AlignCenter, words)
            return
        if icon:
            draw_glyph(painter, icon, role, place.topLeft(), int(place.width()))
        beside = QRectF(place.right() + 6, 0, self.box.width(), self.box.height())
        painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter, words)


def _far_font() -> QFont:
    result = QFont(drawing_font("strong"))
    result.setPixelSize(FAR_TEXT_PX)
    return result


class SpinnerItem(QGraphicsItem):
    """The turning ring on a card; apart, so that a turn does not paint the card again."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._size_px = 14.0
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def place(self, at: QPointF, size_px: float) -> None:
        """Turn at a point, in a size."""
        if size_px != self._size_px:
            self.prepareGeometryChange()
            self._size_px = size_px
        self.setPos(at)

    def boundingRect(self) -> QRectF:
        """Cover the ring."""
        return QRectF(0, 0, self._size_px, self._size_px)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the ring at its angle now."""
        draw_glyph(painter, "running", "accent", QPointF(0, 0), int(self._size_px))
