"""Says plainly what a report lacks: unanswered questions, failed researchers, missing words, unfound quotes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.agents.offline import coverage, quoting, topic
from engine.agents.offline.quote_pool import PooledQuote, unusable_quotes
from engine.agents.offline.voice import Voice
from engine.agents.port import WriteTask
from engine.values import Finding

MAX_NAMED = 5


def limitations(task: WriteTask, quotes: Sequence[PooledQuote], voice: Voice) -> Iterator[str]:
    """Yield the section; it always says how the report was made, then what this run could not find."""
    yield "## Limitations\n\n"
    yield f"- {voice.method}\n"
    for line in _lacks(task, quotes):
        yield f"- {line}\n"
    yield "\n"


def _lacks(task: WriteTask, quotes: Sequence[PooledQuote]) -> Iterator[str]:
    found = coverage.measure(task.dossier)
    if found.missing:
        named = topic.join(tuple(f"“{quoting.escaped(word)}”" for word in found.missing[:MAX_NAMED]))
        yield f"No quote mentions {named}, which the topic names."
    with_quotes = {id(quote.finding) for quote in quotes}
    for finding in task.dossier.findings:
        if line := _lack(finding, id(finding) in with_quotes):
            yield line
    for source, quote in unusable_quotes(task.dossier)[:MAX_NAMED]:
        name = quoting.escaped(source.title or source.url)
        yield f"A quote from “{name}” was left out because it was {_status(quote.status)} in the stored text."
    if task.dossier.wave > 1:
        follow_ups = sum(finding.wave > 1 for finding in task.dossier.findings)
        yield f"The first answers were thin; {follow_ups} further questions were asked after them."
    if task.decision.with_gaps:
        yield f"The review approved with gaps. {quoting.escaped(task.decision.rationale)}"


def _lack(finding: Finding, has_quotes: bool) -> str:
    question = quoting.escaped(finding.question)
    if finding.error is not None:
        return f"The researcher for “{question}” failed: {quoting.escaped(finding.error.title)}"
    if not has_quotes and not finding.sources:
        return f"Unanswered: “{question}”"
    if finding.confidence is not None and finding.confidence < coverage.LOW_CONFIDENCE:
        return f"Low confidence ({finding.confidence:.2f}): “{question}”"
    return ""


def _status(status: str) -> str:
    return "not found word for word" if status == "not_found" else "not looked for"
