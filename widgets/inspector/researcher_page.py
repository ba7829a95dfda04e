"""The inspector's page of a researcher: question, figures, timeline, answer, confidence, sources, details."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.snapshot import ENDED, ResearcherView, RunSnapshot
from resources.translation import tr
from widgets import phrases
from widgets.button import Button
from widgets.column_page import ColumnPage
from widgets.evidence.source_cards import SourceCards
from widgets.evidence.source_views import SourceView, source_views
from widgets.graph.nodes import is_working
from widgets.inspector.answer_section import AnswerSection
from widgets.inspector.researcher_facts import detail_rows, figures_line
from widgets.inspector.timeline import Timeline
from widgets.label import Label
from widgets.row_column import RowColumn
from widgets.tab_order import follow_layout

NO_ONE = ResearcherView(wave=0, researcher=0, question="")


class ResearcherPage(ColumnPage):
    """Shows one researcher; what did not change is left alone.

    Signals:
        source_asked: The user wants to see a source in Evidence; its key.
        original_asked: The user wants to see a page itself; its address.
        citation_asked: The user wants a citation on the clipboard; its `Source` or `GatheredSource`.
        retry_asked: The user wants this researcher to try again; wave and number.
    """

    source_asked = Signal(str)
    original_asked = Signal(str)
    citation_asked = Signal(object)
    retry_asked = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self._view = NO_ONE
        self._sources: tuple[SourceView, ...] = ()
        self._of: tuple[object, ...] = ()
        self._question = Label("", "strong", wraps=True)
        self._question.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._figures = Label("", "small", "text3", wraps=True)
        self._error = Label("", "body", "danger", wraps=True)
        self._error.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.retry = Button(tr("Retry this researcher"), "soft", "retry", compact=True)
        self.retry.setAccessibleName(tr("Retry this researcher"))
        self._timeline_title = Label(tr("Timeline"), "small_strong", "text2")
        self.timeline, self.answer = Timeline(), AnswerSection()
        self.cards, self.details = SourceCards(), RowColumn()
        self._place()
        self._wire()

    def show_view(self, run: RunSnapshot, view: ResearcherView, now_s: float) -> None:
        """Show a researcher of a run."""
        self._figures.show_text(figures_line(run, view, now_s))
        self.timeline.show_view(run, view, now_s)
        self._timeline_title.setVisible(bool(view.steps) or is_working(view))
        self.details.show_rows(detail_rows(run, view, now_s))
        self.retry.setVisible(view.state in ("failed", "stopped") and may_retry(run, view))
        # The clock moves every second, the rest only with an event: cheap to tell, because slices are shared.
        if self._of and self._of[0] is view and self._of[1] is run.sources:
            return
        self._of, self._view = (view, run.sources), view
        self._sources = source_views(run, view)
        self._question.show_text(view.question)
        error = view.finding.error if view.finding else None
        self._error.show_text(f"{error.title} {error.advice}".strip() if error else "")
        self.answer.show_finding(view.finding, self._sources)
        self.cards.show_sources(self._sources)
        follow_layout(self)

    def view(self) -> ResearcherView:
        """Return who is shown."""
        return self._view

    def ask_retry(self) -> None:
        """Ask for a new attempt."""
        self.retry_asked.emit(self._view.wave, self._view.researcher)

    def _place(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 20)
        column.setSpacing(6)
        for label in (self._question, self._figures, self._error):
            column.addWidget(label)
        actions = QHBoxLayout()
        actions.addWidget(self.retry)
        actions.addStretch(1)
        column.addLayout(actions)
        column.addSpacing(4)
        parts: tuple[QWidget, ...] = (self._timeline_title, self.timeline, self.answer, self.cards, self.details)
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)

    def _wire(self) -> None:
        self.retry.clicked.connect(self.ask_retry)
        self.timeline.page_asked.connect(self._open_page)
        self.answer.citation_asked.connect(self._open_citation)
        self.answer.link_asked.connect(self.original_asked)
        self.cards.source_asked.connect(self.source_asked)
        self.cards.original_asked.connect(self.original_asked)
        self.cards.citation_asked.connect(self.citation_asked)

    def _open_page(self, ref: str, address: str) -> None:
        """Open a page that was opened: as evidence when it is a source, else where it came from."""
        view = next((one for one in self._sources if one.source.ref == ref and one.key), None)
        if view is not None:
            self.source_asked.emit(view.key)
        else:
            self.original_asked.emit(address)

    def _open_citation(self, number: int, key: str) -> None:
        if key:
            self.source_asked.emit(key)
            return
        card = self.cards.card(number)
        if card is not None:
            card.setFocus(Qt.FocusReason.TabFocusReason)  # the scroll area brings into sight what gets the keyboard


def may_retry(run: RunSnapshot, view: ResearcherView) -> bool:
    """Return whether a new attempt makes sense: it has begun, or the run has ended and goes on for it."""
    if run.state == "waiting_for_plan":
        return False
    return view.attempt > 0 or (run.state in ENDED and bool(phrases.researcher_id(view)))
