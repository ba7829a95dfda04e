"""The line above the tabs of a run that cannot go on by itself: why, what was kept, how it goes on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from engine.snapshot import RunSnapshot, RunState
from resources.translation import tr, trn
from widgets import phrases
from widgets.button import Button
from widgets.glyph import Glyph
from widgets.label import Label

MIN_HEIGHT_PX = 44
# States that have a page of their own in place of the tabs.
_FACES: dict[RunState, tuple[str, str]] = {"failed": ("error", "danger"), "waiting_for_plan": ("waiting", "accent")}


class EndingNotice(QFrame):
    """Shows how a run ended or what it waits for; it is not there for runs that work or are done.

    Signals:
        write_asked: The report shall be written from what there is.
        page_asked: The page of the failure, or of the plan that waits, shall be shown.
    """

    write_asked = Signal()
    page_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("ending")
        self.setProperty("ground", "window")
        self.setProperty("line", "bottom")
        self.setMinimumHeight(MIN_HEIGHT_PX)
        self._glyph, self.words = Glyph("cancelled", "text2", 16), Label("", "small", wraps=True)
        self.write = Button(tr("Write from what there is"), "outline", "writer", compact=True)
        self.write.setObjectName("writeNow")
        self.write.clicked.connect(self.write_asked)
        self.page = Button(tr("What happened"), "outline", compact=True)
        self.page.setObjectName("showPage")
        self.page.clicked.connect(self.page_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(10)
        row.addWidget(self._glyph)
        row.addWidget(self.words, 1)
        row.addWidget(self.write)
        row.addWidget(self.page)
        self.hide()

    def show_run(self, run: RunSnapshot) -> None:
        """Show how a run ended."""
        text = ending_words(run)
        self.setVisible(bool(text))
        if not text:
            return
        if text != self.words.text():
            self.words.setText(text)
        icon, role = _FACES.get(run.state, ("cancelled", "text2"))
        self._glyph.show_glyph(icon, role)
        answers = phrases.answered(run)[0] if run.state in ("cancelled", "interrupted") else 0
        self.write.setVisible(answers > 0)
        self.write.setText(trn("Write from {n} answer", "Write from {n} answers", answers))
        self.write.updateGeometry()
        self.page.setVisible(run.state in _FACES)
        self.page.setText(tr("What happened") if run.state == "failed" else tr("Check the questions"))
        self.page.updateGeometry()


def ending_words(run: RunSnapshot) -> str:
    """Return how a run ended and what was kept, or what it waits for; "" while it works and when it is done."""
    if run.state == "failed":
        return run.error.title if run.error else tr("This research failed.")
    if run.state == "waiting_for_plan":
        return tr("This research waits for you to check its questions.")
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
