"""Text as it is searched: without case and accents, and scripts without spaces as one word per character."""

from __future__ import annotations

import re
import unicodedata

# Accents of Latin, Greek and Cyrillic, and the vowel points of Hebrew and Arabic; not the signs of Indic scripts and
# not those of kana, which make other letters.
_MARKS = ((0x0300, 0x036F), (0x0591, 0x05C7), (0x064B, 0x065F), (0x0670, 0x0670), (0x1AB0, 0x1AFF),
          (0x1DC0, 0x1DFF), (0x20D0, 0x20FF))  # fmt: skip
# Scripts that are written without spaces between words: Thai, Lao, Myanmar, Khmer, kana, Han; Hangul, whose words
# carry endings, is searched the same way.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_ONE_UNSPACED = re.compile(f"([{_UNSPACED}])")


class _Folds(dict[int, str]):
    """Maps each character to its folded form, found when it is first asked for."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        parts = "".join(part for part in unicodedata.normalize("NFKD", char) if not _is_mark(ord(part)))
        folded = unicodedata.normalize("NFC", parts).casefold()
        # What no database takes, or what would end a query, is a gap between words.
        self[code] = " " if unicodedata.category(char) in ("Cc", "Cs") else folded
        return self[code]


def _is_mark(code: int) -> bool:
    return any(first <= code <= last for first, last in _MARKS)


_folds = _Folds()
# Spelt out, because Python goes through plain text several times faster with it.
_ASCII = {code: _folds[code] for code in range(128)}


def folded(text: str) -> str:
    """Return a text as it is searched."""
    if text.isascii():
        return text.translate(_ASCII)
    return _ONE_UNSPACED.sub(r" \1 ", text.translate(_folds))


def folded_with_places(text: str) -> tuple[str, list[int]]:
    """Return a text as it is searched, and for each character of it the place in `text` it comes from."""
    chars: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        form = folded(char)
        chars.append(form)
        places.extend([place] * len(form))
    return "".join(chars), places
