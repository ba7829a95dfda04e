"""Checking a quote: plain string work on the stored text, no parser, no model.

`found` is word for word; `found_folded` differs only in what engine/evidence/folding.py folds away; letter case
counts. An ellipsis splits a quote, and its parts must come in order.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from engine.evidence.folding import FoldedText
from engine.values import QuoteStatus, Value
from researcher_container.contract import Document

_ELLIPSIS = re.compile(r"[\[(]\s*(?:…|\.{3,})\s*[\])]|…|\.{3,}|(?:\. ){2,}\.")
_QUOTE_PAIRS = ('""', "''", "“”", "‘’", "„“", "«»", "»«", "‹›", "「」", "『』")
# Scripts from Thai on are written without spaces, so a match may begin or end between any two letters.
_FIRST_UNSPACED = 0x0E00
# A quote such as "a" stands inside other words a million times; looking on is then of no use to anyone.
_MAX_TRIES = 20_000

NOT_FETCHED = "The provider read this page; it was not fetched."
NOT_STORED = "The text of this source is not stored."
CUT_SHORT = "The stored text ends before the page does, so the quote may stand in the rest."


class QuoteCheck(Value):
    """What was found; positions are code points in the stored text, `page` is a PDF's, from 1."""

    status: QuoteStatus
    why: str = ""
    start: int | None = None
    end: int | None = None
    page: int | None = None


class StoredText:
    """A stored text that quotes are looked for in; it is folded once, when the first quote needs it."""

    def __init__(self, text: str, *, document: Document | None = None) -> None:
        self.text = text
        self._document = document
        self._offsets: list[int] | None = None
        self._folded: FoldedText | None = None

    @classmethod
    def of(cls, document: Document) -> StoredText:
        """Return the stored text of a document, with its pages."""
        return cls(document.text(), document=document)

    def check(self, quote: str) -> QuoteCheck:
        """Look for a quote."""
        if not any(character.isalnum() for character in quote):
            return QuoteCheck(status="not_found", why="The quote holds no words.")
        for wording in _wordings(quote):
            span = _find_parts(self.text, [wording]) or _find_parts(self.text, _parts(wording))
            if span:
                return self._hit("found", *span)
        folded = self._fold()
        for wording in _wordings(quote):
            span = _find_folded(folded, [wording]) or _find_folded(folded, _parts(wording))
            if span:
                return self._hit("found_folded", *span)
        if self._document is not None and self._document.quality.truncated:
            return QuoteCheck(status="not_checked", why=CUT_SHORT)
        return QuoteCheck(status="not_found", why="These words do not stand in the stored text.")

    def _fold(self) -> FoldedText:
        if self._folded is None:
            self._folded = FoldedText(self.text)
        return self._folded

    def _hit(self, status: QuoteStatus, start: int, end: int) -> QuoteCheck:
        return QuoteCheck(status=status, start=start, end=end, page=self._page(start))

    def _page(self, position: int) -> int | None:
        if self._document is None or not self._document.blocks:
            return None
        if self._offsets is None:
            self._offsets = self._document.offsets()
        return self._document.blocks[bisect_right(self._offsets, position) - 1].page


def check_quotes(text: str, quotes: Sequence[str]) -> list[QuoteCheck]:
    """Check several quotes in one text, which is folded at most once."""
    stored = StoredText(text)
    return [stored.check(quote) for quote in quotes]


def _wordings(quote: str) -> list[str]:
    """Return the quote as it is and, where it stands within quote marks, without them."""
    bare = quote.strip()
    wordings = [bare]
    if len(bare) > 2 and bare[0] + bare[-1] in _QUOTE_PAIRS:
        wordings.append(bare[1:-1].strip())
    return wordings


def _parts(quote: str) -> list[str]:
    parts = [part.strip() for part in _ELLIPSIS.split(quote)]
    return [part for part in parts if any(character.isalnum() for character in part)]


def _find_parts(text: str, parts: list[str]) -> tuple[int, int] | None:
    """Find parts in order. Taking the earliest end of each part finds an order whenever there is one."""
    spans: list[tuple[int, int]] = []
    position = 0
    for part in parts:
        start = _find_whole(text, part, position)
        if start < 0:
            return None
        position = start + len(part)
        spans.append((start, position))
    return _tightened(text, parts, spans) if spans else None


def _find_whole(text: str, part: str, position: int) -> int:
    """Return where a part stands without cutting a word or number at its ends, -1 if nowhere."""
    for _ in range(_MAX_TRIES):
        start = text.find(part, position)
        if start < 0 or _is_whole(text, start, start + len(part)):
            return start
        position = start + 1
    return -1


def _find_folded(folded: FoldedText, parts: list[str]) -> tuple[int, int] | None:
    first, position = -1, 0
    end = 0
    for part in parts:
        wanted = FoldedText(part).text.strip("- ") if len(parts) > 1 else FoldedText(part).text
        if not wanted:
            return None
        start, end = _find_whole_folded(folded, wanted, position)
        if start < 0:
            return None
        position = end
        first = start if first < 0 else first
    return (folded.start_of(first), folded.end_of(end)) if parts else None


def _find_whole_folded(folded: FoldedText, wanted: str, position: int) -> tuple[int, int]:
    for _ in range(_MAX_TRIES):
        start = folded.text.find(wanted, position)
        if start < 0:
            break
        end = start + len(wanted)
        if _is_whole(folded.original, folded.start_of(start), folded.end_of(end)):
            return start, end
        position = start + 1
    return -1, -1


def _tightened(text: str, parts: list[str], spans: list[tuple[int, int]]) -> tuple[int, int]:
    """Move the first part as near to the second as it also stands, so that the mark covers little."""
    start, end = spans[0][0], spans[-1][1]
    if len(spans) > 1:
        nearer = text.rfind(parts[0], start, spans[1][0])
        if nearer > start and _is_whole(text, nearer, nearer + len(parts[0])):
            start = nearer
    return start, end


def _is_whole(text: str, start: int, end: int) -> bool:
    """Say whether a match cuts no word and no number: `4` is not in `45`, nor in `4.5`, nor `5` in `-5`."""
    before, first = text[start - 1 : start] if start else "", text[start : start + 1]
    last, after = text[end - 1 : end] if end else "", text[end : end + 1]
    if _joins(before, first) or _joins(last, after):
        return False
    if last.isdigit() and after in (".", ",") and text[end + 1 : end + 2].isdigit():
        return False
    if not first.isdigit():
        return True
    if before in (".", ",") and text[start - 2 : start - 1].isdigit():
        return False
    is_sign = before in ("-", "−") and not text[max(start - 2, 0) : start - 1].strip()
    return not is_sign


def _joins(left: str, right: str) -> bool:
    return left.isalnum() and right.isalnum() and ord(left) < _FIRST_UNSPACED and ord(right) < _FIRST_UNSPACED
