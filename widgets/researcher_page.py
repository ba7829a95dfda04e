"""The inspector's page of a researcher: question, figures, timeline, answer, confidence, sources."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from engine.snapshot import ResearcherView, RunSnapshot
from engine.values import GatheredSource, Quote, Source
from widgets import clock, phrases
from widgets.button import Button
from widgets.citation_notes import STATUS_FACES, is_found
from widgets.label import Label
from widgets.phrases import Face
from widgets.source_card import SourceCard
from widgets.timeline import Timeline

CHECKING = Face("Checked when the wave closes", "unchecked", "text3", "hover")


class ResearcherPage(QWidget):
    """Shows one researcher.

    Signals:
        source_asked: The user wants to see a source in Evidence; its key.
        retry_asked: The user wants this researcher to try again; wave and number.
    """

    source_asked = Signal(str)
    retry_asked = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("scrolled", "true")
        self._shown: tuple[object, ...] = ()
        self._view: ResearcherView | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 20)
        column.setSpacing(6)
        self._question = Label("", "strong", wraps=True)
        self._figures = Label("", "small", "text3", wraps=True)
        column.addWidget(self._question)
        column.addWidget(self._figures)
        self._error = Label("", "body", "danger", wraps=True)
        self.retry = Button("Retry this researcher", "soft", "retry", compact=True)
        self.retry.clicked.connect(self._ask_retry)
        column.addWidget(self._error)
        column.addWidget(self.retry)
        column.addSpacing(8)
        column.addWidget(Label("Timeline", "small_strong", "text2"))
        self._timeline = Timeline()
        column.addWidget(self._timeline)
        column.addSpacing(8)
        column.addLayout(self._make_answer_head())
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 100)
        column.addWidget(self._bar)
        self._answer = Label("", "body", wraps=True)
        column.addWidget(self._answer)
        column.addSpacing(8)
        self._sources_title = Label("", "small_strong", "text2")
        column.addWidget(self._sources_title)
        self._sources = QVBoxLayout()
        self._sources.setSpacing(8)
        column.addLayout(self._sources)
        column.addStretch(1)

    def show_view(self, run: RunSnapshot, view: ResearcherView) -> None:
        """Show a researcher of a run."""
        self._view = view
        self._figures.setText(_figures(run, view))
        self._timeline.show_view(view)
        self.retry.setVisible(view.state == "failed")
        finding = view.finding
        gathered = finding.sources if finding else _gathered_so_far(view)
        shown = (view.question, finding, gathered, run.sources)
        if shown == self._shown:
            return
        self._shown = shown
        self._question.setText(view.question)
        error = finding.error if finding else None
        self._error.show_text(f"{error.title} {error.advice}".strip() if error else "")
        confidence = finding.confidence if finding else None
        self._answer_title.setVisible(bool(finding and finding.answer))
        self._confidence.show_text(f"Confidence {confidence:.2f}" if confidence is not None else "")
        self._bar.setVisible(confidence is not None)
        self._bar.setValue(round((confidence or 0) * 100))
        self._answer.show_text(finding.answer if finding else "")
        self._fill_sources(gathered, run.sources)

    def _make_answer_head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self._answer_title, self._confidence = Label("Answer", "small_strong", "text2"), Label("", "small", "text3")
        row.addWidget(self._answer_title)
        row.addStretch(1)
        row.addWidget(self._confidence)
        return row

    def _fill_sources(self, gathered: tuple[GatheredSource, ...], known: tuple[Source, ...]) -> None:
        while (item := self._sources.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._sources_title.show_text(f"Sources  {len(gathered)}" if gathered else "")
        for source in gathered:
            card = _card(source, next((one for one in known if source.ref in one.refs), None))
            card.opened_asked.connect(self.source_asked)
            self._sources.addWidget(card)

    def _ask_retry(self) -> None:
        if self._view is not None:
            self.retry_asked.emit(self._view.wave, self._view.researcher)


def _gathered_so_far(view: ResearcherView) -> tuple[GatheredSource, ...]:
    """Return the pages a researcher at work has quoted."""
    quotes: dict[str, list[str]] = {}
    for step in view.steps:
        if step.what == "quoted":
            quotes.setdefault(step.ref, []).append(step.text)
    opened = {step.ref: step for step in view.steps if step.what == "opened"}
    return tuple(
        GatheredSource(ref=ref, url=opened[ref].detail, title=opened[ref].text, quotes=tuple(words))
        for ref, words in quotes.items()
        if ref in opened
    )


def _card(source: GatheredSource, known: Source | None) -> SourceCard:
    words = source.quotes[0] if source.quotes else ""
    quote: Quote | None = next((one for one in known.quotes if one.text == words), None) if known else None
    face = STATUS_FACES[quote.status] if quote else CHECKING
    key = quote.id if quote else known.id if known else ""
    title = source.title or source.url
    return SourceCard(key, title, words, face, phrases.host(source.url), verified=bool(quote and is_found(quote)))


def _figures(run: RunSnapshot, view: ResearcherView) -> str:
    elapsed = phrases.elapsed_s(view, clock.now())
    parts = [] if elapsed is None else [phrases.minutes_seconds(elapsed)]
    used = view.usage.input_tokens + view.usage.output_tokens
    if used:
        parts.append(phrases.tokens(used))
    parts.append(f"{view.pages} of {phrases.count(run.options.plan.pages, 'page')}")
    if view.sandbox_id:
        parts.append(f"sandbox {view.sandbox_id.rpartition('-')[2][:8]}")
    if view.attempt > 1:
        parts.append(f"attempt {view.attempt}")
    return " · ".join(parts)
