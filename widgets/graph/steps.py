"""The graph as a list, for screen readers: one row for each node, at the place where the node is drawn.

Qt tells screen readers nothing about the items of a scene. The list takes the keyboard for the graph, so that the
row of the current node is what is read; it lies beneath the picture and is never painted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QListView, QWidget

from resources.translation import tr
from widgets.graph.node import NodeItem

Index = QModelIndex | QPersistentModelIndex
BY_KEY = (
    Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason,
)  # fmt: skip
# The keyboard comes back to where it was: when another window or a menu had it.
KEPT = (
    Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason, Qt.FocusReason.MenuBarFocusReason,
)  # fmt: skip
_SPOKEN = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


class _Nodes(QAbstractListModel):
    """The nodes, named at the moment one asks."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.nodes: list[NodeItem] = []

    def rowCount(self, parent: Index | None = None) -> int:
        return len(self.nodes)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.nodes) or role not in _SPOKEN:
            return None
        return self.nodes[index.row()].name()

    def take(self, nodes: list[NodeItem]) -> None:
        self.beginResetModel()
        self.nodes = nodes
        self.endResetModel()


class GraphSteps(QListView):
    """Mirrors the nodes of the graph.

    Signals:
        walked: The keyboard or a screen reader is on another node; its key.
        focus_changed: The keyboard came to the graph or left it; whether it came by a key.
    """

    walked = Signal(str)
    focus_changed = Signal(bool)

    def __init__(self, parent: QWidget, place_of: Callable[[NodeItem], QRect]) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Steps of the workflow"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUpdatesEnabled(False)
        self._place_of = place_of
        self._nodes = _Nodes(self)
        self.setModel(self._nodes)

    def show_nodes(self, nodes: Sequence[NodeItem], current: str) -> None:
        """List these nodes, with the current one."""
        if list(nodes) != self._nodes.nodes:
            self._nodes.take(list(nodes))
        self.go_to(current)

    def go_to(self, key: str) -> None:
        """Make a node the current one; screen readers read it when the keyboard is here."""
        row = next((row for row, node in enumerate(self._nodes.nodes) if node.key == key), -1)
        if row != self.currentIndex().row():
            self.setCurrentIndex(self._nodes.index(row) if row >= 0 else QModelIndex())

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell where the keyboard is."""
        super().currentChanged(current, previous)
        if current.isValid():
            self.walked.emit(self._nodes.nodes[current.row()].key)

    def visualRect(self, index: Index) -> QRect:
        """Return where a node is drawn."""
        return self._place_of(self._nodes.nodes[index.row()]) if index.isValid() else QRect()

    def indexAt(self, point: QPoint) -> QModelIndex:
        """Return the node that is drawn at a point."""
        rows = (row for row, node in enumerate(self._nodes.nodes) if self._place_of(node).contains(point))
        row = next(rows, -1)
        return self._nodes.index(row) if row >= 0 else QModelIndex()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave every key to the graph."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell that the keyboard is here."""
        super().focusInEvent(event)
        if event.reason() not in KEPT:
            self.focus_changed.emit(event.reason() in BY_KEY)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that the keyboard has left."""
        super().focusOutEvent(event)
        if event.reason() not in KEPT:
            self.focus_changed.emit(False)
