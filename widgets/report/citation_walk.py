"""The citations of a document: where their chips stand, and the way from one to the next."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QTextCursor, QTextDocument

from widgets.text.rich_formats import CHIP_KEY, OBJECT


class Chip(NamedTuple):
    """A citation in a document: its position and its key, as "S3.2"."""

    position: int
    key: str


def chips(document: QTextDocument) -> list[Chip]:
    """Return every citation, in reading order."""
    found = []
    cursor = document.find(OBJECT, 0, QTextDocument.FindFlag(0))
    while not cursor.isNull():
        found.append(Chip(cursor.selectionStart(), str(cursor.charFormat().property(CHIP_KEY))))
        cursor = document.find(OBJECT, cursor)
    return found


def next_chip(document: QTextDocument, at: int, step: int) -> Chip | None:
    """Return the next (1) or previous (-1) citation from a position, around the end; None when there is none."""
    every = chips(document)
    if step > 0:
        ahead = [chip for chip in every if chip.position > at]
        return (ahead or every)[0] if every else None
    before = [chip for chip in every if chip.position < at]
    return (before or every)[-1] if every else None


def chip_at(document: QTextDocument, position: int, key: str) -> Chip | None:
    """Return the citation of a key that stands at a position or just before it, as the pointer tells it."""
    for place in (position, position - 1):
        if place >= 0 and document.characterAt(place) == OBJECT:
            cursor = QTextCursor(document)
            cursor.setPosition(place + 1)
            if cursor.charFormat().property(CHIP_KEY) == key:
                return Chip(place, key)
    return None
