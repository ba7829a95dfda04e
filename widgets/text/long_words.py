"""Long words and addresses: places inside them where a line may end, that nobody sees."""

from __future__ import annotations

import re

# Stands for nothing but "a line may end here"; taken out again wherever text leaves the window.
BREAK = "\u200b"
# Words longer than this are broken if they must be; shorter ones stay whole, also in a table's narrow column.
MAX_CHARS = 22
_LONG = re.compile(rf"[^\s{BREAK}]{{{MAX_CHARS + 1},}}")
# An address is broken behind its marks first.
_PIECE = re.compile(rf"[^/?&=._-]{{1,{MAX_CHARS}}}[/?&=._-]*|[/?&=._-]{{1,{MAX_CHARS}}}")


def breakable(text: str) -> str:
    """Return a text whose long words may be broken."""
    return _LONG.sub(lambda word: BREAK.join(_pieces(word.group())), text)


def whole(text: str) -> str:
    """Return a text as it was before `breakable`."""
    return text.replace(BREAK, "")


def _pieces(word: str) -> list[str]:
    """Join small pieces: an address of many short parts needs no break behind every one."""
    pieces: list[str] = []
    for match in _PIECE.finditer(word):
        if pieces and len(pieces[-1]) + len(match.group()) <= MAX_CHARS:
            pieces[-1] += match.group()
        else:
            pieces.append(match.group())
    return pieces
