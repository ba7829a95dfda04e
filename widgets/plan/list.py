"""The questions of a plan as they are changed: in place, by pasting, moving, deleting; and all of it taken back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QVBoxLayout

from resources.translation import tr, trn
from widgets.plan.add import AddRow
from widgets.plan.draft import PlanDraft, lines_of
from widgets.plan.faults import Leaning, faults, stands_alone
from widgets.plan.row import PlanRow
from widgets.plan.rows import GAP_PX, PlanRows
from widgets.undo_keys import UndoKeys


class PlanList(UndoKeys):
    """Lets the user change the questions of a draft.

    Signals:
        changed: The questions are others now, also while one is typed.
        said: What has just been done and how it is undone, in a sentence; "" when that is over.
        row_shown: A row shall be in view; the `PlanRow`.
    """

    changed = Signal()
    said = Signal(str)
    row_shown = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.leaning: Leaning = stands_alone
        self._draft = PlanDraft(("",))
        self._editing = -1  # the place of the row whose field is open
        self._is_new = False  # that row was just added: left empty it goes again
        self._rows = PlanRows()
        self.add = AddRow()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP_PX)
        column.addWidget(self._rows)
        column.addWidget(self.add)
        self._wire()

    # --- what is there ----------------------------------------------------------------------------

    def show_draft(self, draft: PlanDraft) -> None:
        """Show a draft; what is changed here changes it."""
        if draft is not self._draft:
            self._end_edit()
            self._draft = draft
        self._fill()

    def questions(self) -> tuple[str, ...]:
        """Return the questions as they stand, with what is being typed."""
        kept, place = self._draft.questions, self._editing
        if place < 0:
            return kept
        typed = self.rows()[place].editor.question()
        middle = () if self._is_new and not typed else (typed,)
        return (*kept[:place], *middle, *kept[place + 1 :])

    def rows(self) -> tuple[PlanRow, ...]:
        """Return the rows, from the top."""
        return self._rows.all()

    def settle(self) -> bool:
        """Keep what is being typed; return whether all can be researched, opening the first that cannot."""
        self._end_edit()
        found = faults(self._draft.questions, self.leaning)
        wrong = next((place for place, fault in enumerate(found) if fault and fault.is_grave), None)
        if wrong is not None:
            self.edit(wrong)
            self.rows()[wrong].show_fault(found[wrong])
        return wrong is None

    # --- changes ----------------------------------------------------------------------------------

    def edit(self, place: int) -> None:
        """Open the field of a question."""
        if self._editing == place:
            return
        self._end_edit()
        self._editing = min(place, len(self.rows()) - 1)
        row = self.rows()[self._editing]
        row.show_fault(None)  # nobody is told off while he types
        row.open_editor()
        self.row_shown.emit(row)

    def add_question(self) -> None:
        """Add a row at the end and open its field."""
        self._end_edit()
        if self._draft.has_room():
            self._draft.insert(len(self._draft.questions), ("",))
            self._editing, self._is_new = len(self._draft.questions) - 1, True
            self._fill()
            self.rows()[-1].open_editor()
            self.row_shown.emit(self.rows()[-1])

    def duplicate(self, place: int) -> None:
        """Let a question stand twice, ready to be worded differently."""
        self._end_edit()
        self._draft.insert(place + 1, (self._draft.questions[place],))
        self._renew(place + 1)
        self.edit(place + 1)

    def remove(self, place: int) -> None:
        """Take a question out."""
        self._end_edit()
        self._draft.remove(place)
        self._renew(min(place, len(self._draft.questions) - 1))
        self.said.emit(tr("Question {number} deleted. Ctrl+Z brings it back.", number=place + 1))

    def put(self, place: int, to: int) -> None:
        """Put a question at another place."""
        if 0 <= to < len(self._draft.questions):
            self._end_edit()
            self._draft.move(place, to)
            self._renew(to)

    def paste(self, place: int, text: str) -> None:
        """Put each line of a text below a row, as a question of its own."""
        if lines := lines_of(text):
            self._end_edit()
            left_out = self._draft.insert(place + 1, lines)
            self._renew(min(place + len(lines), len(self._draft.questions) - 1))
            self._say_left_out(left_out)

    def undo(self) -> None:
        """Take the last change back."""
        self._end_edit()
        if self._draft.undo():
            self._renew(-1)

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        self._end_edit()
        if self._draft.redo():
            self._renew(-1)

    # --- keys -------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste onto a row, or what any list of changes takes."""
        place = self._rows.place_of_keyboard()
        if event.matches(QKeySequence.StandardKey.Paste) and place >= 0:
            self.paste(place, QApplication.clipboard().text())
        else:
            super().keyPressEvent(event)

    # --- inside -----------------------------------------------------------------------------------

    def _wire(self) -> None:
        self._rows.edit_asked.connect(self.edit)
        self._rows.duplicate_asked.connect(self.duplicate)
        self._rows.remove_asked.connect(self.remove)
        self._rows.move_asked.connect(lambda place, step: self.put(place, place + step))
        self._rows.drop_asked.connect(self.put)
        self._rows.step_asked.connect(self._step)
        self._rows.row_made.connect(self._on_row)
        self._rows.row_shown.connect(self.row_shown)
        self.add.clicked.connect(self.add_question)

    def _on_row(self, row: PlanRow) -> None:
        row.editor.kept.connect(self._end_edit)
        row.editor.left.connect(self._leave_edit)
        row.editor.undo_asked.connect(self.undo)
        row.editor.lines_pasted.connect(self._split)
        row.editor.typed.connect(lambda: row.show_fault(None))
        row.editor.typed.connect(self.changed)

    def _end_edit(self) -> None:
        """Keep what was typed and close the field."""
        place, self._editing = self._editing, -1
        is_new, self._is_new = self._is_new, False
        if place < 0:
            return
        row = self.rows()[place]
        typed = row.editor.question()
        row.close_editor()
        if is_new and not typed:
            self._draft.undo()
        else:
            self._draft.edit(place, typed)
        self._fill()
        self.changed.emit()

    def _leave_edit(self) -> None:
        """Close the field and let the question be what it was."""
        if self._editing >= 0:
            self.rows()[self._editing].editor.setPlainText(self._draft.questions[self._editing])
            self._end_edit()

    def _split(self, before: str, behind: str, lines: tuple[str, ...]) -> None:
        """Make questions of pasted lines; first and last join what stood before and behind the cursor."""
        place, self._editing, self._is_new = self._editing, -1, False
        self.rows()[place].close_editor()
        whole = (before + lines[0], *lines[1:-1], lines[-1] + behind)
        left_out = self._draft.replace(place, tuple(" ".join(line.split()) for line in whole))
        self._renew(place + len(lines) - left_out - 1)
        self._say_left_out(left_out)

    def _say_left_out(self, count: int) -> None:
        if count:
            said = trn(
                "{n} line did not fit: a plan takes {most} questions.",
                "{n} lines did not fit: a plan takes {most} questions.",
                count,
                most=self._draft.most,
            )
            self.said.emit(said)

    def _renew(self, focus: int) -> None:
        """Show the draft after a change; the keyboard goes to the row at `focus`, -1 for where it was."""
        self.said.emit("")
        self._fill()
        if focus >= 0:
            self._rows.focus(focus)
        self.changed.emit()

    def _fill(self) -> None:
        found = list(faults(self._draft.questions, self.leaning))
        if self._editing >= 0:
            found[self._editing] = None
        self._rows.show_questions(self._draft.questions, tuple(found), has_room=self._draft.has_room())
        self.add.show_room(self._draft.most - len(self._draft.questions), self._draft.most)

    def _step(self, place: int) -> None:
        if 0 <= place < len(self.rows()):
            self._rows.focus(place)
        elif place > 0 and self.add.isVisible():
            self.add.setFocus()
