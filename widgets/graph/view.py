"""The graph on the screen: shows a run, fits it, and is walked with the arrow keys."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QGraphicsItem

from engine.snapshot import RunSnapshot
from resources.translation import tr
from widgets import clock
from widgets.fonts import text_scale
from widgets.graph.canvas import ZOOM_MIN, PanZoomView
from widgets.graph.node import NodeItem
from widgets.graph.scene import GraphScene
from widgets.graph.tools import GraphTools
from widgets.graph.tray import TrayItem
from widgets.graph.walk import GraphWalk
from widgets.motion import motion

FAR_BELOW = 0.7  # smaller than this, cards show numbers
TOOLS_PX = (12, 10)  # from the edges
OPEN_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class GraphView(PanZoomView):
    """Shows a run's workflow.

    Signals:
        node_asked: The user wants to see a node; its key, as "researcher-2.1", "planner", "decision-1".
        picture_asked: The user wants a picture of the graph: "copy", "png" or "svg".
    """

    node_asked = Signal(str)
    picture_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("graph")
        self.setAccessibleName(tr("Workflow graph"))
        self.setMinimumHeight(160)
        self._scene = GraphScene()
        self._scene.setParent(self)  # a view does not own its scene, which would go on moving without it
        self.setScene(self._scene)
        self._run = RunSnapshot()
        self._fits = True
        self._folds: dict[int, bool] = {}
        self._pressed: NodeItem | None = None
        self._placed: tuple[object, ...] = ()
        self._walk = GraphWalk(self, self._scene, self._place_of)
        self._tools = GraphTools(self)
        self._tools.zoom_asked.connect(self.zoom_by_step)
        self._tools.picture_asked.connect(self.picture_asked)
        self.zoomed.connect(self._on_zoomed)

    def show_run(self, run: RunSnapshot) -> None:
        """Show a run as it is now."""
        if run.run_id != self._run.run_id:
            self._folds, self._fits = {}, True
            self._walk.forget()
        self._run = run
        self._draw()
        motion().want(self, self.isVisible() and self._scene.moves())

    def tick(self) -> None:
        """Show the time that has passed; called once a second while something runs."""
        if self.isVisible():
            self._draw()

    def choose(self, key: str) -> None:
        """Put the ring of the chosen node around a node, and go to it; "" takes the ring away."""
        self._walk.choose(key)

    def current(self) -> str:
        """Return the key of the node the keyboard is on."""
        return self._walk.current

    def fit(self) -> None:
        """Show everything, never larger than life."""
        self._fits, self._placed = True, ()
        self._draw()

    def node_center(self, key: str) -> QPoint | None:
        """Return where a node's middle is on the viewport, None when it is not there."""
        item = self._scene.node(key)
        return None if item is None else self.mapFromScene(item.mapToScene(item.box.center()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, Home and End, open with Enter."""
        key = Qt.Key(event.key())
        if (reached := self._walk.step(key)) is not None:
            self.ensureVisible(reached)
        elif key in OPEN_KEYS:
            if (item := self._scene.node(self._walk.current)) is not None:
                self._open(item)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember what was pressed."""
        self._pressed = self._node_at(event.position().toPoint())
        super().mousePressEvent(event)
        self._walk.show_ring(False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the node that was clicked."""
        super().mouseReleaseEvent(event)
        item = self._node_at(event.position().toPoint())
        is_click = event.button() == Qt.MouseButton.LeftButton and not self.was_dragged(event)
        if is_click and item is not None and item is self._pressed:
            self._open(item)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer pictures where the pointer is."""
        self._tools.make_menu().popup(event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the form that fits the new size."""
        super().resizeEvent(event)
        self._walk.steps.setGeometry(self.viewport().geometry())
        self._draw()

    def showEvent(self, event: QShowEvent) -> None:
        """Move while shown."""
        super().showEvent(event)
        motion().want(self, self._scene.moves())

    def hideEvent(self, event: QHideEvent) -> None:
        """Stand still while hidden."""
        super().hideEvent(event)
        motion().want(self, False)

    def _draw(self) -> None:
        # The drawing grows with the user's text as a whole, so it has less room then.
        size = QSizeF(self.viewport().size()) / text_scale()
        self._scene.show_run(self._run, size, clock.now(), self._folds)
        # A snapshot that changes no place moves nothing: neither the view nor the tools.
        placed = (self._scene.sceneRect().getRect(), size.toTuple(), self._fits, *self._folds.items())
        if placed != self._placed:
            self._placed = placed
            if self._fits:
                self._fit_into(size)
            self._place_tools()
        self._walk.follow_scene()

    def _fit_into(self, size: QSizeF) -> None:
        scene = self._scene.sceneRect()
        scale = min(1.0, size.width() / max(1.0, scene.width()), size.height() / max(1.0, scene.height()))
        # A wave the user has unfolded is to be read, even if the graph is larger than the view then.
        least = FAR_BELOW / text_scale() if False in self._folds.values() else ZOOM_MIN
        scale = max(least, scale)
        if scale != self.scale_now():
            self.resetTransform()
            self.scale(scale * text_scale(), scale * text_scale())
        # One wave stands in the middle; with more of them the graph starts at the left and grows.
        single = len(self._run.waves) <= 1
        left = max(0.0, (size.width() - scene.width() * scale) / 2) if single else 0.0
        top = max(0.0, (size.height() - scene.height() * scale) / 2) if single else 0.0
        self.setSceneRect(scene.adjusted(-left / scale, -top / scale, 0, 0))
        self._look()

    def _place_tools(self) -> None:
        """Put the tools into the lower corner, or the upper one where a node would lie under them."""
        corner = QRect(QPoint(0, 0), self._tools.size())
        corner.moveBottomRight(QPoint(self.viewport().width() - TOOLS_PX[0], self.viewport().height() - TOOLS_PX[1]))
        if self._fits and any(self._place_of(item).intersects(corner) for item in self._scene.nodes()):
            corner.moveTop(TOOLS_PX[1] - 2)
        self._tools.move(corner.topLeft())

    def _on_zoomed(self) -> None:
        self._fits = False
        self._look()

    def _look(self) -> None:
        """Show numbers alone where words would be too small to read."""
        self._scene.look_from_afar(self.transform().m11() < FAR_BELOW)

    def _open(self, item: NodeItem) -> None:
        """Fold or unfold a wave at its head; ask to see every other node."""
        if isinstance(item, TrayItem):
            self._walk.go_to(item.key)
            self._folds[item.wave] = not item.is_folded()
            self._draw()
            self.ensureVisible(item, 24, 24)
            return
        self.choose(item.key)
        self.node_asked.emit(item.key)

    def _node_at(self, point: QPoint) -> NodeItem | None:
        item: QGraphicsItem | None = self.itemAt(point)
        while item is not None and not isinstance(item, NodeItem):
            item = item.parentItem()
        return None if isinstance(item, TrayItem) and not item.is_foldable else item

    def _place_of(self, item: NodeItem) -> QRect:
        return self.mapFromScene(item.mapRectToScene(item.box)).boundingRect()
