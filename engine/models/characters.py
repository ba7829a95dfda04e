"""Characters that arrive in halves: servers cut emoji between the two escapes of a surrogate pair."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def whole_characters(text: str) -> str:
    """Return the text with pairs of halves joined and lone halves replaced, so that it can be stored and sent."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class HalfHolder:
    """Joins halves across the pieces of a stream."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, piece: str) -> str:
        """Take a piece; return it whole, its last half held back for the next one."""
        text, self._half = self._half + piece, ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._half = text[:-1], text[-1]
        return whole_characters(text)
