"""The line above the tabs of a run that ended without finishing: how it ended, what was kept, how it goes on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from engine.snapshot import RunSnapshot
from resources.translation import tr, trn
from widgets import phrases
from widgets.button import Button
from widgets.glyph import Glyph
from widgets.label import Label

MIN_HEIGHT_PX = 44


class EndingNotice(QFrame):
    """Shows how a run ended; it is not there for runs that are at work or done.

    Signals:
        write_asked: The report shall be written from what there is.
        failure_asked: The page of the failure shall be shown.
    """

    write_asked = Signal()
    failure_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("ending")
        self.setProperty("ground", "window")
        self.setProperty("line", "bottom")
        self.setMinimumHeight(MIN_HEIGHT_PX)
        self._glyph, self.words = Glyph("cancelled", "text2", 16), Label("", "small", wraps=True)
        self.write = Button("", "outline", "writer", compact=True)
        self.write.setObjectName("writeNow")
        self.write.clicked.connect(self.write_asked)
        self.why = Button(tr("What happened"), "outline", "error", compact=True)
        self.why.setObjectName("showFailure")
        self.why.clicked.connect(self.failure_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(10)
        row.addWidget(self._glyph)
        row.addWidget(self.words, 1)
        row.addWidget(self.write)
        row.addWidget(self.why)
        self.hide()

    def show_run(self, run: RunSnapshot) -> None:
        """Show how a run ended."""
        text = ending_words(run)
        self.setVisible(bool(text))
        if not text:
            return
        failed = run.state == "failed"
        if text != self.words.text():
            self.words.setText(text)
        self._glyph.show_glyph("error" if failed else "cancelled", "danger" if failed else "text2")
        answers = 0 if failed else phrases.answered(run)[0]
        self.write.setVisible(answers > 0)
        self.write.setText(trn("Write from {n} answer", "Write from {n} answers", answers))
        self.write.updateGeometry()
        self.why.setVisible(failed)


def ending_words(run: RunSnapshot) -> str:
    """Return how a run ended and what was kept, "" while it works and when it is done."""
    if run.state == "failed":
        return run.error.title if run.error else tr("This research failed.")
    if run.state not in ("cancelled", "interrupted"):
        return ""
    by_user = run.state == "cancelled"
    last = run.waves[-1] if run.waves else None
    if last is not None and last.waits_for_user and not last.approved:
        if by_user:
            return tr("Stopped by you. Its questions stand as you left them; Resume shows them.")
        return tr("This research waits for you to check its questions; Resume shows them.")
    got, total = phrases.answered(run)
    if not total:
        if by_user:
            return tr("Stopped by you before it had its questions. Resume goes on where it stopped.")
        return tr("Dossier ended before this had its questions. Resume goes on where it stopped.")
    if by_user:
        return trn(
            "Stopped by you. {got} of {n} answer kept. Resume goes on where it stopped.",
            "Stopped by you. {got} of {n} answers kept. Resume goes on where it stopped.",
            total,
            got=got,
        )
    return trn(
        "Dossier ended while this was at work. {got} of {n} answer kept. Resume goes on where it stopped.",
        "Dossier ended while this was at work. {got} of {n} answers kept. Resume goes on where it stopped.",
        total,
        got=got,
    )
