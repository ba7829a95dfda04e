"""Turns plain words into an FTS5 query: everything quoted, stop words dropped, neighbours and names kept whole."""

from __future__ import annotations

from dataclasses import dataclass

from engine.library.words import STOP_WORDS, parts, written_words

# Longer questions add words of less and less weight, and each costs a walk through the index.
MAX_TERMS = 24
# Two content words of a question belong together when their hits stand within this many words.
NEAR_WORDS = 6


@dataclass(frozen=True)
class Term:
    """A content word (one token) or the name of a thing in code (several tokens in a row)."""

    tokens: tuple[str, ...]

    def match(self) -> str:
        """Return the term as an FTS5 phrase."""
        return '"' + " ".join(self.tokens) + '"'


@dataclass(frozen=True)
class Query:
    """The terms of a query in the order they were written, and which of them stood side by side."""

    terms: tuple[Term, ...]
    pairs: tuple[tuple[str, str], ...] = ()  # neighbouring content words with nothing but spaces between
    near: tuple[tuple[str, str], ...] = ()  # neighbouring content words with stop words between

    def __bool__(self) -> bool:
        return bool(self.terms)

    def any_term(self) -> str:
        """Return the FTS5 expression that finds every passage with any of the terms, phrases counting extra."""
        phrases = [f'"{first} {second}"' for first, second in self.pairs]
        near = [f'NEAR("{first}" "{second}", {NEAR_WORDS})' for first, second in self.near]
        return " OR ".join(dict.fromkeys([term.match() for term in self.terms] + phrases + near))


def parse(text: str) -> Query:
    """Read a query or a question in plain words; a text of stop words only is searched for as it stands."""
    terms: dict[Term, None] = {}
    pairs: list[tuple[str, str]] = []
    near: list[tuple[str, str]] = []
    for words, adjacent, gapped in (_content(text, STOP_WORDS), _content(text, frozenset())):
        for word in words:
            terms.setdefault(word)
        pairs, near = adjacent, gapped
        if terms:
            break
    return Query(tuple(terms)[:MAX_TERMS], tuple(pairs[:MAX_TERMS]), tuple(near[:MAX_TERMS]))


def _content(
    text: str, stop_words: frozenset[str]
) -> tuple[list[Term], list[tuple[str, str]], list[tuple[str, str]]]:
    terms: list[Term] = []
    pairs: list[tuple[str, str]] = []
    near: list[tuple[str, str]] = []
    previous: str | None = None
    side_by_side = False
    for word in written_words(text):
        tokens = parts(word)
        kept = [token for token in tokens if token not in stop_words]
        if len(tokens) > 1 and kept:
            terms.append(Term(tuple(tokens)))
        terms.extend(Term((token,)) for token in kept)
        if len(tokens) == 1 and kept:
            if previous is not None and previous != kept[0]:
                (pairs if side_by_side else near).append((previous, kept[0]))
            previous = kept[0]
        side_by_side = bool(kept) and len(tokens) == 1
    return terms, pairs, near
