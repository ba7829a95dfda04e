"""One question of a plan as a row: handle, number, text or the field it is edited in, duplicate and delete."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from resources.translation import tr
from widgets.button import IconButton
from widgets.decisions.question_text import QuestionText
from widgets.label import Label
from widgets.plan.complaint import Complaint
from widgets.plan.editor import PlanEditor
from widgets.plan.faults import Fault
from widgets.plan.handle import PlanHandle
from widgets.theme import set_state

HEIGHT_PX = 56
PAD_PX = 8


class PlanRow(QFrame):
    """Shows one question.

    Signals:
        edit_asked: The question shall be edited.
        duplicate_asked, remove_asked: The question shall stand twice, or not at all.
        move_asked: The question shall go up (-1) or down (1).
        step_asked: The keyboard shall go to the row above (-1) or below (1).
        dragged: The handle was moved; the pointer's y in the screen's coordinates.
        dropped: The handle was let go; whether the new place counts.
    """

    edit_asked = Signal()
    duplicate_asked = Signal()
    remove_asked = Signal()
    move_asked = Signal(int)
    step_asked = Signal(int)
    dragged = Signal(float)
    dropped = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("plan", "row")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(HEIGHT_PX)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.question, self._place, self._is_near = "", 0, False
        self.fault: Fault | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(6, PAD_PX, 12, PAD_PX)
        row.setSpacing(4)
        self.handle, self.complaint = PlanHandle(), Complaint()
        self.handle.taken.connect(self.setFocus)
        self.handle.dragged.connect(self.dragged)
        self.handle.dropped.connect(self.dropped)
        self._number = Label("", "body_strong", "text2")
        self._number.setFixedWidth(22)
        self._number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.text, self.editor = QuestionText(), PlanEditor()
        self.editor.hide()
        words = QVBoxLayout()
        words.setContentsMargins(8, 0, 8, 0)
        words.setSpacing(2)
        words.addStretch(1)
        words.addWidget(self.text)
        words.addWidget(self.editor)
        words.addWidget(self.complaint)
        words.addStretch(1)
        self._hint = Label(tr("Enter keeps it"), "small", "text3")
        self._hint.hide()
        row.addWidget(self.handle)
        row.addWidget(self._number)
        row.addLayout(words, 1)
        row.addWidget(self._hint)
        row.addWidget(self._make_buttons())
        self.text.clicked.connect(self.edit_asked)

    def show_question(self, place: int, question: str, fault: Fault | None, *, is_only: bool, has_room: bool) -> None:
        """Show a question at its 0-based place.

        Args:
            is_only: It cannot be deleted.
            has_room: It may be duplicated.
        """
        self.question, self._place = question, place
        self._number.setText(str(place + 1))
        self.text.show_text(question)
        self.show_fault(fault)
        self.remove.setEnabled(not is_only)
        self.remove.setToolTip(tr("A plan has at least one question") if is_only else tr("Delete this question"))
        self.duplicate.setEnabled(has_room)
        self.duplicate.setToolTip(tr("Duplicate this question") if has_room else tr("No more questions fit"))

    def show_fault(self, fault: Fault | None) -> None:
        """Point out what is wrong with the question, None for nothing."""
        self.fault = fault
        self.complaint.show_fault(fault)
        name = tr("Question {number}: {question}", number=self._place + 1, question=self.question)
        self.setAccessibleName(name)
        self.setAccessibleDescription(fault.words if fault else "")
        self._paint_state()

    def is_editing(self) -> bool:
        """Return whether the field is open."""
        return not self.editor.isHidden()

    def open_editor(self) -> None:
        """Let the question be edited."""
        self.text.hide()
        self.editor.show()
        self._hint.show()
        self._keep_room(False)
        self.buttons.hide()
        self.editor.begin(self.question)
        self._paint_state()

    def close_editor(self) -> None:
        """Show the question as it stands."""
        had_keyboard = self.editor.hasFocus()
        if had_keyboard:
            self.setFocus()
        self.editor.hide()
        self._hint.hide()
        self.text.show()
        self._keep_room(True)
        self.show_near(self._is_near)

    def show_near(self, is_near: bool) -> None:
        """Show what can be done with the row while pointer or keyboard are in it."""
        self._is_near = is_near
        self.buttons.setVisible(is_near and not self.is_editing())
        self._paint_state()

    def show_dragged(self, is_dragged: bool) -> None:
        """Mark the row that is being dragged."""
        set_state(self, "dragged", is_dragged)

    def event(self, event: QEvent) -> bool:
        """Take the keys of a row before the window's shortcuts do."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._takes(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Edit, move, delete, or go to the next row."""
        key, alt = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if key in steps:
            (self.move_asked if alt else self.step_asked).emit(steps[Qt.Key(key)])
        elif key == Qt.Key.Key_F2 or (key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers()):
            self.edit_asked.emit()
        elif key == Qt.Key.Key_Delete and self.remove.isEnabled() and not self.is_editing():
            self.remove_asked.emit()
        elif key == Qt.Key.Key_Escape and self.handle.is_dragging():
            self.handle.let_go(counts=False)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Edit on a click anywhere in the row."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.edit_asked.emit()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show what can be done."""
        self.show_near(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Hide what can be done, unless the keyboard is here."""
        self.show_near(self._has_keyboard())

    def _takes(self, event: QKeyEvent) -> bool:
        ends_drag = event.key() == Qt.Key.Key_Escape and self.handle.is_dragging()
        return event.key() == Qt.Key.Key_F2 or ends_drag

    def _has_keyboard(self) -> bool:
        now = self.window().focusWidget()
        return now is not None and (now is self or self.isAncestorOf(now))

    def _paint_state(self) -> None:
        state = "edit" if self.is_editing() else "grave" if self.fault and self.fault.is_grave else "rest"
        set_state(self, "state", state)
        set_state(self, "near", self._is_near and not self.is_editing())
        self.handle.set_dark(self._is_near or self.is_editing())

    def _make_buttons(self) -> QWidget:
        self.buttons = QWidget()
        line = QHBoxLayout(self.buttons)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        self.duplicate = IconButton(tr("Duplicate this question"), "copy")
        self.remove = IconButton(tr("Delete this question"), "trash")
        self.duplicate.clicked.connect(self.duplicate_asked)
        self.remove.clicked.connect(self.remove_asked)
        line.addWidget(self.duplicate)
        line.addWidget(self.remove)
        self._keep_room(True)
        self.buttons.hide()
        return self.buttons

    def _keep_room(self, is_kept: bool) -> None:
        """Leave the room of hidden buttons free, so that the text does not break anew under the pointer."""
        policy = self.buttons.sizePolicy()
        policy.setRetainSizeWhenHidden(is_kept)
        self.buttons.setSizePolicy(policy)
