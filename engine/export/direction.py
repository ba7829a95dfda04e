"""Which way a piece of text runs, told by its first strong letter."""

from __future__ import annotations

import unicodedata


def direction(text: str) -> str:
    """Return `rtl` or `ltr`; text without a strong letter runs from left to right."""
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind == "L":
            return "ltr"
        if kind in ("R", "AL"):
            return "rtl"
    return "ltr"
