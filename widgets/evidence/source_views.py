"""What the inspector shows of a researcher's sources: as gathered, and what was found once the wave has closed."""

from __future__ import annotations

from dataclasses import dataclass

from engine.snapshot import ResearcherView, RunSnapshot, Step
from engine.values import GatheredSource, Source
from resources.translation import mark, tr
from widgets.phrases import Face
from widgets.report.citation_notes import STATUS_FACES, STATUS_SENTENCES, is_found

CHECKING = Face(mark("Checked when the wave closes"), "unchecked", "text3", "hover")


@dataclass(frozen=True)
class QuoteView:
    """One quote of a source and what was found."""

    key: str  # "S3.1"; "" while it has none
    text: str
    face: Face
    found: str  # in a few words
    sentence: str  # what was found, and why
    verified: bool


@dataclass(frozen=True)
class SourceView:
    """One source of a researcher; `known` is the same source with its id, once the wave has closed."""

    number: int  # as the answer cites it here
    source: GatheredSource
    known: Source | None
    quotes: tuple[QuoteView, ...]

    @property
    def key(self) -> str:
        """The key of its first quote, else of the source; "" while it has none."""
        first = next((quote.key for quote in self.quotes if quote.key), "")
        return first or (self.known.id if self.known else "")


def source_views(run: RunSnapshot, view: ResearcherView) -> tuple[SourceView, ...]:
    """Return a researcher's sources in the order it cites them; while it works, those it has quoted so far."""
    gathered = view.finding.sources if view.finding else _gathered_so_far(view.steps)
    known = {ref: source for source in run.sources for ref in source.refs}
    return tuple(
        SourceView(number, source, known.get(source.ref), _quotes(source, known.get(source.ref)))
        for number, source in enumerate(gathered, 1)
    )


def _quotes(source: GatheredSource, known: Source | None) -> tuple[QuoteView, ...]:
    checked = {quote.text: quote for quote in known.quotes} if known else {}
    views = []
    for text in source.quotes:
        quote = checked.get(text)
        if quote is None:
            words = tr(CHECKING.word)
            views.append(QuoteView("", text, CHECKING, words, words, verified=False))
            continue
        face = STATUS_FACES[quote.status]
        found, sentence = tr(face.word), tr(STATUS_SENTENCES[quote.status])
        if quote.why:
            found = tr("{found}: {why}", found=found, why=quote.why)
            sentence = tr("{found}: {why}", found=sentence, why=quote.why)
        views.append(QuoteView(quote.id, text, face, found, sentence, verified=is_found(quote)))
    return tuple(views)


def _gathered_so_far(steps: tuple[Step, ...]) -> tuple[GatheredSource, ...]:
    quotes: dict[str, list[str]] = {}
    for step in steps:
        if step.what == "quoted":
            quotes.setdefault(step.ref, []).append(step.text)
    opened = {step.ref: step for step in steps if step.what == "opened"}
    return tuple(
        GatheredSource(
            ref=ref,
            url=opened[ref].detail,
            title=opened[ref].text,
            origin="library" if opened[ref].detail.startswith("file:") else "web",
            fetched_at=opened[ref].at,
            quotes=tuple(dict.fromkeys(words)),
        )
        for ref, words in quotes.items()
        if ref in opened
    )
