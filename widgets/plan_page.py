"""The plan, waiting for the user: its questions to edit, add and remove before research starts."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from engine.snapshot import WaveView
from widgets import phrases
from widgets.button import Button, IconButton
from widgets.fonts import font
from widgets.label import Label

MAX_QUESTIONS = 16
ROW_PX = 52


class PlanPage(QWidget):
    """Lets the user change a wave's questions.

    Signals:
        start_asked: Research shall start; wave and questions.
        discard_asked: The run shall be stopped.
    """

    start_asked = Signal(int, object)
    discard_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._wave = 0
        self._planned: tuple[str, ...] = ()
        self._fields: list[QLineEdit] = []
        self._numbers: list[Label] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        page = QWidget()
        page.setProperty("scrolled", "true")
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(24, 24, 24, 16)
        self._column.setSpacing(8)
        self._column.addWidget(Label("Are these the right questions?", "heading"))
        words = "Each goes to one researcher who sees nothing else, so every question must stand on its own."
        self._column.addWidget(Label(words, "body", "text2", wraps=True))
        self._column.addSpacing(6)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(8)
        self._column.addLayout(self._rows)
        self._add = Button("Add a question", "soft", "plus")
        self._add.clicked.connect(lambda: self._add_row("", focus=True))
        self._column.addWidget(self._add)
        self._column.addStretch(1)
        scroll.setWidget(page)
        column.addWidget(scroll, 1)
        column.addWidget(self._make_foot())

    def show_wave(self, wave: WaveView) -> None:
        """Show a wave's planned questions; edits of the same plan are kept."""
        if (wave.wave, wave.questions) == (self._wave, self._planned):
            return
        self._wave, self._planned = wave.wave, wave.questions
        while self._fields:
            self._remove(self._fields[-1])
        for question in wave.questions:
            self._add_row(question)

    def questions(self) -> tuple[str, ...]:
        """Return the questions as they stand, without empty ones."""
        return tuple(text for field in self._fields if (text := field.text().strip()))

    def _make_foot(self) -> QFrame:
        foot = QFrame()
        foot.setProperty("line", "top")
        foot.setFixedHeight(64)
        row = QHBoxLayout(foot)
        row.setContentsMargins(24, 0, 24, 0)
        row.setSpacing(8)
        self._count = Label("", "small", "text2")
        row.addWidget(self._count, 1)
        discard = Button("Discard", "quiet")
        discard.clicked.connect(self.discard_asked)
        row.addWidget(discard)
        self.start = Button("Start research", "primary", key="Ctrl ↵")
        self.start.setObjectName("startResearch")
        self.start.clicked.connect(self.ask_start)
        row.addWidget(self.start)
        return foot

    def ask_start(self) -> None:
        """Start with the questions as they stand."""
        if questions := self.questions():
            self.start_asked.emit(self._wave, questions)

    def _add_row(self, question: str, *, focus: bool = False) -> None:
        row = QFrame()
        row.setProperty("card", "true")
        row.setFixedHeight(ROW_PX)
        line = QHBoxLayout(row)
        line.setContentsMargins(16, 0, 8, 0)
        line.setSpacing(8)
        number = Label("", "body_strong", "text3")
        number.setFixedWidth(20)
        field = QLineEdit(question)
        field.setProperty("kind", "bare")
        field.setFont(font("body"))
        field.setAccessibleName("Question")
        field.setCursorPosition(0)
        field.textChanged.connect(self._renew)
        remove = IconButton("Remove this question", "trash")
        remove.clicked.connect(lambda: self._remove(field))
        line.addWidget(number)
        line.addWidget(field, 1)
        line.addWidget(remove)
        self._fields.append(field)
        self._numbers.append(number)
        self._rows.addWidget(row)
        if focus:
            field.setFocus()
        self._renew()

    def _remove(self, field: QLineEdit) -> None:
        del self._numbers[self._fields.index(field)]
        self._fields.remove(field)
        row = field.parentWidget()
        if row is not None:
            row.hide()
            row.deleteLater()
        self._renew()

    def _renew(self) -> None:
        count = len(self.questions())
        for place, number in enumerate(self._numbers, 1):
            number.setText(str(place))
        self._count.setText(phrases.count(count, "researcher"))
        self.start.setEnabled(0 < count <= MAX_QUESTIONS)
        self._add.setVisible(len(self._fields) < MAX_QUESTIONS)
