"""The rows of a plan, one for each place: they show questions, tell what is wished of them, and are dragged."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from widgets.plan.draft import moved
from widgets.plan.faults import Fault
from widgets.plan.row import PlanRow

GAP_PX = 8


class PlanRows(QWidget):
    """Shows questions in rows; every signal begins with the 0-based place it is about.

    Signals:
        edit_asked, duplicate_asked, remove_asked: What shall happen to the question.
        move_asked: It shall go up (-1) or down (1).
        drop_asked: It was dragged to another place.
        step_asked: The keyboard shall go to this place.
        row_made: A row is new; its `PlanRow`.
        row_shown: A row shall be in view; its `PlanRow`.
    """

    edit_asked = Signal(int)
    duplicate_asked = Signal(int)
    remove_asked = Signal(int)
    move_asked = Signal(int, int)
    drop_asked = Signal(int, int)
    step_asked = Signal(int)
    row_made = Signal(object)
    row_shown = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[PlanRow] = []
        self._questions: tuple[str, ...] = ()
        self._faults: tuple[Fault | None, ...] = ()
        self._has_room = True
        self._from = self._to = -1  # of the row that is being dragged
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GAP_PX)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._on_focus)

    def all(self) -> tuple[PlanRow, ...]:
        """Return the rows, from the top."""
        return tuple(self._rows)

    def show_questions(self, questions: tuple[str, ...], faults: tuple[Fault | None, ...], *, has_room: bool) -> None:
        """Show questions, each with its fault.

        Args:
            has_room: One more would fit.
        """
        self._questions, self._faults, self._has_room = questions, faults, has_room
        while len(self._rows) < len(questions):
            self._make_row()
        while len(self._rows) > len(questions):
            self._drop_row()
        for place in range(len(questions)):
            self._show(place, questions[place], faults[place])

    def focus(self, place: int) -> None:
        """Put the keyboard on a row."""
        self._rows[place].setFocus()
        self.row_shown.emit(self._rows[place])

    def place_of_keyboard(self) -> int:
        """Return the place of the row that has the keyboard itself, -1 for none."""
        now = QApplication.focusWidget()
        return next((place for place, row in enumerate(self._rows) if row is now), -1)

    def _show(self, place: int, question: str, fault: Fault | None) -> None:
        is_only = len(self._questions) == 1
        self._rows[place].show_question(place, question, fault, is_only=is_only, has_room=self._has_room)

    def _make_row(self) -> None:
        row = PlanRow()
        row.edit_asked.connect(lambda: self.edit_asked.emit(self._rows.index(row)))
        row.duplicate_asked.connect(lambda: self.duplicate_asked.emit(self._rows.index(row)))
        row.remove_asked.connect(lambda: self.remove_asked.emit(self._rows.index(row)))
        row.move_asked.connect(lambda step: self.move_asked.emit(self._rows.index(row), step))
        row.step_asked.connect(lambda step: self.step_asked.emit(self._rows.index(row) + step))
        row.dragged.connect(lambda y: self._drag(self._rows.index(row), y))
        row.dropped.connect(self._drop)
        self._rows.append(row)
        self._column.addWidget(row)
        self.row_made.emit(row)

    def _drop_row(self) -> None:
        row = self._rows.pop()
        now = QApplication.focusWidget()
        if now is not None and (row is now or row.isAncestorOf(now)):
            self._rows[-1].setFocus()
        row.hide()
        row.deleteLater()

    def _drag(self, place: int, y_on_screen: float) -> None:
        """Show the questions as they would stand if the row were let go here."""
        y = self.mapFromGlobal(QPoint(0, round(y_on_screen))).y()
        to = sum(y > row.geometry().center().y() for row in self._rows if row is not self._rows[place])
        if (place, to) == (self._from, self._to):
            return
        self._from, self._to = place, to
        shown = moved(self._questions, place, to)
        order = moved(tuple(range(len(shown))), place, to)
        for slot, question in enumerate(shown):
            self._show(slot, question, self._faults[order[slot]])
            self._rows[slot].show_dragged(slot == to)
        self.row_shown.emit(self._rows[to])

    def _drop(self, counts: bool) -> None:
        place, to, self._from, self._to = self._from, self._to, -1, -1
        for row in self._rows:
            row.show_dragged(False)
        self.show_questions(self._questions, self._faults, has_room=self._has_room)
        if counts and place >= 0 and place != to:
            self.drop_asked.emit(place, to)

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        for row in self._rows:
            row.show_near(row.underMouse() or (now is not None and (row is now or row.isAncestorOf(now))))
