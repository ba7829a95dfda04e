"""Fields of the settings: a label, a control, a hint, and in one sentence what is wrong with what was entered."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from resources.translation import tr
from widgets.check_box import CheckBox
from widgets.fonts import font
from widgets.label import Label
from widgets.numbers import Unreadable, money_text, number_in, number_text
from widgets.settings.picker import FormPicker, Segments
from widgets.theme import set_state
from widgets.value_picker import Choice

MENU_PX = 320


class Field(QWidget):
    """A setting on a page. What does not fit stays where it was typed, with a sentence below it.

    Args:
        key: of the setting; "" for what is kept elsewhere.
        hint: what it means, in a sentence.

    Signals:
        changed: The user entered another value.
    """

    changed = Signal(object)

    def __init__(self, key: str, label: str, hint: str = "") -> None:
        super().__init__()
        self.key, self.label, self.hint_text = key, label, hint
        self._kept: Any = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.problem = Label("", "small", "danger", wraps=True)
        self.problem.hide()
        self.hint = Label(hint, "small", "text3", wraps=True)
        if not hint:  # only ever hidden here: without a parent, shown means a window of its own
            self.hint.hide()

    def show_value(self, value: Any) -> None:
        """Show what is kept; something entered that was not kept stays until it is mended or taken back."""
        raise NotImplementedError

    def show_help(self, sentence: str) -> None:
        """Explain the setting where the pointer rests; the search finds these words, too."""
        self.focus_target().setToolTip(sentence)
        if sentence not in self.hint_text:
            self.hint_text = f"{self.hint_text} {sentence}".strip()

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong with what was entered; "" when it is kept."""
        self.problem.show_text(sentence)

    def has_problem(self) -> bool:
        """Return whether something was entered that could not be kept."""
        return bool(self.problem.text())

    def commit(self) -> None:
        """Take what is entered, if it is not taken yet."""

    def focus_target(self) -> QWidget:
        """Return the widget that takes the keyboard."""
        return self

    def _finish(self, control: QWidget) -> None:
        """Put label, control, problem and hint below each other."""
        if self.label:
            self._column.addWidget(Label(self.label, "body_strong"))
        self._column.addWidget(control)
        self._column.addWidget(self.problem)
        self._column.addWidget(self.hint)


class TextField(Field):
    """A line of text; it is taken when Enter is pressed or the keyboard goes elsewhere."""

    def __init__(self, key: str, label: str, hint: str = "", placeholder: str = "") -> None:
        super().__init__(key, label, hint)
        self.edit = QLineEdit()
        self.edit.setProperty("kind", "form")
        self.edit.setFont(font("body"))
        self.edit.setAccessibleName(label)
        self.edit.setAccessibleDescription(hint)
        self.edit.setPlaceholderText(placeholder)
        self.edit.editingFinished.connect(self.commit)
        self.edit.textEdited.connect(lambda: self.show_problem(""))
        self._finish(self.edit)

    def show_value(self, value: Any) -> None:
        """Show the kept text."""
        self._kept = value
        if not self.has_problem() and not (self.edit.hasFocus() and self.edit.isModified()):
            self.edit.setText(self._written(value))
            self.edit.setCursorPosition(0)

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong, and mark the line."""
        super().show_problem(sentence)
        set_state(self.edit, "problem", bool(sentence))

    def commit(self) -> None:
        """Take the text, if it is another one."""
        text = self.edit.text().strip()
        self.edit.setModified(False)
        if text == self._written(self._kept):
            self.show_problem("")
            return
        try:
            value = self._read(text)
        except Unreadable as unreadable:
            self.show_problem(str(unreadable))
            return
        self.show_problem("")
        self.changed.emit(value)

    def focus_target(self) -> QWidget:
        """Return the line."""
        return self.edit

    def _written(self, value: Any) -> str:
        return str(value or "")

    def _read(self, text: str) -> Any:
        return text


class NumberField(TextField):
    """A number as people write it: "$2.00", "128k", "1 500".

    Args:
        whole: whether fractions make no sense.
        unit: written behind the number.
        empty: what an empty field means; it is shown as an empty field, too.
    """

    def __init__(
        self,
        key: str,
        label: str,
        hint: str = "",
        *,
        whole: bool = True,
        unit: str = "",
        sign: str = "",
        empty: float | None = None,
        placeholder: str = "",
    ) -> None:
        self._whole, self._sign, self._empty = whole, sign, empty
        super().__init__(key, label, hint, placeholder)
        if unit:
            self._put_unit(unit)

    def _put_unit(self, unit: str) -> None:
        place = self._column.indexOf(self.edit)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.edit)
        row.addWidget(Label(unit, "body", "text2"))
        row.addStretch(1)
        self.edit.setFixedWidth(120)
        self._column.insertLayout(place, row)

    def _written(self, value: Any) -> str:
        return (
            ""
            if value is None or value == self._empty
            else f"{self._sign}{(money_text if self._sign else number_text)(value)}"
        )

    def _read(self, text: str) -> Any:
        if not text and self._empty is None:
            return None
        number = number_in(text.removeprefix(self._sign), self._empty)
        if not self._whole:
            return float(number)
        if number != int(number):
            raise Unreadable(tr("Write a whole number."))
        return int(number)


class ChoiceField(Field):
    """One of several choices: side by side where they are few and short, else from a menu."""

    def __init__(
        self,
        key: str,
        label: str,
        choices: tuple[Choice, ...],
        hint: str = "",
        *,
        menu: bool = False,
        of_numbers: bool = False,
    ) -> None:
        super().__init__(key, label, hint)
        self.control = FormPicker(label, choices) if menu else Segments(label, choices)
        if menu:
            self.control.setMaximumWidth(MENU_PX)
        self.control.picked.connect(lambda value: self.changed.emit(int(value) if of_numbers else value))
        self._finish(self.control)

    def show_choices(self, choices: tuple[Choice, ...]) -> None:
        """Offer other choices."""
        self.control.show_choices(choices, self.control.value())

    def show_value(self, value: Any) -> None:
        """Show the kept choice."""
        self.control.show_value(str(value))

    def focus_target(self) -> QWidget:
        """Return what is pressed."""
        return self.control


class SwitchField(Field):
    """Yes or no; the label stands beside the box."""

    def __init__(self, key: str, label: str, hint: str = "") -> None:
        super().__init__(key, label, hint)
        self.box = CheckBox(label)
        self.box.setFont(font("body"))
        self.box.setAccessibleDescription(hint)
        self.box.clicked.connect(lambda: self.changed.emit(self.box.isChecked()))
        self._column.setSpacing(2)
        self._column.addWidget(self.box, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.problem)
        under = QHBoxLayout()
        under.setContentsMargins(23, 0, 0, 0)
        under.addWidget(self.hint)
        self._column.addLayout(under)

    def show_value(self, value: Any) -> None:
        """Show whether it is on."""
        self.box.setChecked(bool(value))

    def focus_target(self) -> QWidget:
        """Return the box."""
        return self.box
