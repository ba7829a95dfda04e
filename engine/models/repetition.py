"""A model that has lost its way says the same for ever: noticed while it does, so that the run need not wait."""

from __future__ import annotations

import re

# So much of the same is no emphasis, no table and no ruled line any more.
MIN_REPEATED_CHARS = 1_500
MIN_REPEATS = 4
# A longer stretch that comes again and again is found by its pieces.
MAX_PERIOD_CHARS = 1_200
MAX_CANDIDATES = 40
# Pieces (lines, sentences, items) of at most so many kinds in a row are repetition: from so many and so much on.
MAX_KINDS, MIN_PIECES = 4, 48
# More of them where only their numbers differ, as the lines of an honest list may: "7. The port. 8. The port. ..."
MIN_NUMBERED_PIECES, MIN_NUMBERED_CHARS = 150, 6_000
MIN_PIECE_LETTERS = 12
_PIECE_END = re.compile(r"[\n;]|[.!?。！？](?=\s|$)|\",")
_NUMBER = re.compile(r"\d+")
_TAIL_CHARS = 12_000


def is_repeating(text: str) -> bool:
    """Tell whether a text has ended in nothing but repetition."""
    tail = text[-_TAIL_CHARS:]
    return _has_period(tail) or _has_few_kinds(tail)


def _has_period(tail: str) -> bool:
    """Tell whether the end is one stretch, word for word, over and over."""
    end = tail[-32:]
    before = len(tail)
    # An earlier place of its very end tells how long the stretch may be; the end may come twice within a stretch.
    for _ in range(MAX_CANDIDATES):
        before = tail.rfind(end, 0, before + len(end) - 1)
        period = len(tail) - len(end) - before
        if before < 0 or period > MAX_PERIOD_CHARS:
            return False
        compared = max(MIN_REPEATED_CHARS - period, period * (MIN_REPEATS - 1))
        if len(tail) >= compared + period and tail[-compared:] == tail[-compared - period : -period]:
            return True
    return False


def _has_few_kinds(tail: str) -> bool:
    """Tell whether the last pieces are always the same few."""
    pieces = [piece.strip().lower() for piece in _PIECE_END.split(tail)[:-1]]
    worded = [piece for piece in pieces if sum(map(str.isalpha, piece)) >= MIN_PIECE_LETTERS]
    count, chars = _few_kinds_at_end(worded)
    if count >= MIN_PIECES and chars >= MIN_REPEATED_CHARS:
        return True
    count, chars = _few_kinds_at_end([_NUMBER.sub("0", piece) for piece in worded])
    return count >= MIN_NUMBERED_PIECES or chars >= MIN_NUMBERED_CHARS


def _few_kinds_at_end(pieces: list[str]) -> tuple[int, int]:
    """Return how many pieces at the end are of at most MAX_KINDS kinds, and their characters; a few are no row."""
    kinds: set[str] = set()
    count = chars = 0
    for piece in reversed(pieces):
        kinds.add(piece)
        if len(kinds) > MAX_KINDS:
            break
        count, chars = count + 1, chars + len(piece)
    return (count, chars) if count > 2 * MAX_KINDS else (0, 0)


class RepetitionWatch:
    """Watches a text that grows; looks at it only now and then, as most texts are innocent."""

    def __init__(self, every_chars: int = 400) -> None:
        self._every_chars = every_chars
        self._text = ""
        self._looked_at = 0
        self._length = 0

    def sees(self, piece: str) -> bool:
        """Take a piece; return whether the text has come to repeat itself."""
        self._text = (self._text + piece)[-_TAIL_CHARS:]
        self._length += len(piece)
        if self._length - self._looked_at < self._every_chars:
            return False
        self._looked_at = self._length
        return is_repeating(self._text)
