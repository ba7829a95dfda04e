"""The edges of the graph: one item for what stands still, one for what moves, both beneath the cards."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from widgets.fonts import drawing_font
from widgets.graph.marks import LaneLabel
from widgets.graph.nodes import EdgeState
from widgets.graph.routes import Route
from widgets.motion import DASH_PX_PER_S, motion
from widgets.theme import theme

_ROLES: dict[EdgeState, str] = {
    "waiting": "strong", "failed": "danger", "done": "strong", "live": "accent", "review": "review",
}  # fmt: skip
BEAD_PX_PER_S = 90
BEAD_PX, HALO_PX = 3.5, 6.5
ARROW_PX = 5.0
NEAR_PX = 8.0  # around a line: its width, its arrow and its beads


class EdgesItem(QGraphicsItem):
    """Draws the routes it is given; `moving` ones have dashes that travel and beads."""

    def __init__(self, *, moving: bool) -> None:
        super().__init__()
        self._moving = moving
        self._routes: list[Route] = []
        self._bounds = QRectF()
        self._stretches: list[QRectF] = []
        # One path for each state: where lines lie on each other they are painted once, not darker each time.
        self._lines: dict[EdgeState, QPainterPath] = {}
        self._heads: dict[EdgeState, QPainterPath] = {}
        self.setZValue(-1 if not moving else -0.5)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_routes(self, routes: list[Route]) -> None:
        """Draw these routes from now on; each item picks those that move or those that do not."""
        self.prepareGeometryChange()
        self._routes = [route for route in routes if (route.state == "live" or route.bead) == self._moving]
        self._bounds = QRectF()
        for route in self._routes:
            self._bounds = self._bounds.united(route.path.controlPointRect())
        self._bounds.adjust(-NEAR_PX, -NEAR_PX, NEAR_PX, NEAR_PX)
        self._stretches = _stretches(self._routes)
        self._lines, self._heads = {}, {}
        for route in self._routes:
            self._lines.setdefault(route.state, QPainterPath()).addPath(route.path)
            if route.arrow:
                self._heads.setdefault(route.state, QPainterPath()).addPath(_arrow_head(route))
        self.update()

    def moves(self) -> bool:
        """Return whether there is anything to move."""
        return self._moving and bool(self._routes)

    def move(self) -> None:
        """Draw again what has moved: the lines, not the ground between them."""
        for stretch in self._stretches:
            self.update(stretch)

    def boundingRect(self) -> QRectF:
        """Cover all routes."""
        return self._bounds

    def shape(self) -> QPainterPath:
        """Be in nobody's way: what lies beneath can be pressed."""
        return QPainterPath()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw lines and arrows, then the beads on top."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for state, lines in self._lines.items():
            pen = _pen(state)
            painter.setPen(pen)
            painter.drawPath(lines)
            if state in self._heads:
                painter.setPen(_solid(pen))
                painter.drawPath(self._heads[state])
        for place, route in enumerate(route for route in self._routes if route.bead):
            _draw_bead(painter, route, place)


class LaneLabelsItem(QGraphicsItem):
    """Words in a gap of a lane."""

    def __init__(self) -> None:
        super().__init__()
        self._labels: list[LaneLabel] = []
        self.setZValue(-0.25)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_labels(self, labels: list[LaneLabel]) -> None:
        """Write these words."""
        if labels != self._labels:
            self.prepareGeometryChange()
            self._labels = labels
            self.update()

    def boundingRect(self) -> QRectF:
        """Cover all words."""
        bounds = QRectF()
        for label in self._labels:
            bounds = bounds.united(label_box(label))
        return bounds

    def shape(self) -> QPainterPath:
        """Be in nobody's way."""
        return QPainterPath()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw each label on the ground of the graph."""
        painter.setFont(drawing_font("meta"))
        for label in self._labels:
            box = label_box(label)
            painter.fillRect(box, theme().color("canvas"))
            painter.setPen(theme().color("text2"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label.text)


def label_box(label: LaneLabel) -> QRectF:
    """Return the gap that a label takes in its lane."""
    width = QFontMetricsF(drawing_font("meta")).horizontalAdvance(label.text) + 14
    return QRectF(label.at.x(), label.at.y() - 7, width, 14)


def _stretches(routes: list[Route]) -> list[QRectF]:
    """Return the narrow boxes around the lines, each once."""
    found: dict[object, QRectF] = {}
    for route in routes:
        elements = [route.path.elementAt(place) for place in range(route.path.elementCount())]
        points = [QPointF(element.x, element.y) for element in elements]
        for start, end in pairwise(points):
            box = QRectF(start, end).normalized().adjusted(-NEAR_PX, -NEAR_PX, NEAR_PX, NEAR_PX)
            found[box.getRect()] = box
    return list(found.values())


def _pen(state: EdgeState) -> QPen:
    still = motion().reduced
    pen = QPen(theme().color(_ROLES[state]), 2 if state in ("live", "review") else 1.25)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if state == "live" and not still:
        pen.setDashPattern([3, 2])
        pen.setDashOffset(-motion().elapsed_ms() / 1000 * DASH_PX_PER_S / pen.widthF())
    elif state in ("waiting", "failed"):
        pen.setDashPattern([2.4, 2.4])
        pen.setWidthF(1.25 if state == "waiting" else 1.75)
    return pen


def _solid(pen: QPen) -> QPen:
    result = QPen(pen)
    result.setStyle(Qt.PenStyle.SolidLine)
    result.setCapStyle(Qt.PenCapStyle.RoundCap)
    result.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return result


def _arrow_head(route: Route) -> QPainterPath:
    path = route.path.toReversed() if route.backward else route.path
    end = path.currentPosition()
    before = path.pointAtPercent(max(0.0, 1 - 4 / max(4.0, path.length())))
    along = end - before
    length = max(0.001, (along.x() ** 2 + along.y() ** 2) ** 0.5)
    unit = along / length
    side = QPointF(-unit.y(), unit.x())
    head = QPainterPath(end - unit * ARROW_PX + side * (ARROW_PX * 0.8))
    head.lineTo(end)
    head.lineTo(end - unit * ARROW_PX - side * (ARROW_PX * 0.8))
    return head


def _draw_bead(painter: QPainter, route: Route, place: int) -> None:
    length = max(1.0, route.path.length())
    start = 0.38 * (place + 1) * length  # apart from the others on a shared line
    travelled = motion().elapsed_ms() / 1000 * BEAD_PX_PER_S
    at = route.path.pointAtPercent(((start + travelled) % length) / length)
    color = theme().color(_ROLES[route.state])
    halo = QColor(color)
    halo.setAlphaF(0.22)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(halo)
    painter.drawEllipse(at, HALO_PX, HALO_PX)
    painter.setBrush(color)
    painter.drawEllipse(at, BEAD_PX, BEAD_PX)
