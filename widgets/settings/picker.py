"""Controls that choose one of several: a wide button with a menu, and words side by side."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QSizePolicy

from widgets import icons
from widgets.button import Button
from widgets.fonts import font
from widgets.theme import theme
from widgets.value_picker import Choice

SEGMENT_PX = 26


class FormPicker(Button):
    """A field that opens a menu.

    Signals:
        picked: The user picked a value.
    """

    picked = Signal(object)

    def __init__(self, name: str, choices: tuple[Choice, ...] = (), value: str = "") -> None:
        super().__init__("", "outline")
        self._name, self._choices, self._value = name, choices, value
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.open_menu)
        self._renew()

    def show_choices(self, choices: tuple[Choice, ...], value: str) -> None:
        """Offer choices, one of them picked; a value that is none of them is shown as it is."""
        self._choices, self._value = choices, value
        self._renew()

    def show_value(self, value: str) -> None:
        """Show a value as picked."""
        self._value = value
        self._renew()

    def value(self) -> str:
        """Return the picked value."""
        return self._value

    def pick(self, value: str) -> None:
        """Pick a value, as a click on it does."""
        if value != self._value:
            self.show_value(value)
            self.picked.emit(value)

    def make_menu(self) -> QMenu:
        """Return the menu of choices."""
        menu = QMenu(self)
        menu.setFont(font("body"))
        menu.setMinimumWidth(self.width())
        for choice in self._choices:
            action = QAction(f"{choice.word}    {choice.hint}".rstrip().replace("&", "&&"), menu)
            action.setCheckable(True)
            action.setChecked(choice.value == self._value)
            action.triggered.connect(lambda _=False, value=choice.value: self.pick(value))
            menu.addAction(action)
        return menu

    def open_menu(self) -> None:
        """Open the menu below the field."""
        menu = self.make_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 4)))

    def sizeHint(self) -> QSize:
        """Ask for room for the word."""
        return QSize(QFontMetrics(self.font()).horizontalAdvance(self._word()) + 48, self.height())

    def minimumSizeHint(self) -> QSize:
        """Elide the word where there is little room."""
        return QSize(96, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the field, its word and the arrow."""
        super().paintEvent(event)
        painter = QPainter(self)
        box = self.rect().adjusted(11, 0, -34, 0)
        painter.setFont(font("body"))
        painter.setPen(theme().color("text" if self.isEnabled() else "text3"))
        word = QFontMetrics(painter.font()).elidedText(self._word(), Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, word)
        icons.draw(painter, "chevron-down", "text2", self.width() - 27, (self.height() - 16) / 2, 16)

    def _word(self) -> str:
        return next((choice.word for choice in self._choices if choice.value == self._value), self._value)

    def _renew(self) -> None:
        self.setAccessibleName(f"{self._name}: {self._word()}")
        self.setToolTip(next((choice.hint for choice in self._choices if choice.value == self._value), ""))
        self.updateGeometry()
        self.update()


class Segments(QFrame):
    """Few choices side by side; the arrow keys go from one to the next.

    Signals:
        picked: The user picked a value.
    """

    picked = Signal(object)

    def __init__(self, name: str, choices: tuple[Choice, ...], value: str = "") -> None:
        super().__init__()
        self.setProperty("segments", "true")
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._name, self._value = name, value
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(2, 2, 2, 2)
        self._row.setSpacing(2)
        self._buttons: dict[str, QPushButton] = {}
        self.show_choices(choices, value)

    def show_choices(self, choices: tuple[Choice, ...], value: str) -> None:
        """Offer choices, one of them picked."""
        for button in self._buttons.values():
            button.deleteLater()
        self._buttons = {choice.value: self._make(choice) for choice in choices}
        self.show_value(value)

    def show_value(self, value: str) -> None:
        """Show a value as picked."""
        self._value = value
        for each, button in self._buttons.items():
            button.setChecked(each == value)
            # One stop for Tab; the arrows do the rest.
            is_stop = each == value or (value not in self._buttons and button is next(iter(self._buttons.values())))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_stop else Qt.FocusPolicy.ClickFocus)
            if is_stop:
                self.setFocusProxy(button)

    def value(self) -> str:
        """Return the picked value."""
        return self._value

    def pick(self, value: str) -> None:
        """Pick a value, as a click on it does."""
        is_other = value != self._value
        self.show_value(value)
        if is_other:
            self.picked.emit(value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next or the previous choice."""
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
        step = steps.get(Qt.Key(event.key()))
        values = list(self._buttons)
        if step is None or not values:
            super().keyPressEvent(event)
            return
        here = values.index(self._value) if self._value in values else 0
        self.pick(values[(here + step) % len(values)])
        self._buttons[self._value].setFocus(Qt.FocusReason.OtherFocusReason)

    def _make(self, choice: Choice) -> QPushButton:
        button = _Segment(choice.word.replace("&", "&&"))
        button.setAccessibleName(f"{self._name}: {choice.word}")
        button.setToolTip(choice.hint)
        button.clicked.connect(lambda: self.pick(choice.value))
        self._row.addWidget(button)
        return button


class _Segment(QPushButton):
    """One choice; arrow keys go to the row it stands in."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.setProperty("kind", "segment")
        self.setCheckable(True)
        self.setFont(font("body", 500))
        self.setFixedHeight(SEGMENT_PX)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the arrows to the row."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()
            return
        super().keyPressEvent(event)
