"""The foot of Decisions: where the user decides in the reviewer's place."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit

from engine.snapshot import RunSnapshot, WaveView
from engine.values import MAX_WAVES, ReviewDecision
from widgets.button import Button
from widgets.fonts import font
from widgets.label import Label

HEIGHT_PX = 56
QUESTION_MAX_CHARS = 1_000  # a plan takes no longer ones


class Overruling(QFrame):
    """Offers what may still be decided about the wave that was reviewed last; hidden when that is nothing.

    Signals:
        overruled: The user has decided; the wave and his `ReviewDecision`.
    """

    overruled = Signal(int, object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("overruling")
        self.setProperty("line", "top")
        self.setFixedHeight(HEIGHT_PX)
        self._wave = 0
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 0, 24, 0)
        row.setSpacing(8)
        self.question = QLineEdit()
        self.question.setProperty("kind", "form")
        self.question.setFont(font("body"))
        self.question.setMaxLength(QUESTION_MAX_CHARS)
        self.question.setPlaceholderText("A question of your own")
        self.question.setAccessibleName("A question of your own for one more wave")
        self.question.textChanged.connect(self._on_text)
        self.question.returnPressed.connect(self._ask_more)
        self.more = Button("Ask for one more wave", "outline", "loop", compact=True)
        self.more.clicked.connect(self._ask_more)
        self.approve = Button("Approve now", "outline", "reviewer", compact=True)
        self.approve.setToolTip("Write the report from the answers of this wave and those before it")
        self.approve.clicked.connect(self._approve)
        self._hint = Label("Is this enough for you?", "body", "text2")
        row.addWidget(self.question, 1)
        row.addWidget(self.more)
        row.addWidget(self._hint, 1)
        row.addWidget(self.approve)
        self._on_text()

    def show_run(self, run: RunSnapshot, waves: tuple[WaveView, ...]) -> None:
        """Show what may be decided; `waves` are those that were reviewed."""
        decision = waves[-1].decision if waves else None
        self._wave = waves[-1].wave if waves else 0
        asked_for_more = decision is not None and decision.status == "needs_more_research"
        may_ask = decision is not None and not asked_for_more and self._wave < MAX_WAVES and not run.finish_now
        self.question.setVisible(may_ask)
        self.more.setVisible(may_ask)
        for part in (self._hint, self.approve):
            part.setVisible(asked_for_more)
        self.setVisible(may_ask or asked_for_more)

    def _on_text(self) -> None:
        self.more.setEnabled(bool(self.question.text().strip()))

    def _ask_more(self) -> None:
        question = self.question.text().strip()
        if question:
            self.question.clear()
            why = "You asked for one more wave."
            self._tell(ReviewDecision(status="needs_more_research", rationale=why, follow_up_questions=(question,),
                                      by="user"))  # fmt: skip

    def _approve(self) -> None:
        self._tell(ReviewDecision(status="approved", rationale="You approved what there is.", by="user"))

    def _tell(self, decision: ReviewDecision) -> None:
        self.overruled.emit(self._wave, decision)
