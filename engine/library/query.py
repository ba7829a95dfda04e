"""Turns plain words into what is searched for: stop words dropped, neighbours and names kept whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.library.words import STOP_WORDS, content_words, joined_names, parts, written_words

# Longer questions add words of less and less weight, and each costs a walk through the index.
MAX_TERMS = 24


@dataclass(frozen=True)
class Query:
    """What a query asks for, as FTS5 phrases; each is made of letters and digits only.

    Attributes:
        terms: content words, one token each, in the order they were written.
        names: names of things in code, several tokens in a row: `asyncio timeout`.
        pairs: content words that stood side by side.
        near: content words with only stop words between them.
        compounds: neighbours written as one word, since texts differ: back up, backup.
    """

    terms: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    near: tuple[tuple[str, str], ...] = ()
    compounds: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.terms or self.names)

    def phrases(self) -> list[str]:
        """Return all that is searched for by itself: first the terms, then names and compounds."""
        return list(dict.fromkeys([*self.terms, *self.names, *self.compounds]))


def parse(text: str) -> Query:
    """Read a query or a question in plain words; a text of stop words only is searched for as it stands."""
    return _Reading(text, STOP_WORDS).query() or _Reading(text, frozenset()).query()


@dataclass
class _Token:
    """A token of the query; `alone` when the word it was written in holds no other."""

    text: str
    content: bool
    alone: bool


@dataclass
class _Reading:
    text: str
    stop_words: frozenset[str]
    names: dict[str, None] = field(default_factory=dict)

    def query(self) -> Query:
        tokens = list(self._tokens())
        terms = dict.fromkeys(token.text for token in tokens if token.content)
        pairs: dict[tuple[str, str], None] = {}
        near: dict[tuple[str, str], None] = {}
        compounds: dict[str, None] = {}
        before: _Token | None = None  # the last content word
        for previous, token in zip([None, *tokens], tokens, strict=False):
            if previous and previous.alone and token.alone and (previous.content or token.content):
                compounds.setdefault(previous.text + token.text)
            if not (token.content and token.alone):
                continue
            if before and before.text != token.text:
                (pairs if before is previous else near).setdefault((before.text, token.text))
            before = token
        return Query(
            terms=tuple(terms)[:MAX_TERMS],
            names=tuple(self.names)[:MAX_TERMS],
            pairs=tuple(pairs)[:MAX_TERMS],
            near=tuple(near)[:MAX_TERMS],
            compounds=tuple(compounds)[:MAX_TERMS],
        )

    def _tokens(self) -> Iterator[_Token]:
        for word in written_words(self.text):
            tokens = parts(word)
            content = content_words(word, self.text, self.stop_words)
            if len(tokens) > 1 and content:
                self.names.setdefault(" ".join(tokens))
            joined = joined_names(word).casefold()
            if joined:
                self.names.setdefault(joined)
            for token in tokens:
                yield _Token(token, token in content, len(tokens) == 1)
