"""Is a quote word for word in a page? Only spacing, dashes, quote marks and ligatures may differ."""

from __future__ import annotations

import re
import unicodedata

from researcher_container.researcher.unseen import UNSEEN

_FOLDED = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ`´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "\u200c": None, "\u200d": None, "\u200e": None, "\u200f": None,
        "…": "...", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl",
    }
) | UNSEEN  # fmt: skip
_OMISSION = re.compile(r"\s*(?:\[\s*(?:\.\.\.|…)\s*\]|\(\s*(?:\.\.\.|…)\s*\)|\.{3,}|…)\s*")
# The parts of a quote with an omission must each be long enough to be somebody's words.
MIN_PART_CHARS = 20


def folded(text: str) -> tuple[str, list[int]]:
    """Return the text folded for comparison, and for each folded character the position it came from."""
    pieces: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if character.isspace() or character == "\u00a0":
            if pieces and pieces[-1] != " ":
                pieces.append(" ")
                places.append(place)
            continue
        for piece in unicodedata.normalize("NFC", character.translate(_FOLDED)):
            pieces.append(piece)
            places.append(place)
    return "".join(pieces), places


class PageText:
    """A page's stored text, folded once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._folded: tuple[str, list[int]] | None = None

    def words_of(self, quote: str) -> list[str]:
        """Return the page's own words for a quote: one string, or one per part around omissions; [] if not there."""
        quote = quote.strip().strip('"“”„«»').strip()
        if found := self._find(quote):
            return [found]
        parts = [part for part in _OMISSION.split(quote) if part.strip(" .,;:")]
        if len(parts) < 2 or any(len(part) < MIN_PART_CHARS for part in parts):
            found = self._find(quote.rstrip(".…").rstrip()) if len(quote) > MIN_PART_CHARS else None
            return [found] if found else []
        pieces = [self._find(part.strip()) for part in parts]
        return [piece for piece in pieces if piece] if all(pieces) else []

    def _find(self, quote: str) -> str | None:
        if not quote:
            return None
        if quote in self._text:
            return quote
        if self._folded is None:
            self._folded = folded(self._text)
        page, places = self._folded
        sought = folded(quote)[0].strip()
        start = page.find(sought) if sought else -1
        if start < 0:
            return None
        return self._text[places[start] : places[start + len(sought) - 1] + 1]
