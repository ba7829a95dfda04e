"""The foot of Decisions: where the user decides in the reviewer's place, after he is told what will happen."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from engine.snapshot import RunSnapshot, WaveView
from engine.values import MAX_WAVES, ReviewDecision
from resources.translation import tr, trn
from widgets.button import Button
from widgets.decisions.ask_more import AskMore
from widgets.label import Label
from widgets.plan.faults import Leaning, stands_alone

MIN_HEIGHT_PX = 56


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
        self.setMinimumHeight(MIN_HEIGHT_PX)
        self.leaning: Leaning = stands_alone
        self._run = RunSnapshot()
        self._wave = 0
        self.words = Label("", "small", "text2", wraps=True)
        self.more = Button(tr("Ask for one more wave…"), "outline", "loop")
        self.more.setObjectName("askForMore")
        self.more.clicked.connect(self._open_questions)
        self.approve = Button(tr("Approve now"), "outline", "reviewer")
        self.approve.setObjectName("approveNow")
        self.approve.clicked.connect(self._approve)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 8, 24, 8)
        row.setSpacing(16)
        row.addWidget(self.words, 1)
        row.addWidget(self.more)
        row.addWidget(self.approve)

    def show_run(self, run: RunSnapshot) -> None:
        """Show what may be decided about a run, and what would come of it."""
        reviewed = [wave for wave in run.waves if wave.decision is not None]
        self._run, self._wave = run, reviewed[-1].wave if reviewed else 0
        decision = reviewed[-1].decision if reviewed else None
        asked_for_more = decision is not None and decision.status == "needs_more_research"
        self.approve.setVisible(asked_for_more)
        self.more.setVisible(decision is not None and not asked_for_more and self._wave < MAX_WAVES)
        self.setVisible(decision is not None)
        if decision is not None:
            text = approval_words(run, self._wave) if asked_for_more else asking_words(run, self._wave)
            if text != self.words.text():
                self.words.setText(text)

    def _open_questions(self) -> None:
        dialog = AskMore(self._run, self._wave, self.leaning, self)
        dialog.asked.connect(self._ask)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask(self, wave: int, questions: tuple[str, ...]) -> None:
        why = tr("You asked for one more wave.")
        decision = ReviewDecision(
            status="needs_more_research", rationale=why, follow_up_questions=questions, by="user"
        )
        self.overruled.emit(wave, decision)

    def _approve(self) -> None:
        decision = ReviewDecision(
            status="approved", rationale=tr("You approved what there is."), by="user", with_gaps=True
        )
        self.overruled.emit(self._wave, decision)


def approval_words(run: RunSnapshot, wave: int) -> str:
    """Return what an approval of a wave leads to, where the reviewer asked for more."""
    kept = sum(view.state == "done" for each in run.waves if each.wave <= wave for view in each.researchers)
    left_out = _answered([each for each in run.waves if each.wave > wave])
    said = trn(
        "Enough for you? The report is then written from {n} answer.",
        "Enough for you? The report is then written from {n} answers.",
        kept,
    )
    if not left_out:
        return said
    more = trn(
        "{n} answer of wave {wave} would be left out; Finish now keeps it.",
        "{n} answers of wave {wave} would be left out; Finish now keeps them.",
        left_out,
        wave=wave + 1,
    )
    return f"{said} {more}"


def asking_words(run: RunSnapshot, wave: int) -> str:
    """Return what one more wave leads to, where the wave was approved."""
    if wave >= MAX_WAVES:
        return tr("A run has at most {n} waves. Start a new research from its report for more.", n=MAX_WAVES)
    if run.versions:
        version = run.versions + 1
        return tr(
            "Something missing? One more wave researches your own questions, then version {version} of the report is "
            "written. Version {old} is kept.",
            version=version,
            old=run.versions,
        )
    return tr("Something missing? One more wave researches your own questions before the report is written.")


def _answered(waves: list[WaveView]) -> int:
    return sum(view.state == "done" for wave in waves for view in wave.researchers)
