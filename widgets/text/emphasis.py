"""One sentence with words that stand out: marks inside a text, so that translators see the sentence whole."""

from __future__ import annotations

from html import escape

_ON, _OFF = "\x02", "\x03"


def strong(text: str) -> str:
    """Return a text that stands out in the sentence it is put into."""
    return f"{_ON}{' '.join(text.replace(_ON, '').replace(_OFF, '').split())}{_OFF}"


def plain(sentence: str) -> str:
    """Return a sentence without marks, for screen readers and the clipboard."""
    return sentence.replace(_ON, "").replace(_OFF, "")


def parts(sentence: str) -> list[tuple[str, bool]]:
    """Return a sentence in parts, each with whether it stands out."""
    found = []
    for place, piece in enumerate(sentence.replace(_OFF, _ON).split(_ON)):
        if piece:
            found.append((piece, place % 2 == 1))
    return found


def html(sentence: str) -> str:
    """Return a sentence as HTML with everything escaped."""
    return "".join(
        f"<b>{escape(piece)}</b>" if stands_out else escape(piece) for piece, stands_out in parts(sentence)
    )
