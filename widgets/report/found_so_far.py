"""What was found while researchers work: quotes by question, so that there is something true to read early."""

from __future__ import annotations

from html import escape

from engine.snapshot import ResearcherView, RunSnapshot
from engine.values import Quote, Source
from resources.translation import tr
from widgets import phrases
from widgets.report.citation_notes import STATUS_FACES, numbers

_GroupKey = tuple[int, int]


class FoundSoFar:
    """Writes the quotes of a run as blocks; the group of a researcher who found nothing new is not written again."""

    def __init__(self) -> None:
        self._sources: tuple[Source, ...] = ()
        self._groups: dict[_GroupKey, tuple[ResearcherView, tuple[str, ...]]] = {}

    def blocks(self, run: RunSnapshot) -> tuple[str, ...]:
        """Return the quotes noted so far as HTML, () while there is none."""
        if run.sources is not self._sources:
            self._sources = run.sources
            self._groups.clear()
        found: list[str] = []
        for wave in run.waves:
            for view in wave.researchers:
                found += self._group(run, view)
        if not found:
            return ()
        return (f"<h2>{escape(tr('Found so far'))}</h2>", *found)

    def _group(self, run: RunSnapshot, view: ResearcherView) -> tuple[str, ...]:
        key = (view.wave, view.researcher)
        known = self._groups.get(key)
        if known is None or known[0].steps is not view.steps or known[0].finding is not view.finding:
            known = (view, _group(run, view))
            self._groups[key] = known
        return known[1]


def _group(run: RunSnapshot, view: ResearcherView) -> tuple[str, ...]:
    quotes = {step.text: step.ref for step in view.steps if step.what == "quoted"}
    if view.finding is not None:  # also of a run without a timeline of quotes
        quotes.update({text: source.ref for source in view.finding.sources for text in source.quotes})
    if not quotes:
        return ()
    opened = {step.ref: (step.text, step.detail) for step in view.steps if step.what == "opened"}
    if view.finding is not None:
        opened.update({source.ref: (source.title, source.url) for source in view.finding.sources})
    collected = {ref: source for source in run.sources for ref in source.refs}
    printed = numbers(run)
    blocks = [f"<h3>{escape(view.question)}</h3>"]
    for text, ref in quotes.items():
        title, url = opened.get(ref, ("", ""))
        source = collected.get(ref)
        quote = _quote(source, text)
        chip = f'<a href="cite:{quote.id}">[{printed[source.id]}]</a>' if source and quote else ""
        told = [title or url, phrases.host(url) if title and url else "", _mark(quote)]
        line = escape(" · ".join(part for part in told if part))
        blocks.append(f"<blockquote><p>{escape(text)} {chip}</p><p><small>{line}</small></p></blockquote>")
    return tuple(blocks)


def _quote(source: Source | None, text: str) -> Quote | None:
    return next((quote for quote in source.quotes if quote.text == text), None) if source else None


def _mark(quote: Quote | None) -> str:
    """Say what is known of a quote; quotes are checked when their wave is collected."""
    return tr(STATUS_FACES[quote.status].word) if quote else tr("Not checked yet")
