"""The lines of Activity: what an entry of a run's journal says in one line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine import events as ev
from engine.events import JournalEntry
from resources.translation import mark, tr, trn
from widgets import phrases
from widgets.activity.run_lines import RUN_LINES
from widgets.line_words import LineWords
from widgets.text.emphasis import plain, strong


@dataclass(frozen=True)
class ActivityLine:
    """One line: where it stands in the journal, when it happened, whose it is, and its words."""

    seq: int
    at: float
    who: str  # "2.2", "P"; "" = of the run as a whole
    whose: str  # the same for screen readers
    node: str  # the key of its node in the graph, "" for none
    words: LineWords

    def spoken(self, time: str) -> str:
        """Return the line as one sentence without marks."""
        told = (time, self.whose, plain(self.words.text), self.words.right)
        return ", ".join(part for part in told if part)


STAGE_NAMES = {
    "planner": mark("Planner"),
    "collector": mark("Collector"),
    "reviewer": mark("Reviewer"),
    "writer": mark("Report writer"),
}
_STAGE_LETTERS = {"planner": mark("P"), "collector": mark("C"), "reviewer": mark("V"), "writer": mark("W")}


def activity_line(entry: JournalEntry) -> ActivityLine:
    """Return the line of an entry that is one (see `engine.activity`)."""
    event = entry.event
    words = _words(event)
    who, whose, node = _whose(event)
    return ActivityLine(entry.seq, entry.at, who, whose, node, words)


def _words(event: ev.Event) -> LineWords:
    make = _LINES.get(type(event)) or RUN_LINES.get(type(event))
    return make(event) if make else LineWords("info", "text3", event.kind)


def _whose(event: ev.Event) -> tuple[str, str, str]:
    """Return the short name, the full name and the node of whoever an event is about."""
    about = event.finding if isinstance(event, ev.FindingArrived) else event
    researcher = getattr(about, "researcher", 0)
    if researcher:
        number = f"{getattr(about, 'wave', 0)}.{researcher}"
        return number, tr("Researcher {number}", number=number), f"researcher-{number}"
    stage = _STAGES.get(event.kind)
    if stage is None:
        return "", "", ""
    node = f"{stage}-{getattr(event, 'wave', 1)}" if stage in ("collector", "reviewer") else stage
    return tr(_STAGE_LETTERS[stage]), tr(STAGE_NAMES[stage]), node


_STAGES = {
    "questions_planned": "planner",
    "plan_approved": "planner",
    "wave_collected": "collector",
    "review_decided": "reviewer",
    "verdict_given": "reviewer",
    "writing_started": "writer",
    "report_finished": "writer",
}


def _started(event: ev.ResearcherStarted) -> LineWords:
    return LineWords("retry", "text2", tr("Tried again with a new sandbox"), tr("attempt {n}", n=event.attempt))


def _searched(event: ev.SearchAnswered) -> LineWords:
    right = trn("{n} result", "{n} results", event.results)
    return LineWords("search", "text2", tr("Searched {words}", words=strong(event.query)), right)


def _provider_searched(event: ev.ProviderSearched) -> LineWords:
    text = tr("Searched {words}", words=strong(event.query))
    return LineWords("search", "text2", text, tr("by the model's provider"))


def _opened(event: ev.PageOpened) -> LineWords:
    words = tr("Opened {page}", page=strong(event.title or phrases.address(event.url)))
    facts = (phrases.host(event.url), phrases.size(event.size_bytes) if event.size_bytes else "")
    right = " · ".join(fact for fact in facts if fact)
    return LineWords("source", "text2", words, right, ref=event.ref, address=event.url)


def _call_failed(event: ev.CallFailed) -> LineWords:
    what = strong(phrases.address(event.target))
    text = {
        "search": tr("Could not search {what}", what=what),
        "fetch": tr("Could not open {what}", what=what),
        "model.respond": tr("No answer from {what}", what=what),
    }[event.call]
    return LineWords("warning", "warn", text, event.why)


def _refused(event: ev.CallRefused) -> LineWords:
    what = strong(phrases.address(event.target)) if event.target else event.call
    return LineWords("refused", "warn", tr("Refused {what}", what=what), event.why, ground="warnSoft")


def _waiting(event: ev.ModelWaiting) -> LineWords:
    return LineWords("clock", "text2", tr("The model's server asked to wait"), event.why)


def _quoted(event: ev.QuoteNoted) -> LineWords:
    quote = " ".join(event.text.split())
    return LineWords("quote", "text2", tr("Quoted “{words}”", words=strong(quote)), ref=event.ref, quote=event.text)


def _retry_asked(event: ev.RetryAsked) -> LineWords:
    return LineWords("retry", "accent", tr("You asked to try again"))


def _finding(event: ev.FindingArrived) -> LineWords:
    finding = event.finding
    kept = trn("kept: {n} source", "kept: {n} sources", len(finding.sources))
    if finding.error is not None and finding.error.kind == "stopped":
        return LineWords("cancelled", "text2", tr("Stopped by you"), kept)
    if finding.error is not None and finding.error.kind == "limit":
        return LineWords("cancelled", "text2", tr("Stopped: limit reached"), kept)
    if finding.error is not None:
        text = tr("Failed: {why}", why=strong(finding.error.title))
        return LineWords("failed", "danger", text, kept, ground="dangerSoft")
    quotes = sum(len(source.quotes) for source in finding.sources)
    right = trn("{n} quote", "{n} quotes", quotes)
    if finding.confidence is None:
        text = trn("Finished with {n} source", "Finished with {n} sources", len(finding.sources))
    else:
        text = trn("Finished with {n} source, confidence {confidence:.2f}",
                   "Finished with {n} sources, confidence {confidence:.2f}",
                   len(finding.sources), confidence=finding.confidence)  # fmt: skip
    return LineWords("verified", "ok", text, right)


_LINES: dict[type, Callable[[Any], LineWords]] = {
    ev.ResearcherStarted: _started,
    ev.SearchAnswered: _searched,
    ev.ProviderSearched: _provider_searched,
    ev.PageOpened: _opened,
    ev.CallFailed: _call_failed,
    ev.CallRefused: _refused,
    ev.ModelWaiting: _waiting,
    ev.QuoteNoted: _quoted,
    ev.RetryAsked: _retry_asked,
    ev.FindingArrived: _finding,
}
