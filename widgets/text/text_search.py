"""Finds words in a text as a reader means them: kinds of quote marks, dashes and spaces do not matter."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator

Span = tuple[int, int]

_ALIKE = (
    "'\u2018\u2019\u201a\u201b\u2032\u00b4`",
    '"\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb',
    "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad",
)
# About 6 ms of searching.
_SLICE_CHARS = 256_000
_LONGEST_HIT_CHARS = 2_000
_CLASSES = {letter: f"[{re.escape(letters)}]" for letters in _ALIKE for letter in letters}
_BESIDE_BMP = re.compile("[\U00010000-\U0010ffff]")
# Between two letters may stand what has no letter: a citation's chip, a soft hyphen, a zero-width space.
_UNSEEN = "[\ufffc\u00ad\u200b]*"


def pattern(words: str, *, is_case_bound: bool = False) -> re.Pattern[str] | None:
    """Return what finds words in a text, None when there is nothing to find.

    Args:
        words: As typed; nothing in them is a command.
        is_case_bound: Capitals and small letters differ.
    """
    letters = unicodedata.normalize("NFC", words)
    if not letters.strip():
        return None
    parts = [_letter(letter) for letter in re.sub(r"\s+", " ", letters)]
    return re.compile(_UNSEEN.join(parts), 0 if is_case_bound else re.IGNORECASE)


def hits(text: str, wanted: re.Pattern[str] | None) -> list[Span]:
    """Return where a text holds what is wanted: first and one past the last code point."""
    return [match.span() for match in wanted.finditer(text)] if wanted else []


def hits_by_slices(text: str, wanted: re.Pattern[str]) -> Iterator[tuple[list[Span], bool]]:
    """Yield what `hits` returns piece by piece, so that a book does not hold up whoever searches it.

    Yields:
        Places, and whether they are the last.
    """
    at = 0
    for begin in range(0, max(1, len(text)), _SLICE_CHARS):
        end = begin + _SLICE_CHARS
        found: list[Span] = []
        # One that begins in this slice may end in the next.
        for match in wanted.finditer(text, max(at, begin), min(len(text), end + _LONGEST_HIT_CHARS)):
            if match.start() >= end:
                break
            found.append(match.span())
            at = match.end()
        yield found, end >= len(text)


def place_of(text: str, sentence: str, start: int = 0) -> Span | None:
    """Return where a sentence stands in a text; when it reads a little differently, where its beginning does."""
    words = sentence.strip().rstrip("….").strip()
    for length in (len(words), 80, 40, 24):
        wanted = pattern(words[:length].strip(), is_case_bound=True)
        if wanted and length <= len(words) and (match := wanted.search(text, start)):
            return match.span()
    return None


class Utf16Places:
    """Turns places in a Python text into places in Qt's, which counts some letters as two."""

    def __init__(self, text: str) -> None:
        self._wide = [match.start() for match in _BESIDE_BMP.finditer(text)]

    def to_qt(self, place: int) -> int:
        """Return the place in Qt's text."""
        return place + bisect_left(self._wide, place) if self._wide else place

    def from_qt(self, place: int) -> int:
        """Return the place in the Python text."""
        if not self._wide:
            return place
        low, high = 0, place
        while low < high:
            middle = (low + high) // 2
            if self.to_qt(middle) < place:
                low = middle + 1
            else:
                high = middle
        return low


def _letter(letter: str) -> str:
    if letter == " ":
        return r"\s+"
    if letter in _CLASSES:
        return _CLASSES[letter]
    apart = unicodedata.normalize("NFD", letter)
    return re.escape(letter) if apart == letter else f"(?:{re.escape(letter)}|{re.escape(apart)})"
