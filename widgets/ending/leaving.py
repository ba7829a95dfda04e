"""Asks whether to close the program while a research is at work."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot
from resources.translation import tr, trn
from widgets import phrases
from widgets.button import Button
from widgets.label import ElidedLabel, Label

WIDTH_PX = 440


class Leaving(QDialog):
    """Shown beside the window, never executed: the research goes on while it waits for an answer.

    Signals:
        leave_asked: The user wants to close all the same.
    """

    leave_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("leaving")
        self.setWindowTitle(tr("A research is at work"))
        self.setModal(False)
        self.setFixedWidth(WIDTH_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(8)
        column.addWidget(Label(tr("Stop the research and close?"), "heading", wraps=True))
        self._topic = ElidedLabel("", "body")
        column.addWidget(self._topic)
        self._kept = Label("", "body", "text2", wraps=True)
        column.addWidget(self._kept)
        column.addSpacing(12)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        self.stay = Button(tr("Keep working"), "outline")
        self.stay.clicked.connect(self.reject)
        self.leave = Button(tr("Stop and close"), "primary")
        self.leave.setDefault(True)
        self.leave.clicked.connect(self.accept)
        self.accepted.connect(self.leave_asked)
        row.addWidget(self.stay)
        row.addWidget(self.leave)
        column.addLayout(row)

    def ask(self, run: RunSnapshot) -> None:
        """Ask about the run at work, or bring the question to the front again."""
        self._topic.show_text(" ".join(run.topic.split()))
        self._kept.setText(kept_words(run))
        self.setFixedHeight(self.heightForWidth(self.width()))  # else wrapped words ask for more than they take
        self.show()
        self.raise_()
        self.activateWindow()

    def words(self) -> str:
        """Return what is said about what is kept."""
        return self._kept.text()


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
