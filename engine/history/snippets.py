"""The piece of a report or an answer that shows why a run was found, with the words marked."""

from __future__ import annotations

import re

from engine.history.folded_words import folded
from engine.history.search_query import SearchQuery, Span
from engine.values import Value

LENGTH_CHARS = 110
_LEAD_CHARS = 24  # before the first mark, so that one sees what it is about
# Signs of Markdown and of citations that say nothing in one line of text.
_SIGNS = re.compile(
    r"\s*\[[Sr]?\d+(?:\.\d+)?\]|[*`#>|]+|(?<!\w)_+|_+(?!\w)|\]\([^)\s]*\)|!?\[|\]|^\s*[-+]\s", re.MULTILINE
)


class Snippet(Value):
    """A line of text with the places of the words that were looked for."""

    text: str = ""
    marks: tuple[Span, ...] = ()


def snippet(query: SearchQuery, *texts: str) -> Snippet:
    """Return the first paragraph of the texts that holds most of the query, cut to a line."""
    best, most = "", 0
    for paragraph in (part for text in texts for part in text.split("\n") if part.strip()):
        count = _count(query, paragraph)
        if count > most:
            best, most = paragraph, count
            if most == len(query.terms):
                break
    return _cut(query, " ".join(_SIGNS.sub("", best).split())) if best else Snippet()


def _count(query: SearchQuery, paragraph: str) -> int:
    """Return how many terms a paragraph holds; most are passed over without folding them."""
    lower = paragraph.lower()
    if lower.isascii() and not any(term.words[0] in lower for term in query.terms):
        return 0
    return query.count_in(folded(paragraph))


def _cut(query: SearchQuery, line: str) -> Snippet:
    marks = query.marks(line)
    first = marks[0][0] if marks else 0
    start = 0 if first <= _LEAD_CHARS + 12 else line.rfind(" ", 0, first - _LEAD_CHARS) + 1
    if first - start > 2 * _LEAD_CHARS:  # a script without spaces
        start = first - _LEAD_CHARS
    end = min(len(line), start + LENGTH_CHARS)
    if end < len(line) and (gap := line.rfind(" ", end - _LEAD_CHARS, end)) > first:
        end = gap
    lead = "… " if start else ""
    text = f"{lead}{line[start:end].rstrip()}{' …' if end < len(line) else ''}"
    shift = len(lead) - start
    inside = tuple((begin + shift, stop + shift) for begin, stop in marks if start <= begin and stop <= end)
    return Snippet(text=text, marks=inside)
