"""The bar words are looked for with: a field, how many there are, the way from one to the next."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit

from resources.translation import tr
from widgets.button import Button, IconButton
from widgets.fonts import font
from widgets.glyph import Glyph
from widgets.label import Label

FIELD_WIDTH_PX = 280


class FindBar(QFrame):
    """Takes words to find.

    Signals:
        words_changed: Other words are wanted, or capitals count differently now.
        step_asked: The next (1) or previous (-1) place is wanted.
        close_asked: The user has seen enough.
    """

    words_changed = Signal()
    step_asked = Signal(int)
    close_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("findBar")
        self.setAccessibleName(tr("Find"))
        self.setProperty("line", "bottom")
        self.field = _Field()
        self.field.step_asked.connect(self.step_asked)
        self.field.textChanged.connect(self.words_changed)
        self.case = Button("Aa", "soft", compact=True)
        self.case.setCheckable(True)
        self.case.setToolTip(tr("Capitals and small letters differ"))
        self.case.setAccessibleName(tr("Capitals and small letters differ"))
        self.case.toggled.connect(self.words_changed)
        self._count = Label("", "small", "text2")
        self._count.setMinimumWidth(96)
        previous = IconButton(tr("Previous place"), "chevron-up", "soft")
        following = IconButton(tr("Next place"), "chevron-down", "soft")
        close = IconButton(tr("Close the search"), "close")
        previous.clicked.connect(lambda: self.step_asked.emit(-1))
        following.clicked.connect(lambda: self.step_asked.emit(1))
        close.clicked.connect(self.close_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 12, 6)
        row.setSpacing(8)
        row.addWidget(Glyph("search", "text3"))
        for widget in (self.field, self._count, previous, following, self.case):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(close)
        self.hide()

    def words(self) -> str:
        """Return what is typed."""
        return self.field.text()

    def is_case_bound(self) -> bool:
        """Return whether capitals and small letters differ."""
        return self.case.isChecked()

    def open(self, words: str) -> None:
        """Be ready for typing, with some words to begin with when there are any."""
        self.show()
        if words:
            self.field.setText(words)
        self.field.selectAll()
        self.field.setFocus()

    def show_count(self, current: int, count: int) -> None:
        """Show which of how many places is shown; `current` begins at 1, 0 before the first."""
        if not self.words().strip():
            said = ""
        elif not count:
            said = tr("Not found")
        else:
            said = tr("{current} of {count}", current=current, count=count)
        self._count.setText(said)
        self._count.set_tone("warn" if not count else "text2")

    def count_text(self) -> str:
        """Return what is said about the places."""
        return self._count.text()


class _Field(QLineEdit):
    """The field for the words; Enter goes on, Shift+Enter goes back."""

    step_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("find")
        self.setFont(font("small"))
        self.setFixedWidth(FIELD_WIDTH_PX)
        self.setPlaceholderText(tr("Find in this text"))
        self.setAccessibleName(tr("Find in this text"))
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step_asked.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)
