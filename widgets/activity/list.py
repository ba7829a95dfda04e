"""The list of Activity: it keeps its place while lines arrive, and lines can be chosen, opened and copied."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from resources.translation import tr
from widgets.activity.lines import ActivityLine
from widgets.activity.model import ActivityModel
from widgets.activity.row import ROW_PX, ActivityRow
from widgets.fonts import grown_px


class ActivityList(QTableView):
    """Shows the lines of a model, newest first.

    A table of one column: a list view asks its model about every line whenever one arrives.

    Signals:
        chosen: A line was clicked; its `ActivityLine`.
        opened: A line was opened with Enter or a double click; its `ActivityLine`.
        only_asked: Only the lines of a researcher are wanted; its number, as "2.2".
        left_top: Whether lines that arrive now are out of sight.
    """

    chosen = Signal(object)
    opened = Signal(object)
    only_asked = Signal(str)
    left_top = Signal(bool)

    def __init__(self, model: ActivityModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = model
        self.setModel(model)
        self.setItemDelegate(ActivityRow(self))
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setCornerButtonEnabled(False)
        for part in (*self.findChildren(QHeaderView), *self.findChildren(QAbstractButton)):
            part.setAccessibleName(tr("Activity"))  # Qt makes them for every table; here they are never seen
        self.horizontalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(grown_px(ROW_PX))
        self.verticalHeader().setDefaultSectionSize(grown_px(ROW_PX))
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(tr("Activity"))
        self.customContextMenuRequested.connect(self._open_menu)
        self.clicked.connect(self._on_clicked)
        self.doubleClicked.connect(lambda index: self.opened.emit(self._lines.line(index.row())))
        self.verticalScrollBar().valueChanged.connect(lambda value: self.left_top.emit(value > 0))
        model.rowsInserted.connect(self._keep_place)

    def go_to_top(self) -> None:
        """Show the newest line."""
        self.verticalScrollBar().setValue(0)

    def copy_lines(self) -> None:
        """Put the chosen lines on the clipboard, in their order of time."""
        rows = sorted((index.row() for index in self.selectedIndexes()), reverse=True)
        lines = [self._lines.line(row) for row in rows]
        if lines:
            words = "\n".join(line.spoken(self._lines.time(line)) for line in lines)
            QGuiApplication.clipboard().setText(words)

    def make_menu(self, line: ActivityLine) -> QMenu:
        """Return the menu of a line."""
        menu = QMenu(self)
        if line.node:
            menu.addAction(tr("Inspect {name}", name=line.whose)).triggered.connect(lambda: self.chosen.emit(line))
        if line.words.ref:
            menu.addAction(tr("Open the source")).triggered.connect(lambda: self.opened.emit(line))
        if line.node.startswith("researcher-"):
            only = menu.addAction(tr("Show only {name}", name=line.whose))
            only.triggered.connect(lambda: self.only_asked.emit(line.who))
        menu.addSeparator()
        menu.addAction(tr("Copy")).triggered.connect(self.copy_lines)
        if line.words.address:
            copy = menu.addAction(tr("Copy the address"))
            copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(line.words.address))
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, copy with the usual key; all else is the list's own."""
        index = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_lines()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self.opened.emit(self._lines.line(index.row()))
        elif event.key() == Qt.Key.Key_Space and index.isValid():
            self.chosen.emit(self._lines.line(index.row()))
        else:
            super().keyPressEvent(event)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Go to the first and the last line with Home and End, as in any list."""
        if action == QAbstractItemView.CursorAction.MoveHome:
            return self._lines.index(0, 0)
        if action == QAbstractItemView.CursorAction.MoveEnd:
            while self._lines.canFetchMore(QModelIndex()):
                self._lines.fetchMore(QModelIndex())
            return self._lines.index(self._lines.rowCount() - 1, 0)
        return super().moveCursor(action, modifiers)

    def _on_clicked(self, index: QModelIndex) -> None:
        if len(self.selectedIndexes()) <= 1:  # whoever chooses several wants to copy them
            self.chosen.emit(self._lines.line(index.row()))

    def _keep_place(self, parent: QModelIndex, first: int, last: int) -> None:
        """Leave the lines in sight where they are; at the top the new ones come into sight."""
        bar = self.verticalScrollBar()
        if bar.value() > 0:
            before = bar.value()
            self.updateGeometries()
            bar.setValue(before + (last - first + 1) * grown_px(ROW_PX))

    def _open_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        if index.isValid():
            menu = self.make_menu(self._lines.line(index.row()))
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(self.viewport().mapToGlobal(at))
