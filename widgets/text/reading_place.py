"""Where a reader is in a text that is about to change, and the way back there."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QScrollBar, QTextBrowser

from widgets.text.rich_formats import OBJECT
from widgets.text.set_blocks import SetBlocks

NEAR_END_PX = 4


class ReadingPlace:
    """The line at the top of the view, remembered by what it says and not by pixels alone."""

    def __init__(self, pane: QTextBrowser, text: SetBlocks) -> None:
        bar = pane.verticalScrollBar()
        self._pane, self._text = pane, text
        self.value_px = bar.value()
        self.is_at_end = is_at_end(bar)
        at = pane.cursorForPosition(QPoint(pane.viewport().width() // 2, 1))
        self.block = max(0, bisect_right(text.starts, at.position()) - 1)
        self._html = text.blocks[self.block] if text.blocks else ""
        self._words = _words(at.block())
        self._offset_px = self._top(text.starts[self.block]) if text.starts else 0
        self._line_offset_px = self._top(at.block().position())

    def restore(self, kept: int) -> None:
        """Scroll so that the same words stand at the top.

        Args:
            kept: How many blocks stood through the change.
        """
        bar = self._pane.verticalScrollBar()
        if self.is_at_end:
            bar.setValue(bar.maximum())
        elif self.value_px == 0 or self.block < kept:
            bar.setValue(self.value_px)
        else:
            bar.setValue(self._found_px())

    def restore_near(self) -> None:
        """Scroll to the same block of text when all of it was set in another size."""
        bar = self._pane.verticalScrollBar()
        if self.value_px and self._text.starts:
            start = self._text.starts[min(self.block, len(self._text.starts) - 1)]
            bar.setValue(self._matching_px(start) or bar.value() + self._top(start))

    def _found_px(self) -> int:
        value = self._pane.verticalScrollBar().value()
        blocks = self._text.blocks
        if self.block < len(blocks) and blocks[self.block] == self._html:
            return value + self._top(self._text.starts[self.block]) - self._offset_px
        if self._html in blocks:
            return value + self._top(self._text.starts[blocks.index(self._html)]) - self._offset_px
        return self._matching_px(0) or self.value_px

    def _matching_px(self, start: int) -> int:
        """Return the scroll value at which the remembered line stands where it stood, 0 when it is gone."""
        block = self._pane.document().findBlock(start)
        while self._words and block.isValid():
            if _words(block) == self._words:
                return self._pane.verticalScrollBar().value() + self._top(block.position()) - self._line_offset_px
            block = block.next()
        return 0

    def _top(self, position: int) -> int:
        cursor = QTextCursor(self._pane.document())
        cursor.setPosition(min(position, self._pane.document().characterCount() - 1))
        return self._pane.cursorRect(cursor).top()


def is_at_end(bar: QScrollBar) -> bool:
    """Return whether the end is in view; a text that does not fill the view has none, its reader is at the top."""
    return 0 < bar.maximum() - NEAR_END_PX <= bar.value()


def _words(block: QTextBlock) -> str:
    return block.text().replace(OBJECT, "").strip()[:80]
