"""Writes the report without a model: quotes under themes, with words of its own only about where they stand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence

from engine.agents.offline import quoting, summary, topic
from engine.agents.offline.limitations import limitations
from engine.agents.offline.quote_pool import PooledQuote, usable_quotes
from engine.agents.offline.themes import Theme, themes_of
from engine.agents.offline.words import language_of
from engine.agents.port import Emit, WriteTask

OFFLINE_LINE = "Offline: this report quotes your documents and invents nothing. No language model was used."
NO_TRANSLATION = (
    "The offline mode cannot translate: the quotes stay in the language of the documents, not in “{language}”."
)
NOTHING = "The documents hold no sentence that answers this topic."


class OfflineWriter:
    """Implements `engine.agents.port.Writer`; the same dossier always gives the same report."""

    async def write(self, task: WriteTask, emit: Emit) -> AsyncIterator[str]:
        """Yield the report in markdown, section by section."""
        for piece in report(task):
            yield piece


def report(task: WriteTask) -> Iterator[str]:
    """Yield the pieces of the report: title, summary, findings, limitations, conclusion."""
    quotes = _each_once(usable_quotes(task.dossier))
    top = summary.pick(task.dossier.topic, quotes)
    rest = [quote for quote in quotes if quote not in top]
    last = _for_conclusion(rest, top)
    themes = themes_of([quote for quote in rest if quote not in last], task.dossier.findings)
    yield f"# {quoting.escaped(_title(task.dossier.topic))}\n\n"
    yield _offline_lines(task, quotes)
    yield from _summary(task, top)
    yield from _findings(themes)
    yield from limitations(task, themes, quotes)
    yield from _conclusion(task, quotes, last)


def _title(text: str) -> str:
    return topic.shorten(topic.read(text).text, topic.LONG_TOPIC_CHARS)


def _offline_lines(task: WriteTask, quotes: Sequence[PooledQuote]) -> str:
    lines = f"*{OFFLINE_LINE}*\n\n"
    wanted = task.options.language.split("-")[0].lower() or topic.read(task.dossier.topic).language
    spoken = language_of(" ".join(quote.text for quote in quotes[:20]))
    if wanted and spoken and wanted != spoken:
        lines += f"*{NO_TRANSLATION.format(language=task.options.language or wanted)}*\n\n"
    return lines


def _summary(task: WriteTask, top: Sequence[PooledQuote]) -> Iterator[str]:
    yield "## Executive summary\n\n"
    yield f"**Asked:** {quoting.escaped(_title(task.dossier.topic))}\n\n"
    if not top:
        yield f"**Answer:** {NOTHING}\n\n"
        return
    yield "**Answer**, in the words of the documents:\n\n"
    for lead, quotes in quoting.grouped(top):
        yield lead
        yield from (quoting.block(quote) for quote in quotes)


def _findings(themes: Sequence[Theme]) -> Iterator[str]:
    yield "## Findings\n\n"
    if not any(theme.quotes for theme in themes):
        yield "Everything that was found stands in the summary above.\n\n" if themes else f"{NOTHING}\n\n"
    for theme in themes:
        if not theme.quotes:
            continue
        yield f"### {quoting.escaped(theme.name)}\n\n"
        for lead, quotes in quoting.grouped(theme.quotes):
            yield lead
            yield from (quoting.block(quote) for quote in quotes)


def _conclusion(task: WriteTask, quotes: Sequence[PooledQuote], last: Sequence[PooledQuote]) -> Iterator[str]:
    yield "## Conclusion\n\n"
    if not quotes:
        yield "Nothing can be concluded from these documents. Add documents that treat the topic, or ask in other words.\n\n"
        return
    titles = dict.fromkeys(quote.place.partition(" › ")[0] for quote in quotes)
    shown = [f"“{quoting.escaped(title)}”" for title in list(titles)[:3]]
    more = f" and {len(titles) - 3} more" if len(titles) > 3 else ""
    yield (
        f"To read on, open {', '.join(shown)}{more}: "
        f"{len(quotes)} quotes from {len({quote.source.id for quote in quotes})} documents stand in this report.\n\n"
    )
    for quote in last:
        yield f"A sentence to end with, {quoting.lead_in(quote.place)[0].lower()}{quoting.lead_in(quote.place)[1:]}"
        yield quoting.block(quote)


def _for_conclusion(rest: Sequence[PooledQuote], top: Sequence[PooledQuote]) -> list[PooledQuote]:
    """Return one strong quote the summary has no room for, when the findings can spare it."""
    if len(rest) < 4:
        return []
    first = [quote for quote in rest if quote.rank <= 1 and len(quote.text.split()) <= 35]
    return first[:1]


def _each_once(quotes: Sequence[PooledQuote]) -> list[PooledQuote]:
    """Drop a quote that was quoted before, alone or inside a longer one."""
    kept: list[PooledQuote] = []
    for quote in quotes:
        text = " ".join(quote.text.split())
        if not any(text in other.text or other.text in text for other in kept):
            kept.append(quote)
    return kept
