"""Walking the graph with the arrow keys: which node is the next in a direction."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt

from widgets.graph_node import NodeItem

DIRECTIONS = {
    Qt.Key.Key_Left: QPoint(-1, 0), Qt.Key.Key_Right: QPoint(1, 0),
    Qt.Key.Key_Up: QPoint(0, -1), Qt.Key.Key_Down: QPoint(0, 1),
}  # fmt: skip
ASIDE_COST = 2.5  # a node to the side is farther than one ahead
LEAST_AHEAD_PX = 4


def nearest(now: NodeItem, found: list[NodeItem], direction: QPoint) -> NodeItem | None:
    """Return the next node in a direction: near, and little to the side."""
    start = now.mapToScene(now.box.center())
    best: tuple[float, NodeItem] | None = None
    for item in found:
        way = item.mapToScene(item.box.center()) - start
        ahead = QPointF.dotProduct(way, QPointF(direction))
        if item is now or ahead <= LEAST_AHEAD_PX:
            continue
        aside = abs(way.x() * direction.y()) + abs(way.y() * direction.x())
        cost = ahead + ASIDE_COST * aside
        if best is None or cost < best[0]:
            best = (cost, item)
    return best[1] if best else None
