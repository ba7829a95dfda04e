"""The list of the history: chosen with mouse and keyboard, renamed in place, with a menu for each run."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu

from resources.translation import tr
from widgets.history.menu import make_menu
from widgets.history.model import Entry, HistoryModel, run_of
from widgets.history.row_painter import HistoryRowPainter
from widgets.history.rows import HistoryRow
from widgets.motion import motion

BAR_PX = 12  # as wide as the style makes scroll bars


class HistoryList(QListView):
    """Lists runs; it draws only what is in view.

    Signals:
        run_asked: A run shall be opened; its id.
        resume_asked: A run shall go on; its id.
        duplicate_asked: A run shall be composed again; its id.
        rename_asked: A run shall have a title; its id and the title, "" for its topic.
        delete_asked: Runs shall be deleted; a tuple of ids.
        undo_asked: The last deletion shall be taken back.
    """

    run_asked = Signal(str)
    resume_asked = Signal(str)
    duplicate_asked = Signal(str)
    rename_asked = Signal(str, str)
    delete_asked = Signal(object)
    undo_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("history")
        self.setAccessibleName(tr("History"))
        self._model = HistoryModel(self)
        self._painter = HistoryRowPainter(self)
        self.setModel(self._model)
        self.setItemDelegate(self._painter)
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._model.renamed.connect(self.rename_asked)
        self.verticalScrollBar().rangeChanged.connect(self._keep_width)
        self._keep_width()
        motion().beat.connect(self._turn)

    def show_entries(self, entries: list[Entry], open_id: str) -> None:
        """List entries; what was chosen and where one looked stays, as far as it is still there."""
        chosen, current = self.chosen_ids(), run_of(self._current())
        at_px = self.verticalScrollBar().value()
        place = self.currentIndex().row()
        self._painter.show_open(open_id)
        self._model.show(entries)
        if self.selectionModel().hasSelection() or not chosen:
            return
        kept = [run_id for run_id in chosen if self._model.place_of(run_id) >= 0]
        self.choose(*kept)
        if not kept and current is not None and self.hasFocus():
            self._choose_near(place)
        self.verticalScrollBar().setValue(at_px)

    def show_open(self, run_id: str) -> None:
        """Mark the run whose page is open, and choose it; "" for none."""
        self._painter.show_open(run_id)
        self.choose(*((run_id,) if run_id else ()))
        self.viewport().update()

    def choose(self, *run_ids: str) -> None:
        """Choose runs."""
        select = self.selectionModel()
        select.clearSelection()
        for place in (self._model.place_of(run_id) for run_id in run_ids):
            if place >= 0:
                index = self._model.index(place)
                select.select(index, select.SelectionFlag.Select)
                select.setCurrentIndex(index, select.SelectionFlag.NoUpdate)

    def chosen_ids(self) -> tuple[str, ...]:
        """Return the ids of the chosen runs, in their order."""
        return tuple(run.run_id for run in self.chosen())

    def chosen(self) -> tuple[HistoryRow, ...]:
        """Return the chosen runs, in their order."""
        places = sorted(index.row() for index in self.selectedIndexes())
        return tuple(run for run in (run_of(self._model.entry(place)) for place in places) if run is not None)

    def enter_from_above(self) -> None:
        """Take the keyboard, at the first run."""
        self.setFocus()
        self._choose_near(0)

    def first_id(self) -> str:
        """Return the id of the first run, "" when there is none."""
        runs = (run_of(self._model.entry(place)) for place in range(self._model.rowCount()))
        return next((run.run_id for run in runs if run is not None), "")

    def spot_of(self, run_id: str) -> QPoint:
        """Return the middle of a run's row in the viewport."""
        return self.visualRect(self._model.index(self._model.place_of(run_id))).center()

    def rename(self, run_id: str = "") -> None:
        """Begin to edit a run's title in place, that of the current one when none is named."""
        index = self._model.index(self._model.place_of(run_id)) if run_id else self.currentIndex()
        if index.isValid() and run_of(self._model.entry(index.row())) is not None:
            self.scrollTo(index)
            self.setCurrentIndex(index)
            self.edit(index)

    def make_menu(self) -> QMenu:
        """Return the menu for what is chosen."""
        return make_menu(self, self.chosen())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, F2 renames, Del deletes, Ctrl+Z takes that back; arrows, Home, End and letters move."""
        key, chosen = event.key(), self.chosen_ids()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and chosen:
            current = run_of(self._current())
            self.run_asked.emit(current.run_id if current else chosen[0])
        elif key == Qt.Key.Key_F2:
            self.rename()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and chosen:
            self.delete_asked.emit(chosen)
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo_asked.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open what was clicked; with Ctrl or Shift it is only chosen."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid() or not index.flags():
            return
        run = run_of(self._model.entry(index.row()))
        if run is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.run_asked.emit(run.run_id)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu, where the mouse is or below the current row."""
        at = event.pos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            at = self.visualRect(self.currentIndex()).center()
        index = self.indexAt(at)
        if not index.isValid() or run_of(self._model.entry(index.row())) is None:
            return
        if not self.selectionModel().isSelected(index):
            self.selectionModel().setCurrentIndex(index, self.selectionModel().SelectionFlag.ClearAndSelect)
        menu = self.make_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.viewport().mapToGlobal(at))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at what is chosen, or at the current or first run: never on a heading."""
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason and not self.selectionModel().hasSelection():
            self._choose_near(max(0, self.currentIndex().row()))

    def _keep_width(self) -> None:
        """Leave room for the scroll bar where there is none, so that rows keep their width."""
        bar = self.verticalScrollBar()
        self.setViewportMargins(0, 0, 0 if bar.maximum() > 0 else BAR_PX, 0)

    def _current(self) -> Entry | None:
        index: QModelIndex = self.currentIndex()
        return self._model.entry(index.row()) if index.isValid() else None

    def _choose_near(self, place: int) -> None:
        """Choose the run at a place, or the next one below it, or the last one."""
        count = self._model.rowCount()
        places = [*range(max(0, place), count), *range(min(place, count) - 1, -1, -1)]
        for near in places:
            if (run := run_of(self._model.entry(near))) is not None:
                self.choose(run.run_id)
                return

    def _turn(self) -> None:
        for place in self._model.turning():
            box = self.visualRect(self._model.index(place))
            if box.intersects(self.viewport().rect()):
                self.viewport().update(box)
