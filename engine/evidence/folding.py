"""Folding of texts: what may differ between a quote and its source without changing a word of it.

Folded away are spacing, kinds of dashes and quote marks, hyphenation, ligatures, invisible characters and the
composition of accents. Kept are letter case, every letter and digit, all other punctuation, and the spaces
and dashes that hold numbers apart: `5 10` is not `510` and `-5` is not `5`.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right

_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d"
_QUOTES = (
    "\"'`\u00b4\u02bc\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2032\u2033\u2039\u203a\u00ab\u00bb\uff02\uff07"
)
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f"
_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
    "\u0132": "IJ",
    "\u0133": "ij",
    "\u0152": "OE",
    "\u0153": "oe",
    "\u00c6": "AE",
    "\u00e6": "ae",
}
_RUN_CLASS = r"\s" + re.escape(_DASHES + _QUOTES + _INVISIBLE)
_LIGATURE_CLASS = "".join(_LIGATURES)
_COMBINING = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f"
_RUN = re.compile(f"[{_RUN_CLASS}]+|[{_LIGATURE_CLASS}]")
# Only for texts whose accents are not composed: a base with its marks, or a row of Hangul letters.
_RUN_OR_CLUSTER = re.compile(f"[{_RUN_CLASS}]+|[{_LIGATURE_CLASS}]|[^{_RUN_CLASS}][{_COMBINING}]+|[\u1100-\u11ff]+")


class FoldedText:
    """A text with its folded form and the way back from folded to original positions (code points)."""

    def __init__(self, original: str) -> None:
        pieces: list[str] = []
        # Breakpoints: from folded position `_folded[i]` on, original = `_original[i]` + distance.
        self._folded = array("L", [0])
        self._original = array("L", [0])
        known: dict[tuple[str, bool, bool], str] = {}
        length, position = 0, 0
        composed = unicodedata.is_normalized("NFC", original)
        for match in (_RUN if composed else _RUN_OR_CLUSTER).finditer(original):
            start, end = match.span()
            if start > position:
                pieces.append(original[position:start])
                length += start - position
            key = (match.group(), original[start - 1 : start].isdigit(), original[end : end + 1].isdigit())
            replacement = known.get(key)
            if replacement is None:
                replacement = known[key] = _fold_run(*key)
            # The replacement's characters belong to the run's start; what follows starts at the run's end.
            self._mark(length, start)
            pieces.append(replacement)
            length += len(replacement)
            self._mark(length, end)
            position = end
        pieces.append(original[position:])
        self.original = original
        self.text = "".join(pieces)

    def start_of(self, folded: int) -> int:
        """Return the original position of the folded character at `folded`."""
        index = bisect_right(self._folded, folded) - 1
        return int(self._original[index] + folded - self._folded[index])

    def end_of(self, folded: int) -> int:
        """Return the original position just behind the folded character that ends at `folded`."""
        if folded <= 0:
            return 0
        index = bisect_right(self._folded, folded - 1) - 1
        inside = int(self._original[index] + folded - self._folded[index])
        # A replacement may be longer than what it replaced; never reach past the next breakpoint.
        limit = int(self._original[index + 1]) if index + 1 < len(self._original) else len(self.original)
        end = min(inside, limit)
        # A base folds together with its marks: never stop between them.
        while end < len(self.original) and unicodedata.category(self.original[end]).startswith("M"):
            end += 1
        return end

    def _mark(self, folded: int, original: int) -> None:
        if self._folded[-1] == folded:
            self._original[-1] = original
        else:
            self._folded.append(folded)
            self._original.append(original)


def _fold_run(run: str, after_digit: bool, before_digit: bool) -> str:
    if run in _LIGATURES:
        return _LIGATURES[run]
    kept: list[str] = []
    for character in run:
        if character in _DASHES:
            # Between words a dash may be hyphenation; beside a digit it is a sign or a range.
            if (after_digit or before_digit) and kept[-1:] != ["-"]:
                kept.append("-")
        elif character in _QUOTES:
            if kept[-1:] != ["'"]:
                kept.append("'")
        elif not character.isspace() and character not in _INVISIBLE:
            return unicodedata.normalize("NFC", run)
    if not kept and after_digit and before_digit and any(character.isspace() for character in run):
        return " "
    return "".join(kept)
