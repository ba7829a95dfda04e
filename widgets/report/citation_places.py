"""Where the audit's sentences stand in the report on the screen, and which of them a citation belongs to."""

from __future__ import annotations

import re
from bisect import bisect_left

from engine.values import CitationCheck
from widgets.text.long_words import BREAK
from widgets.text.rich_formats import OBJECT
from widgets.text.text_search import Span, Utf16Places, place_of

_UNSAID = re.compile(f"[{OBJECT}{BREAK}]")
_BEGINNING_CHARS = 40  # as much of a sentence as is looked for when all of it reads differently


class CitationPlaces:
    """Places of one text. Positions are Qt's; the text is told as Qt tells it, with chips as U+FFFC."""

    def __init__(self, text: str, checks: tuple[CitationCheck, ...]) -> None:
        self._text, self._places = text, Utf16Places(text)
        self._unsaid = [match.start() for match in _UNSAID.finditer(text)]
        self._bare = _UNSAID.sub("", text).replace("\u00a0", " ")
        self.checks = checks
        self._spans = self._located()

    def check_at(self, position: int, source_id: str) -> CitationCheck | None:
        """Return the check of the citation of a source that stands at a position."""
        at = self._to_bare(self._places.from_qt(position))
        found: CitationCheck | None = None
        for check, span in zip(self.checks, self._spans, strict=True):
            # Chips behind a full stop belong to the sentence before them.
            if span is not None and check.source == source_id and span[0] <= at <= span[1] + 1:
                found = check
        return found

    def of_check(self, index: int) -> Span | None:
        """Return where the sentence of a check stands, None when it reads differently here."""
        span = self._spans[index]
        return self._in_qt(span) if span is not None else None

    def of_words(self, words: str) -> Span | None:
        """Return where some words of the report stand; what they begin with is enough."""
        words = words.replace("`", "")  # the audit writes code as markdown does
        start = self._bare.find(words)
        if words and start >= 0:
            return self._in_qt((start, start + len(words)))
        span = place_of(self._text, words)
        return (self._places.to_qt(span[0]), self._places.to_qt(span[1])) if span else None

    def _located(self) -> list[Span | None]:
        """Look for the sentences in their order, each from where the one before it began."""
        found: list[Span | None] = []
        start = 0
        for check in self.checks:
            span = self._find(check.sentence, start)
            start = span[0] if span else start
            found.append(span)
        return found

    def _find(self, sentence: str, start: int) -> Span | None:
        if not sentence:
            return None
        at = self._bare.find(sentence, start)
        if at < 0:
            at = self._bare.find(sentence[:_BEGINNING_CHARS], start)
        return (at, at + len(sentence)) if at >= 0 else None

    def _to_bare(self, place: int) -> int:
        return place - bisect_left(self._unsaid, place)

    def _in_qt(self, bare: Span) -> Span:
        return self._places.to_qt(self._from_bare(bare[0])), self._places.to_qt(self._from_bare(bare[1]))

    def _from_bare(self, bare: int) -> int:
        place = bare
        for place_out in self._unsaid:
            if place_out > place:
                break
            place += 1
        return place
