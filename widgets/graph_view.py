"""The graph on the screen: fits, zooms, pans, and is walked with the arrow keys."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QSizeF, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsItem, QGraphicsView, QHBoxLayout

from engine.snapshot import RunSnapshot
from widgets import clock
from widgets.button import IconButton
from widgets.graph_node import NodeItem
from widgets.graph_scene import GraphScene
from widgets.motion import motion
from widgets.theme import theme

ZOOM_MIN, ZOOM_MAX = 0.5, 1.5
ZOOM_STEP = 1.1

_DIRECTIONS = {
    Qt.Key.Key_Left: QPoint(-1, 0), Qt.Key.Key_Right: QPoint(1, 0),
    Qt.Key.Key_Up: QPoint(0, -1), Qt.Key.Key_Down: QPoint(0, 1),
}  # fmt: skip


class GraphView(QGraphicsView):
    """Shows a run's workflow.

    Signals:
        node_asked: The user wants to see a node; its key, as "researcher-2.1", "planner", "decision-1".
    """

    node_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("graph")
        self.setAccessibleName("Workflow graph")
        self._scene = GraphScene()
        self.setScene(self._scene)
        self._run = RunSnapshot()
        self._fits = True
        self._pressed: NodeItem | None = None
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setMinimumHeight(160)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self._tools = self._make_tools()

    def show_run(self, run: RunSnapshot) -> None:
        """Show a run as it is now."""
        self._run = run
        self._draw()
        motion().want(self, self.isVisible() and self._scene.moves())

    def tick(self) -> None:
        """Show the time that has passed; called once a second while something runs."""
        self._draw()

    def choose(self, key: str) -> None:
        """Put the ring around a node."""
        self._scene.choose(key)

    def zoom(self, factor: float) -> None:
        """Zoom by a factor, between 50 and 150 %."""
        now = self.transform().m11()
        wanted = min(ZOOM_MAX, max(ZOOM_MIN, now * factor))
        self._fits = False
        self.scale(wanted / now, wanted / now)

    def fit(self) -> None:
        """Show everything, never larger than life."""
        self._fits = True
        self._draw()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, open with Enter, zoom with plus, minus and 0."""
        key = Qt.Key(event.key())
        if key in _DIRECTIONS:
            self._walk(_DIRECTIONS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if (item := self._scene.chosen()) is not None:
                self.node_asked.emit(item.key)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(ZOOM_STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / ZOOM_STEP)
        elif key == Qt.Key.Key_0:
            self.fit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the node that was clicked."""
        super().mouseReleaseEvent(event)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        item = self._node_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and item is not None and item is self._pressed:
            event.accept()
            self.choose(item.key)
            self.node_asked.emit(item.key)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember what was pressed."""
        self._pressed = self._node_at(event.position().toPoint())
        super().mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, else scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(ZOOM_STEP ** (event.angleDelta().y() / 120))
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the form that fits the new size."""
        super().resizeEvent(event)
        self._tools.move(self.width() - self._tools.width() - 12, self.height() - self._tools.height() - 10)
        self._draw()

    def showEvent(self, event: QShowEvent) -> None:
        """Move while shown."""
        super().showEvent(event)
        motion().want(self, self._scene.moves())

    def hideEvent(self, event: QHideEvent) -> None:
        """Stand still while hidden."""
        super().hideEvent(event)
        motion().want(self, False)

    def node_center(self, key: str) -> QPoint | None:
        """Return where a node's middle is on the viewport, None when it is not there."""
        for item in self._scene.nodes():
            if item.key == key:
                return self.mapFromScene(item.mapToScene(item.box.center()))
        return None

    def _draw(self) -> None:
        size = QSizeF(self.viewport().width(), self.viewport().height())
        self._scene.show_run(self._run, size, clock.now())
        if not self._fits:
            return
        scene = self._scene.sceneRect()
        scale = min(1.0, size.width() / max(1.0, scene.width()), size.height() / max(1.0, scene.height()))
        scale = max(ZOOM_MIN, scale)
        self.resetTransform()
        self.scale(scale, scale)
        # One wave stands in the middle; with more of them the graph starts at the left and grows.
        single = len(self._run.waves) <= 1
        left = (size.width() - scene.width() * scale) / 2 if single else 0
        top = (size.height() - scene.height() * scale) / 2 if single else 0
        self.setSceneRect(scene.adjusted(-max(0.0, left) / scale, -max(0.0, top) / scale, 0, 0))

    def _node_at(self, point: QPoint) -> NodeItem | None:
        item: QGraphicsItem | None = self.itemAt(point)
        while item is not None and not isinstance(item, NodeItem):
            item = item.parentItem()
        return item

    def _walk(self, direction: QPoint) -> None:
        now = self._scene.chosen()
        found = self._scene.nodes()
        if now is None:
            target: NodeItem | None = found[0] if found else None
        else:
            target = _nearest(now, found, direction)
        if target is None:
            return
        self.choose(target.key)
        self.ensureVisible(target)
        # Screen readers hear of the chosen node through the view's description.
        self.setAccessibleDescription(target.name())

    def _make_tools(self) -> QFrame:
        frame = QFrame(self)
        frame.setProperty("card", "true")
        row = QHBoxLayout(frame)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        for name, icon, act in (
            ("Zoom out", "minus", lambda: self.zoom(1 / ZOOM_STEP)),
            ("Zoom in", "plus", lambda: self.zoom(ZOOM_STEP)),
            ("Fit", "fit", self.fit),
        ):
            button = IconButton(name, icon)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the view has keys for these
            button.clicked.connect(act)
            row.addWidget(button)
        frame.adjustSize()
        theme().changed.connect(frame.update)
        return frame


def _nearest(now: NodeItem, found: list[NodeItem], direction: QPoint) -> NodeItem | None:
    """Return the next node in a direction: near, and little to the side."""
    start = now.mapToScene(now.box.center())
    best: tuple[float, NodeItem] | None = None
    for item in found:
        way = item.mapToScene(item.box.center()) - start
        ahead = QPointF.dotProduct(way, QPointF(direction))
        if item is now or ahead <= 4:
            continue
        aside = abs(way.x() * direction.y()) + abs(way.y() * direction.x())
        cost = ahead + 2.5 * aside
        if best is None or cost < best[0]:
            best = (cost, item)
    return best[1] if best else None
