"""The lines of a researcher's timeline, read from its events."""

from __future__ import annotations

from engine import events as ev
from engine.snapshot import Step

TimelineEvent = (
    ev.SearchAnswered | ev.ProviderSearched | ev.PageOpened | ev.CallFailed | ev.CallRefused | ev.QuoteNoted
    | ev.ModelWaiting | ev.ResearcherStarted
)  # fmt: skip


def step_of(event: TimelineEvent, at: float) -> Step:
    """Return the line of an event that happened `at` seconds since the epoch."""
    match event:
        case ev.SearchAnswered():
            hits = "1 result" if event.results == 1 else f"{event.results} results"
            return Step(at=at, what="searched", text=event.query, detail=hits, results=event.results)
        case ev.ProviderSearched():
            return Step(at=at, what="searched", text=event.query, detail="by the model's provider")
        case ev.PageOpened():
            return _opened(event, at)
        case ev.CallFailed():
            return Step(at=at, what="failed", text=event.target, detail=event.why, call=event.call)
        case ev.CallRefused():
            return Step(at=at, what="refused", text=event.target, detail=event.why, call=event.call)
        case ev.QuoteNoted():
            return Step(at=at, what="quoted", text=event.text, ref=event.ref)
        case ev.ModelWaiting():
            return Step(at=at, what="waiting", text=event.why, until=event.until)
        case ev.ResearcherStarted():
            return Step(at=at, what="attempt", attempt=event.attempt)


def _opened(event: ev.PageOpened, at: float) -> Step:
    return Step(
        at=at,
        what="opened",
        text=event.title or event.url,
        detail=event.url,
        ref=event.ref,
        note=" ".join(event.notes),
        size_bytes=event.size_bytes,
    )
