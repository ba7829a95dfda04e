"""Asks whether to close the program while a research is at work, and when it ends before there is an answer."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from engine.snapshot import ENDED, RunSnapshot
from resources.translation import tr, trn
from widgets import phrases
from widgets.button import Button
from widgets.label import ElidedLabel, Label

WIDTH_PX = 440


class Leaving(QDialog):
    """Shown beside the window, never executed: the research goes on while it waits for an answer.

    When the research ends first, the wish to close is kept, and it is said anew what that costs: nothing. Closing by
    itself would take a report away that has just come; each button does what it did, so a late press does no harm.

    Signals:
        leave_asked: The user wants to close all the same.
    """

    leave_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("leaving")
        self.setModal(False)
        self.setFixedWidth(WIDTH_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(8)
        self.question = Label("", "heading", wraps=True)
        column.addWidget(self.question)
        self._topic = ElidedLabel("", "body")
        column.addWidget(self._topic)
        self._kept = Label("", "body", "text2", wraps=True)
        column.addWidget(self._kept)
        column.addSpacing(12)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        self.stay = Button("", "outline")
        self.stay.clicked.connect(self.reject)
        self.leave = Button("", "primary")
        self.leave.setDefault(True)
        self.leave.clicked.connect(self.accept)
        self.accepted.connect(self.leave_asked)
        row.addWidget(self.stay)
        row.addWidget(self.leave)
        column.addLayout(row)

    def ask(self, run: RunSnapshot) -> None:
        """Ask about the run at work, or bring the question to the front again."""
        self._show_words(run)
        self.show()
        self.raise_()
        self.activateWindow()

    def show_run(self, run: RunSnapshot) -> None:
        """Keep the question true while it stands open."""
        if self.isVisible():
            self._show_words(run)

    def words(self) -> str:
        """Return what is said about what is kept."""
        return self._kept.text()

    def _show_words(self, run: RunSnapshot) -> None:
        has_ended = run.state in ENDED
        self.setWindowTitle(tr("The research has ended") if has_ended else tr("A research is at work"))
        question = tr("The research has ended. Close Dossier?") if has_ended else tr("Stop the research and close?")
        self.question.setText(question)
        self._topic.show_text(" ".join(run.topic.split()))
        self._kept.setText(ended_words(run) if has_ended else kept_words(run))
        self.stay.setText(tr("Stay") if has_ended else tr("Keep working"))
        self.leave.setText(tr("Close") if has_ended else tr("Stop and close"))
        self.setFixedHeight(self.heightForWidth(self.width()))  # else wrapped words ask for more than they take


def ended_words(run: RunSnapshot) -> str:
    """Return what came of a run that has ended, for whoever is about to close the program."""
    if run.state == "done":
        return tr("Its report is written and stands in the history.")
    if run.state == "failed":
        return tr("It could not be finished. What it has gathered is kept in the history.")
    return tr("What it has gathered is kept in the history.")


def kept_words(run: RunSnapshot) -> str:
    """Return what is kept of a run at work, and how it goes on later."""
    got, total = phrases.answered(run)
    if not total:
        return tr(
            "What it has gathered is kept: open it from the history and press Resume to go on where it stopped."
        )
    return trn(
        "{got} of {n} answer is there and kept, with all sources: open it from the history and press Resume to go on "
        "where it stopped.",
        "{got} of {n} answers are there and kept, with all sources: open it from the history and press Resume to go "
        "on where it stopped.",
        total,
        got=got,
    )
