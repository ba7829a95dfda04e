"""Writes the report without a model: quotes under themes, with words of its own only about where they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence

from engine.agents.offline import quoting, summary, topic
from engine.agents.offline.coverage import is_weak
from engine.agents.offline.extent import EXTENTS
from engine.agents.offline.limitations import limitations
from engine.agents.offline.quote_pool import PooledQuote, usable_quotes
from engine.agents.offline.themes import Theme, themes_of
from engine.agents.offline.voice import OFFLINE, Voice
from engine.agents.offline.words import language_of
from engine.agents.port import Emit, WriteTask

MAX_NAMED_TITLES = 3
MAX_LAST_WORDS = 35
NOTHING = "The documents hold no sentence that answers this topic."
ADVICE = "Nothing can be concluded from these documents. Add documents that treat the topic, or ask in other words."
AGAIN = "Nothing can be concluded, because researchers failed. Mend what failed, then run the topic again."
UNSURE = (
    "The documents hold no sure answer to this. "
    "The nearest sentences stand under Findings; they may be about something else."
)
NAMELESS = "The documents hold no sure answer to this: the topic holds no word that could be looked for."
FAILED = "No question could be answered, because every researcher failed. {reason}"
FRAME = "The words around the quotes are English; they are not part of the documents."


class OfflineWriter:
    """Implements `engine.agents.port.Writer`; the same dossier always gives the same report."""

    async def write(self, task: WriteTask, emit: Emit) -> AsyncIterator[str]:
        """Yield the report in markdown, section by section."""
        for piece in report(task):
            yield piece


def report(task: WriteTask, voice: Voice = OFFLINE) -> Iterator[str]:
    """Yield the pieces of the report: title, summary, findings, limitations, conclusion."""
    asked, extent = task.dossier.topic, EXTENTS[task.options.report.length]
    quotes = _each_once(usable_quotes(task.dossier))
    if not voice.keeps_all:
        quotes = summary.on_topic(asked, quotes)
    is_sure = bool(quotes) if voice.keeps_all else summary.holds_answer(asked, quotes)
    top = summary.pick(asked, quotes)[: extent.summary] if is_sure else []
    rest = [quote for quote in quotes if quote not in top]
    last = _for_conclusion(asked, rest) if is_sure and extent.has_last_quote else []
    themes = themes_of([quote for quote in rest if quote not in last], task.dossier.findings, extent)
    yield f"# {quoting.escaped(_title(asked))}\n\n"
    yield _opening(task, quotes, voice)
    lacks = "" if is_sure else UNSURE if quotes else voice.words(_why_nothing(task))
    yield from _summary(task, top, lacks, voice)
    yield from _findings(themes, bool(quotes), lacks or voice.words(NOTHING))
    yield from limitations(task, quotes, voice)
    yield from _conclusion(task, quotes, last, voice)


def _title(text: str) -> str:
    return topic.read(text).title


def _opening(task: WriteTask, quotes: Sequence[PooledQuote], voice: Voice) -> str:
    """Return the notes under the title: who wrote, and what of the wishes could not be granted."""
    notes = [voice.opening]
    wanted = task.options.language.split("-")[0].lower() or topic.read(task.dossier.topic).language
    spoken = language_of(" ".join(quote.text for quote in quotes[:20]))
    if wanted and spoken and wanted != spoken:
        notes.append(voice.no_translation.format(language=task.options.language or wanted))
    if wanted and wanted != "en":
        notes.append(voice.words(FRAME))
    if task.options.report.sections:
        named = ", ".join(f"“{quoting.escaped(heading)}”" for heading in task.options.report.sections)
        notes.append(voice.no_sections.format(sections=named))
    return "".join(f"*{note}*\n\n" for note in notes)


def _summary(task: WriteTask, top: Sequence[PooledQuote], lacks: str, voice: Voice) -> Iterator[str]:
    title = quoting.escaped(topic.read(task.dossier.topic).asked)
    yield "## Executive summary\n\n"
    # Words about the report itself stand in emphasis: they claim nothing about the topic.
    yield f"**Asked:** {title}\n\n" if title.endswith("?") else f"*Asked: {title}*\n\n"
    if lacks:
        yield f"*{lacks}*\n\n"
        return
    yield f"{voice.lead}\n\n"
    for lead, quotes in quoting.grouped(top):
        yield lead
        yield from (quoting.block(quote) for quote in quotes)


def _why_nothing(task: WriteTask) -> str:
    """Say why there is no quote at all."""
    errors = [finding.error for finding in task.dossier.findings if finding.error is not None]
    if errors and len(errors) == len(task.dossier.findings):
        return FAILED.format(reason=quoting.escaped(errors[0].title.rstrip(".")) + ".")
    return NOTHING if topic.asked_words(topic.read(task.dossier.topic)) else NAMELESS


def _findings(themes: Sequence[Theme], is_anything_found: bool, nothing: str) -> Iterator[str]:
    yield "## Findings\n\n"
    if not any(theme.quotes for theme in themes):
        yield (
            "*Everything that was found stands in the summary above.*\n\n"
            if is_anything_found
            else f"*{nothing}*\n\n"
        )
    for theme in themes:
        if not theme.quotes:
            continue
        yield f"### {quoting.escaped(theme.name)}\n\n"
        for lead, quotes in quoting.grouped(theme.quotes):
            yield lead
            yield from (quoting.block(quote) for quote in quotes)


def _conclusion(
    task: WriteTask, quotes: Sequence[PooledQuote], last: Sequence[PooledQuote], voice: Voice
) -> Iterator[str]:
    yield "## Conclusion\n\n"
    if not quotes:
        failed = any(finding.error is not None for finding in task.dossier.findings)
        yield f"*{voice.words(AGAIN if failed else ADVICE)}*\n\n"
        return
    often = Counter(quote.place.partition(" › ")[0] for quote in quotes)
    named = [f"“{quoting.escaped(title)}” ({count})" for title, count in often.most_common(MAX_NAMED_TITLES)]
    documents = voice.words("one document" if len(often) == 1 else f"{len(often)} documents")
    if last:
        yield quoting.lead_in(last[0].place)
        yield from (quoting.block(quote) for quote in last)
    yield f"*Quoted from {documents}. To read on, open first (with the number of quotes): {', '.join(named)}.*\n\n"


def _for_conclusion(topic_text: str, rest: Sequence[PooledQuote]) -> list[PooledQuote]:
    """Return one strong quote the summary has no room for, when the findings can spare it."""
    if len(rest) < 4:
        return []
    short = [quote for quote in rest if not is_weak(quote.finding) and len(quote.text.split()) <= MAX_LAST_WORDS]
    return [summary.most_telling(topic_text, short)] if short else []


def _each_once(quotes: Sequence[PooledQuote]) -> list[PooledQuote]:
    """Drop a quote that was quoted before, alone or inside a longer one."""
    kept: list[PooledQuote] = []
    for quote in quotes:
        text = " ".join(quote.text.split())
        if not any(text in other.text or other.text in text for other in kept):
            kept.append(quote)
    return kept
