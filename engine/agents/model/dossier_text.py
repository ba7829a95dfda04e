"""A dossier as reviewer and writer read it: answers with their ids, sources with their quotes, within a limit."""

from __future__ import annotations

from collections.abc import Iterator

from engine.context_room import MAX_DOSSIER_CHARS
from engine.errors import ModelError
from engine.values import Finding, Quote, ResearchDossier, Source

# When there is not enough room, quotes beyond the first of each source go first, then long answers.
# Quotes a source, characters an answer, characters a quote; the last levels are for the smallest contexts.
_LEVELS = (
    (99, 100_000, 10_000), (4, 20_000, 10_000), (2, 8_000, 10_000), (1, 4_000, 10_000), (1, 1_500, 10_000),
    (1, 600, 400), (1, 300, 200), (0, 300, 0),
)  # fmt: skip
_STATUS_WORDS = {"not_found": " (not found in its source)", "not_checked": " (not checked)"}


def dossier_text(dossier: ResearchDossier, max_chars: int = MAX_DOSSIER_CHARS) -> str:
    """Return the dossier; what had to be left out for its length is left out evenly, ids never."""
    for quotes, answer_chars, quote_chars in _LEVELS:
        answers = [_finding(finding, answer_chars) for finding in dossier.findings]
        sources = [_source(source, quotes, quote_chars) for source in dossier.sources]
        text = "\n\n".join(["ANSWERS", *answers, "SOURCES", *(sources or ["(none)"])])
        if len(text) <= max_chars:
            break
    return text


def shorter(dossier: ResearchDossier, text: str, error: ModelError) -> str:
    """Return a dossier of about half the length of one that was too long for the model.

    Raises:
        ModelError: `error` itself, when it cannot be shortened any more.
    """
    less = dossier_text(dossier, len(text) // 2)
    if len(less) >= len(text):
        raise error
    return less


def _finding(finding: Finding, answer_chars: int) -> str:
    lines = [f"Wave {finding.wave}, researcher {finding.researcher}", f"Question: {finding.question}"]
    if finding.error:
        lines.append(f"This researcher failed: {finding.error.title}")
    if finding.confidence is not None:
        lines.append(f"Confidence: {finding.confidence:.2f}")
    answer = finding.answer.strip() or "(no answer)"
    if len(answer) > answer_chars:
        answer = answer[:answer_chars].rsplit(" ", 1)[0] + " (shortened)"
    lines.append(f"Answer: {answer}")
    lines += [f"Not found out: {gap}" for gap in finding.gaps]
    return "\n".join(lines)


def _source(source: Source, quotes: int, quote_chars: int) -> str:
    about = ", ".join(part for part in (source.site, source.author, source.date) if part)
    title = " ".join((source.title or source.url).split())
    head = f"[{source.id}] {title}" + (f" ({about})" if about else "")
    return "\n".join([head, *_quotes(source.quotes[:quotes], quote_chars)])


def _quotes(quotes: tuple[Quote, ...], most_chars: int) -> Iterator[str]:
    for quote in quotes:
        text = " ".join(quote.text.split())
        if len(text) > most_chars:
            text = text[:most_chars].rsplit(" ", 1)[0] + " …"
        page = f" (page {quote.page})" if quote.page else ""
        yield f'  [{quote.id}] "{text}"{page}{_STATUS_WORDS.get(quote.status, "")}'
