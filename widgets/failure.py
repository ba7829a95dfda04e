"""The page of a run that failed: what happened, what was kept, what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot
from widgets import phrases
from widgets.button import Button
from widgets.citation_notes import is_found
from widgets.glyph import Glyph
from widgets.label import Label

Line = tuple[str, str, str]  # icon or number, colour role, words


class Failure(QScrollArea):
    """Shows why a run failed.

    Signals:
        resume_asked: The run shall go on where it stopped.
        consent_asked: The run shall go on, and what it needed a yes for is allowed.
        again_asked: The topic shall be put into a new composer.
        copy_asked: The details shall go to the clipboard; the words.
        settings_asked: The user wants to change the model or the sandbox.
    """

    resume_asked = Signal()
    consent_asked = Signal()
    again_asked = Signal()
    copy_asked = Signal(str)
    settings_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setAccessibleName("What happened")
        self._shown: RunSnapshot | None = None
        self._details: Label | None = None

    def show_run(self, run: RunSnapshot) -> None:
        """Show a failed run."""
        if run is self._shown or run.error is None:
            return
        self._shown = run
        self.setWidget(self._page(run))

    def _page(self, run: RunSnapshot) -> QWidget:
        assert run.error is not None
        page = QWidget()
        page.setProperty("scrolled", "true")
        column = QVBoxLayout(page)
        column.setContentsMargins(24, 22, 24, 20)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(Glyph("error", "danger", 24), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(Label(run.error.title.rstrip("."), "heading", wraps=True))
        words.addWidget(Label("Nothing you have is lost.", "body", "text2"))
        head.addLayout(words, 1)
        column.addLayout(head)
        column.addSpacing(10)
        column.addLayout(self._columns(run))
        column.addLayout(self._make_details(run))
        column.addSpacing(12)
        column.addLayout(self._make_buttons(run))
        column.addStretch(1)
        return page

    def _columns(self, run: RunSnapshot) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        columns = (("What happened", _happened(run)), ("What was kept", _kept(run)), ("What you can do", _to_do(run)))
        for place, (title, lines) in enumerate(columns):
            grid.setColumnStretch(place, 1)
            grid.addWidget(Label(title, "small_strong", "text2"), 0, place)
            cell = QVBoxLayout()
            cell.setSpacing(6)
            for line in lines:
                cell.addLayout(_row(line))
            cell.addStretch(1)
            grid.addLayout(cell, 1, place)
        return grid

    def _make_details(self, run: RunSnapshot) -> QVBoxLayout:
        box = QVBoxLayout()
        box.setSpacing(4)
        if run.error is None or not run.error.detail:
            return box
        details = Label(run.error.detail, "mono", "text2", wraps=True)
        details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        details.hide()
        button = Button("Technical details", "link", "chevron-right", compact=True)

        def toggle() -> None:
            details.setVisible(not details.isVisible())
            button.set_icon("chevron-down" if details.isVisible() else "chevron-right")

        button.clicked.connect(toggle)
        box.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        box.addWidget(details)
        return box

    def _make_buttons(self, run: RunSnapshot) -> QHBoxLayout:
        assert run.error is not None
        row = QHBoxLayout()
        row.setSpacing(8)
        if run.error.kind == "consent":
            resume = Button("Allow it and go on", "primary", "resume")
            resume.clicked.connect(self.consent_asked)
        else:
            resume = Button("Resume", "primary", "resume", key="Ctrl R")
            resume.clicked.connect(self.resume_asked)
        resume.setObjectName("goOn")
        settings = Button("Settings…", "outline", "settings")
        settings.clicked.connect(self.settings_asked)
        again = Button("Retry from the start", "quiet", "retry")
        again.clicked.connect(self.again_asked)
        copy = Button("Copy details", "quiet", "copy")
        words = f"{run.error.title} {run.error.advice}\n{run.error.kind}\n{run.error.detail}"
        copy.clicked.connect(lambda: self.copy_asked.emit(words))
        row.addWidget(resume)
        row.addWidget(settings)
        row.addStretch(1)
        row.addWidget(again)
        row.addWidget(copy)
        return row


def _row(line: Line) -> QHBoxLayout:
    icon, role, words = line
    row = QHBoxLayout()
    row.setSpacing(8)
    mark: QWidget = Label(icon, "small_strong", "text2") if icon.isdigit() else Glyph(icon, role, 16)
    row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(Label(words, "small", wraps=True), 1)
    return row


def _happened(run: RunSnapshot) -> list[Line]:
    lines: list[Line] = []
    for wave in run.waves:
        for view in wave.researchers:
            if view.state == "failed" and view.finding and view.finding.error:
                why = view.finding.error.title
                lines.append(("failed", "danger", f"Researcher {phrases.researcher_id(view)}: {why}"))
    if len(lines) > 3:
        lines = [*lines[:2], ("failed", "danger", f"{len(lines) - 2} more researchers got no answer")]
    lines.append(("stop", "text2", "Dossier stopped and kept everything"))
    return lines


def _kept(run: RunSnapshot) -> list[Line]:
    got, _ = phrases.answered(run)
    gathered = {source.ref for wave in run.waves for view in wave.researchers if view.finding
                for source in view.finding.sources}  # fmt: skip
    sources = len(run.sources) or len(gathered)
    if not got and not sources:
        return [("verified", "ok", "Your topic and what you chose for it")]
    lines: list[Line] = [("verified", "ok", phrases.count(got, "answer")),
                         ("source", "ok", f"{phrases.count(sources, 'source')} with their stored text")]  # fmt: skip
    quotes = [quote for source in run.sources for quote in source.quotes]
    if quotes:
        found = sum(map(is_found, quotes))
        lines.append(("quote", "ok", f"{phrases.count(len(quotes), 'quote')}, {found} of them verified"))
    return lines


def _to_do(run: RunSnapshot) -> list[Line]:
    assert run.error is not None
    got, _ = phrases.answered(run)
    steps = [run.error.advice] if run.error.advice else []
    kept = f" The {phrases.count(got, 'answer')} are not asked or paid for again." if got else ""
    if run.error.kind == "library":
        steps.append("Retry from the start to choose other sources, or resume once documents are there.")
    else:
        steps.append(f"Resume. Work goes on where it stopped.{kept}")
    return [(str(place), "text2", words) for place, words in enumerate(steps, 1)]
