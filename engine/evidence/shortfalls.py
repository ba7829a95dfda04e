"""What a sentence of a report falls short of, told in the text right behind it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.evidence.cited import CitedReport, CitedSentence
from engine.values import CitationCheck

NO_QUOTE = "No quote of this source fits the sentence."
NO_SOURCE = "[no source]"
NO_QUOTE_FITS = "[no quote of its source fits]"
NOT_FOUND = "[quote not found in its source]"
FIGURE = "[figure not in the quote]"
BEYOND = "[goes further than the quote]"
NOT_SAID = "[not what the quote says]"
SHORTFALLS = (NO_SOURCE, NO_QUOTE_FITS, NOT_FOUND, FIGURE, BEYOND, NOT_SAID)
SHORTFALL = re.compile("|".join(map(re.escape, SHORTFALLS)))


def shortfalls(sentence: CitedSentence) -> list[str]:
    """Return what a sentence falls short of, the gravest first."""
    checks = sentence.checks
    if not checks:
        return [NO_SOURCE] if sentence.is_statement else []
    found: list[str] = []
    if any(check.status == "not_found" or check.invented for check in checks):
        found.append(NOT_FOUND)
    if not sentence.is_heading and any(lacks_quote(check) for check in checks):
        found.append(NO_QUOTE_FITS)
    if any(check.support == "does_not" for check in checks):
        found.append(NOT_SAID)
    elif any(check.support == "partly" for check in checks):
        found.append(BEYOND)
    if any(check.figures for check in checks):
        found.append(FIGURE)
    return found


def lacks_quote(check: CitationCheck) -> bool:
    """Say whether a citation names a source of which no quote fits its sentence."""
    return not check.quotes and check.status == "not_checked" and check.why == NO_QUOTE


def marked(report: CitedReport, sentences: Sequence[CitedSentence]) -> str:
    """Return a report's markdown with what its sentences fall short of behind each.

    Args:
        report: As it was numbered.
        sentences: Its sentences, their citations checked.
    """
    pieces: list[str] = []
    position = 0
    for sentence in sentences:
        words = shortfalls(sentence)
        if not words or sentence.end < position:
            continue
        pieces.append(report.markdown[position : sentence.end])
        pieces.append("".join(f" {word}" for word in words))
        # "[…](" would be a link and "[…]:" a definition; scripts without spaces go on directly.
        following = report.markdown[sentence.end : sentence.end + 1]
        pieces.append(" " if following in ("(", ":", "[") or following.isalnum() else "")
        position = sentence.end
    return "".join(pieces) + report.markdown[position:]


def unmarked(markdown: str) -> str:
    """Return a writer's text in which none of these words reads as ours."""
    return SHORTFALL.sub(lambda match: f"\\{match.group()[:-1]}\\]", markdown)
