"""Decisions: each wave's verdict with its reason and the questions that followed from it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot, WaveView
from engine.values import ReviewDecision
from widgets.chip import Chip
from widgets.empty import Empty
from widgets.label import Label
from widgets.overruling import Overruling
from widgets.phrases import Face


def decision_face(decision: ReviewDecision) -> Face:
    """Return how a verdict looks."""
    if decision.status == "needs_more_research":
        return Face("Asked for more", "loop", "review", "reviewSoft")
    if decision.with_gaps:
        return Face("Approved with gaps", "reviewer", "text2", "hover")
    return Face("Approved", "reviewer", "ok", "okSoft")


_BY = {"reviewer": "by the reviewer", "user": "by you", "limit": "because no wave remained"}


class Decisions(QWidget):
    """Shows the verdict on each wave, the newest first.

    Signals:
        overruled: The user decided in the reviewer's place; the wave and his `ReviewDecision`.
    """

    overruled = Signal(int, object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("decisions")
        self._shown: tuple[WaveView, ...] = ()
        advice = "The reviewer reads all answers of a wave, then approves them or asks for more."
        self._empty = Empty("No wave has been reviewed yet", advice)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setAccessibleName("Decisions")
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._scroll)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        self.overruling = Overruling()
        self.overruling.overruled.connect(self.overruled)
        self.overruling.overruled.connect(lambda: self._scroll.setFocus())  # what was pressed gives way
        column.addWidget(self.overruling)

    def show_run(self, run: RunSnapshot) -> int:
        """Show a run's decisions; return how many there are."""
        waves = tuple(wave for wave in run.waves if wave.decision is not None)
        self.overruling.show_run(run, waves)
        if waves != self._shown:
            self._shown = waves
            self._stack.setCurrentWidget(self._scroll if waves else self._empty)
            self._scroll.setWidget(self._page(waves))
        return len(waves)

    def _page(self, waves: tuple[WaveView, ...]) -> QWidget:
        page = QWidget()
        page.setProperty("scrolled", "true")
        column = QVBoxLayout(page)
        column.setContentsMargins(24, 20, 24, 24)
        column.setSpacing(16)
        for wave in reversed(waves):
            card = _card(wave)
            card.setMaximumWidth(760)
            column.addWidget(card)
        column.addStretch(1)
        return page


def _card(wave: WaveView) -> QFrame:
    decision = wave.decision
    assert decision is not None
    card = QFrame()
    card.setProperty("card", "true")
    column = QVBoxLayout(card)
    column.setContentsMargins(16, 12, 16, 16)
    column.setSpacing(10)
    head = QHBoxLayout()
    head.setSpacing(10)
    head.addWidget(Label(f"Wave {wave.wave}", "strong"))
    head.addWidget(Chip(decision_face(decision)))
    head.addWidget(Label(_BY[decision.by], "small", "text3"))
    head.addStretch(1)
    got = sum(view.state == "done" for view in wave.researchers)
    head.addWidget(Label(f"{got} of {len(wave.researchers)} answered", "small", "text3"))
    column.addLayout(head)
    column.addWidget(Label(decision.rationale, "body", wraps=True))
    if decision.follow_up_questions:
        column.addWidget(Label("Follow-up questions", "small_strong", "text2"))
    for place, question in enumerate(decision.follow_up_questions, 1):
        row = QHBoxLayout()
        row.setSpacing(10)
        number = Label(f"{wave.wave + 1}.{place}", "small_strong", "text2")
        number.setContentsMargins(0, 3, 0, 0)
        row.addWidget(number, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(Label(question, "body", wraps=True), 1)
        column.addLayout(row)
    card.setAccessibleName(f"Wave {wave.wave}: {decision_face(decision).word}. {decision.rationale}")
    return card
