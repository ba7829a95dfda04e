"""Walking the graph with the keys: which node is current, which is chosen, which is the next in a direction."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtWidgets import QWidget

from widgets.graph.node import NodeItem
from widgets.graph.scene import GraphScene
from widgets.graph.steps import GraphSteps

DIRECTIONS = {
    Qt.Key.Key_Left: QPoint(-1, 0), Qt.Key.Key_Right: QPoint(1, 0),
    Qt.Key.Key_Up: QPoint(0, -1), Qt.Key.Key_Down: QPoint(0, 1),
}  # fmt: skip
ASIDE_COST = 2.5  # a node to the side is farther than one ahead
LEAST_AHEAD_PX = 4


class GraphWalk:
    """Keeps the current node of a scene and its list for screen readers in step."""

    def __init__(self, view: QWidget, scene: GraphScene, place_of: Callable[[NodeItem], QRect]) -> None:
        self._scene = scene
        self._chosen = ""
        self._by_key = False
        self.current = ""
        self.steps = GraphSteps(view, place_of)
        self.steps.lower()
        self.steps.walked.connect(self.go_to)
        self.steps.focus_changed.connect(self.show_ring)
        view.setFocusProxy(self.steps)

    def choose(self, key: str) -> None:
        """Put the ring of the chosen node around a node, and go to it; "" takes the ring away."""
        self._chosen = key
        self.go_to(key or self.current)

    def go_to(self, key: str) -> None:
        """Make a node the current one."""
        self.current = key
        self.steps.go_to(key)
        # The ring of the keyboard is there for those who use one.
        self._scene.mark(chosen=self._chosen, focused=key if self._by_key else "")

    def show_ring(self, by_key: bool) -> None:
        """Show where the keyboard is, or no longer."""
        self._by_key = by_key
        self.go_to(self.current)

    def follow_scene(self) -> None:
        """List the nodes that are there now; the current one may have gone."""
        nodes = self._scene.nodes()
        if self._scene.node(self.current) not in nodes:
            self.current = nodes[0].key
        self.steps.show_nodes(nodes, self.current)

    def forget(self) -> None:
        """Begin at the first node again."""
        self.current = ""

    def step(self, key: Qt.Key) -> NodeItem | None:
        """Go where an arrow, Home or End leads; return the current node, None for any other key."""
        found, now = self._scene.nodes(), self._scene.node(self.current)
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            target: NodeItem | None = found[0] if key == Qt.Key.Key_Home else found[-1]
        elif key in DIRECTIONS:
            target = nearest(now, found, DIRECTIONS[key]) if now else found[0]
        else:
            return None
        self._by_key = True
        self.go_to(target.key if target else self.current)
        return self._scene.node(self.current)


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
