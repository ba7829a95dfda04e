"""One wave's decision as a card: the verdict, and beside the user's own what it pushed aside."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot, WaveView
from engine.values import ReviewDecision
from resources.translation import mark, tr
from widgets.chip import Chip
from widgets.decisions.decision_text import outcome_blocks, question_block, reason_blocks
from widgets.decisions.disagreements import disagreement_blocks
from widgets.label import Label
from widgets.phrases import Face
from widgets.report.citation_notes import source_status
from widgets.row_column import Typeset
from widgets.text.flowing_text import FlowingText

MAX_WIDTH_PX = 760
_BY = {"reviewer": mark("by the reviewer"), "user": mark("by you"), "limit": mark("because no wave remained")}
_MORE = Face(mark("Asked for more"), "loop", "review", "reviewSoft")
_GAPS = Face(mark("Approved with gaps"), "reviewer", "text2", "hover")
_ENOUGH = Face(mark("Approved"), "reviewer", "ok", "okSoft")


def decision_face(decision: ReviewDecision) -> Face:
    """Return how a verdict looks."""
    more = decision.status == "needs_more_research"
    face = _MORE if more else _GAPS if decision.with_gaps else _ENOUGH
    return face._replace(word=tr(face.word))


class DecisionCard(QFrame):
    """Shows the decision on one wave.

    Signals:
        citation_asked: A citation was clicked; its key.
        link_asked: A link was clicked; its address.
    """

    citation_asked = Signal(str)
    link_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", "plain")
        self.setMaximumWidth(MAX_WIDTH_PX)
        self._title, self._answered = Label("", "strong"), Label("", "small", "text3")
        self._verdict, self._overruled = _Verdict(), _Verdict()
        self._overruled_title = Label(tr("Overruled"), "small_strong", "text2")
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self._title)
        head.addWidget(self._verdict.chip)
        head.addWidget(self._verdict.by)
        head.addStretch(1)
        head.addWidget(self._answered)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._verdict.text)
        column.addWidget(self._make_overruled())
        for verdict in (self._verdict, self._overruled):
            verdict.text.citation_asked.connect(self.citation_asked)
            verdict.text.link_asked.connect(self.link_asked)

    def show_wave(self, run: RunSnapshot, wave: WaveView, typeset: Typeset) -> None:
        """Show the decision on a wave of a run."""
        decision = wave.decision
        assert decision is not None
        self._title.setText(tr("Wave {wave}", wave=wave.wave))
        got, total = sum(view.state == "done" for view in wave.researchers), len(wave.researchers)
        self._answered.setText(tr("{got} of {total} answered", got=got, total=total))
        reason = (*reason_blocks(run, decision, typeset), *disagreement_blocks(run, decision))
        blocks = (*reason, *outcome_blocks(run, wave, decision))
        self._verdict.show(run, decision, blocks)
        self._part.setVisible(wave.overruled is not None)
        if wave.overruled is not None:
            old, questions = wave.overruled, wave.overruled.follow_up_questions
            asked = (question_block(wave.wave, questions),) if questions else ()
            self._overruled.show(run, old, (*reason_blocks(run, old, typeset), *asked))
        self.setAccessibleName(
            tr("Wave {wave}: {verdict}. {why}", wave=wave.wave, verdict=decision_face(decision).word,
               why=decision.rationale)
        )  # fmt: skip

    def words(self) -> str:
        """Return the set text, the pushed aside verdict's behind the one that stands."""
        texts = [self._verdict.text] + ([self._overruled.text] if self._part.isVisibleTo(self) else [])
        return "\n".join(text.toPlainText() for text in texts)

    def verdicts(self) -> tuple[str, ...]:
        """Return the verdicts that are shown, the one that stands first."""
        shown = [self._verdict] + ([self._overruled] if self._part.isVisibleTo(self) else [])
        return tuple(f"{verdict.word()} {verdict.by.text()}" for verdict in shown)

    def _make_overruled(self) -> QWidget:
        self._part = QFrame()
        self._part.setProperty("line", "top")
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self._overruled_title)
        row.addWidget(self._overruled.chip)
        row.addWidget(self._overruled.by)
        row.addStretch(1)
        column = QVBoxLayout(self._part)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self._overruled.text)
        return self._part


class _Verdict:
    """A chip, whose verdict it is, and the text below."""

    def __init__(self) -> None:
        self.chip, self.by, self.text = Chip(), Label("", "small", "text3"), FlowingText()

    def word(self) -> str:
        face = self.chip.face()
        return face.word if face else ""

    def show(self, run: RunSnapshot, decision: ReviewDecision, blocks: tuple[str, ...]) -> None:
        self.chip.show_face(decision_face(decision))
        self.by.setText(tr(_BY[decision.by]))
        self.text.setAccessibleName(decision_face(decision).word)
        self.text.show_statuses(
            {source.id: source_status(source) for source in run.sources}
            | {quote.id: quote.status for source in run.sources for quote in source.quotes}
        )
        self.text.show_blocks(blocks)
