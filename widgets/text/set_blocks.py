"""A document made of blocks of HTML: what stands is left alone, so nothing flickers while text arrives."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import NamedTuple

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from widgets.text.long_words import whole
from widgets.text.rich_formats import OBJECT, TypeSetting
from widgets.text.rich_text import write_html


class Heading(NamedTuple):
    """A heading of a document."""

    level: int
    text: str
    position: int


class SetBlocks:
    """Sets blocks into a document and remembers where each begins.

    Attributes:
        starts: The position each block begins at.
        headings: Every heading, in reading order.
    """

    def __init__(self, document: QTextDocument, is_found: Callable[[str], bool]) -> None:
        self._document, self._is_found = document, is_found
        self.blocks: tuple[str, ...] = ()
        self.starts: list[int] = []
        self.headings: list[Heading] = []

    def kept(self, blocks: tuple[str, ...]) -> int:
        """Return how many of these blocks stand already."""
        # Blocks that were kept are the same objects, so this compares addresses and not texts.
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(blocks, self.blocks, strict=False)))

    def set_from(self, kept: int, blocks: tuple[str, ...], setting: TypeSetting) -> None:
        """Set every block from one on; those before it stand."""
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        if kept < len(self.starts):
            cursor.setPosition(self.starts[kept])
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        del self.starts[kept:]
        first = 0
        for html in blocks[kept:]:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            self.starts.append(_next_start(cursor))
            first = first or self.starts[-1]
            write_html(cursor, html, setting, self._is_found)
        cursor.endEditBlock()
        self.blocks = blocks
        self._read_headings(self.starts[kept] if kept < len(self.starts) else self._document.characterCount())

    def _read_headings(self, start: int) -> None:
        while self.headings and self.headings[-1].position >= start:
            self.headings.pop()
        block = self._document.findBlock(start)
        while block.isValid():
            if level := block.blockFormat().headingLevel():
                self.headings.append(Heading(level, whole(block.text()).replace(OBJECT, ""), block.position()))
            block = block.next()


def _next_start(cursor: QTextCursor) -> int:
    """Return where the next block will begin, making an empty paragraph for it."""
    if cursor.block().length() > 1:
        cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
    if (above := cursor.currentList()) is not None:
        above.remove(cursor.block())
        cursor.setBlockFormat(QTextBlockFormat())
    return cursor.position()
