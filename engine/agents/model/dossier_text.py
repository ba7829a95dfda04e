"""A dossier as reviewer and writer read it: answers with their ids, sources with their quotes, within a limit."""

from __future__ import annotations

from collections.abc import Iterator

from engine.values import Finding, Quote, ResearchDossier, Source

# About 60,000 tokens. When it is not enough, quotes beyond the first of each source go first, then long answers.
MAX_DOSSIER_CHARS = 240_000
_STATUS_WORDS = {"not_found": " (not found in its source)", "not_checked": " (not checked)"}


def dossier_text(dossier: ResearchDossier, max_chars: int = MAX_DOSSIER_CHARS) -> str:
    """Return the dossier; what had to be left out for its length is left out evenly, ids never."""
    for quotes, answer_chars in ((99, 100_000), (4, 20_000), (2, 8_000), (1, 4_000), (1, 1_500)):
        answers = [_finding(finding, answer_chars) for finding in dossier.findings]
        sources = [_source(source, quotes) for source in dossier.sources]
        text = "\n\n".join(["ANSWERS", *answers, "SOURCES", *(sources or ["(none)"])])
        if len(text) <= max_chars:
            break
    return text


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


def _source(source: Source, quotes: int) -> str:
    about = ", ".join(part for part in (source.site, source.author, source.date) if part)
    title = " ".join((source.title or source.url).split())
    head = f"[{source.id}] {title}" + (f" ({about})" if about else "")
    return "\n".join([head, *_quotes(source.quotes[:quotes])])


def _quotes(quotes: tuple[Quote, ...]) -> Iterator[str]:
    for quote in quotes:
        page = f" (page {quote.page})" if quote.page else ""
        yield f'  [{quote.id}] "{" ".join(quote.text.split())}"{page}{_STATUS_WORDS.get(quote.status, "")}'
