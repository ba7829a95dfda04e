"""What the user typed into the search field, as words to look for; anything may be typed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from engine.history.folded_words import folded, folded_with_places

# "words in quotes" stand together; everything else is a word, or the beginning of one.
_TERMS = re.compile(r'"([^"]*)"?|([^\s"]+)')
_TOKEN = re.compile(r"[^\W_]+")
# Nobody reads on after so many words; a pasted page must not become a query of thousands.
MAX_TERMS = 16
MAX_TERM_CHARS = 200

Span = tuple[int, int]


@dataclass(frozen=True)
class Term:
    """Words that stand together; the last one may be the beginning of a longer one."""

    words: tuple[str, ...]
    is_whole: bool  # in quotes: the last word must be whole

    def expression(self) -> str:
        """Return the term in the query language of SQLite's full-text search."""
        phrase = " ".join(self.words)
        return f'"{phrase}"' if self.is_whole else f'"{phrase}" *'

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Find the term in folded text."""
        between = r"[\W_]+".join(re.escape(word) for word in self.words)
        end = r"(?![^\W_])" if self.is_whole else ""
        return re.compile(rf"(?<![^\W_]){between}{end}")


class SearchQuery:
    """All of its terms must be found, in any order."""

    def __init__(self, text: str) -> None:
        found = [(quoted or word, bool(quoted)) for quoted, word in _TERMS.findall(text)]
        terms = [Term(tuple(_TOKEN.findall(folded(words[:MAX_TERM_CHARS]))), whole) for words, whole in found]
        self.terms = tuple(dict.fromkeys(term for term in terms if term.words))[:MAX_TERMS]

    def __bool__(self) -> bool:
        """Tell whether there is anything to look for."""
        return bool(self.terms)

    def expression(self) -> str:
        """Return the query in the language of SQLite's full-text search."""
        return " AND ".join(term.expression() for term in self.terms)

    def fits(self, folded_text: str) -> bool:
        """Tell whether a folded text holds all terms."""
        return all(term.pattern.search(folded_text) for term in self.terms)

    def count_in(self, folded_text: str) -> int:
        """Return how many of the terms a folded text holds."""
        return sum(term.pattern.search(folded_text) is not None for term in self.terms)

    def marks(self, text: str) -> tuple[Span, ...]:
        """Return where the terms stand in a text: starts and ends, in order, without overlaps."""
        form, places = folded_with_places(text)
        spans = sorted(
            (places[match.start()], places[match.end() - 1] + 1)
            for term in self.terms
            for match in term.pattern.finditer(form)
        )
        merged: list[Span] = []
        for start, end in spans:
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        return tuple(merged)
