"""The line above the tabs of a run that ended before its time: why, what was kept, how it goes on."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QHBoxLayout

from engine.incomplete import incomplete_draft
from engine.snapshot import ENDED, Notice, RunSnapshot, RunState
from resources.translation import tr, trn
from widgets import phrases
from widgets.button import Button
from widgets.ending.limits import limit_words
from widgets.glyph import Glyph
from widgets.label import Label

MIN_HEIGHT_PX = 44
# States that have a page of their own in place of the tabs.
_FACES: dict[RunState, tuple[str, str]] = {"failed": ("error", "danger"), "waiting_for_plan": ("waiting", "accent")}
_MAY_GO_ON: tuple[RunState, ...] = ("done", "failed", "cancelled", "interrupted")


class EndingNotice(QFrame):
    """Shows how a run ended or what it waits for; it is not there for runs that work, or are done as they should be.

    Signals:
        write_asked: The report shall be written from what there is.
        again_asked: The model shall try again to write the report.
        larger_asked: The research shall go on with a larger limit.
        draft_asked: What a writer wrote before it failed shall be shown.
        page_asked: The page of the failure, or of the plan that waits, shall be shown.
    """

    write_asked = Signal()
    again_asked = Signal()
    larger_asked = Signal()
    draft_asked = Signal()
    page_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("ending")
        self.setProperty("ground", "window")
        self.setProperty("line", "bottom")
        self.setMinimumHeight(MIN_HEIGHT_PX)
        self._glyph, self.words = Glyph("cancelled", "text2", 16), Label("", "small", wraps=True)
        self.draft = self._button(tr("What was written so far"), "", "showDraft", self.draft_asked)
        self.write = self._button(tr("Write from what there is"), "writer", "writeNow", self.write_asked)
        self.again = self._button(tr("Write again"), "writer", "writeAgain", self.again_asked)
        self.larger = self._button(tr("Go on with a larger limit…"), "resume", "goOnLarger", self.larger_asked)
        self.page = self._button(tr("What happened"), "", "showPage", self.page_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(10)
        row.addWidget(self._glyph)
        row.addWidget(self.words, 1)
        for button in (self.draft, self.write, self.again, self.larger, self.page):
            row.addWidget(button)
        self.hide()

    def show_run(self, run: RunSnapshot) -> None:
        """Show how a run ended."""
        text = ending_words(run)
        self.setVisible(bool(text))
        if not text:
            return
        if text != self.words.text():
            self.words.setText(text)
        icon, role = _face(run)
        self._glyph.show_glyph(icon, role)
        answers = phrases.answered(run)[0] if run.state in ("cancelled", "interrupted") else 0
        self.write.setVisible(answers > 0)
        self.write.setText(trn("Write from {n} answer", "Write from {n} answers", answers))
        self.write.updateGeometry()
        self.page.setVisible(run.state in _FACES)
        self.page.setText(tr("What happened") if run.state == "failed" else tr("Check the questions"))
        self.page.updateGeometry()
        self.again.setVisible(is_fallback(run))
        self.larger.setVisible(run.state in _MAY_GO_ON and bool(run.limit_reached))
        # Without a report it is what the pane shows anyway.
        self.draft.setVisible(bool(run.report.markdown and incomplete_draft(run)))

    def _button(self, words: str, icon: str, name: str, asked: SignalInstance) -> Button:
        button = Button(words, "outline", icon, compact=True)
        button.setObjectName(name)
        button.clicked.connect(asked)
        return button


def is_fallback(run: RunSnapshot) -> bool:
    """Return whether a run is done with a report that was written without its model."""
    return run.state == "done" and run.report.audit is not None and run.report.audit.is_fallback


def other_notices(run: RunSnapshot) -> tuple[Notice, ...]:
    """Return a run's notices without those that have passed, or that this line says in their place."""
    passed = {"budget"} if run.state in ENDED else set()
    if is_fallback(run):
        passed.add("writer")
    return tuple(notice for notice in run.notices if notice.key not in passed)


def _face(run: RunSnapshot) -> tuple[str, str]:
    if is_fallback(run):
        return "warning", "warn"
    return _FACES.get(run.state, ("info", "accent") if run.state == "done" else ("cancelled", "text2"))


def _done_words(run: RunSnapshot) -> str:
    limit = limit_words(run)
    if not is_fallback(run):
        return limit
    failed = tr("The model could not write this report: it is quotes only, each with what was found for it.")
    return f"{failed} {limit}".strip()


def ending_words(run: RunSnapshot) -> str:
    """Return how a run ended and what was kept, or what it waits for; "" while it works and when all is well."""
    if run.state == "done":
        return _done_words(run)
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
