"""A value picker: a compact button that reads "Depth Standard" and opens a menu of choices."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu

from widgets import icons
from widgets.button import Button
from widgets.fonts import font
from widgets.theme import theme


@dataclass(frozen=True)
class Choice:
    """One choice: its value, its word, and what it means in a few words."""

    value: str
    word: str
    hint: str = ""


class ValuePicker(Button):
    """Shows a value and lets the user pick another.

    Signals:
        picked: The user picked a value.
    """

    picked = Signal(str)

    def __init__(self, name: str, choices: tuple[Choice, ...] = (), value: str = "") -> None:
        super().__init__("", "soft", compact=True)
        self._name = name
        self._choices: tuple[Choice, ...] = ()
        self._value = value
        self.show_choices(choices, value)
        self.clicked.connect(self._open_menu)

    def show_choices(self, choices: tuple[Choice, ...], value: str) -> None:
        """Offer choices, with one of them picked; an unknown value shows the first one."""
        self._choices = choices
        self._value = (
            value if any(choice.value == value for choice in choices) else (choices[0].value if choices else "")
        )
        self._renew()

    def values(self) -> tuple[str, ...]:
        """Return the values that can be picked."""
        return tuple(choice.value for choice in self._choices)

    def value(self) -> str:
        """Return the picked value."""
        return self._value

    def pick(self, value: str) -> None:
        """Pick a value, as a click on it does."""
        if any(choice.value == value for choice in self._choices) and value != self._value:
            self._value = value
            self._renew()
            self.picked.emit(value)

    def make_menu(self) -> QMenu:
        """Return the menu of choices."""
        menu = QMenu(self)
        menu.setFont(font("small"))
        for choice in self._choices:
            action = QAction(f"{_plain(choice.word)}\t{_plain(choice.hint)}".rstrip(), menu)
            action.setCheckable(True)
            action.setChecked(choice.value == self._value)
            action.triggered.connect(lambda _=False, value=choice.value: self.pick(value))
            menu.addAction(action)
        return menu

    def sizeHint(self) -> QSize:
        """Ask for room for name, word and arrow."""
        width = QFontMetrics(font("small")).horizontalAdvance(self._name + "  ")
        width += QFontMetrics(font("small", 500)).horizontalAdvance(self._word()) + 40
        return QSize(width, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button, its name in grey, its value, and the arrow."""
        super().paintEvent(event)
        painter = QPainter(self)
        box = self.rect().adjusted(10, 0, -10, 0)
        painter.setFont(font("small"))
        painter.setPen(theme().color("text3"))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, self._name)
        left = QFontMetrics(painter.font()).horizontalAdvance(self._name) + (7 if self._name else 0)
        painter.setFont(font("small", 500))
        painter.setPen(theme().color("text"))
        painter.drawText(box.adjusted(left, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self._word())
        icons.draw(painter, "chevron-down", "text2", box.right() - 11, (self.height() - 14) / 2, 14)

    def _word(self) -> str:
        return next((choice.word for choice in self._choices if choice.value == self._value), "")

    def _renew(self) -> None:
        self.setAccessibleName(f"{self._name}: {self._word()}")
        self.setToolTip(next((choice.hint for choice in self._choices if choice.value == self._value), ""))
        self.updateGeometry()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the menu on the arrow keys, as a combo box does; Enter presses as Space does."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_menu()
        else:
            super().keyPressEvent(event)

    def _open_menu(self) -> None:
        menu = self.make_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 4)))


def _plain(words: str) -> str:
    """Return words as they are shown in a menu, where a single ampersand would underline a letter."""
    return words.replace("&", "&&").replace("\t", " ")
