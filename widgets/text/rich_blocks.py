"""Writes blocks into a document: paragraphs, lists, quotes, code and tables, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextList,
    QTextListFormat,
    QTextTable,
    QTextTableFormat,
)

from widgets.text import rich_formats as formats
from widgets.text.long_words import breakable
from widgets.text.rich_formats import COMPACT, TypeSetting
from widgets.text.rich_frames import Cell, fill_code, fill_table


@dataclass
class _OpenQuote:
    table: QTextTable
    outer_lists: list[tuple[QTextListFormat, QTextList | None]]
    keys: list[str]


class BlockWriter:
    """Writes at a cursor; whatever is opened may hold whatever else, as in markdown."""

    def __init__(self, cursor: QTextCursor, setting: TypeSetting, is_found: Callable[[str], bool]) -> None:
        """Begin at the cursor's block, which is taken when it is empty.

        Args:
            is_found: Tells whether the quote of a citation ("S3.2") was found in its source.
        """
        self._cursor, self._setting, self._is_found = cursor, setting, is_found
        self._compact = replace(COMPACT, zoom=setting.zoom)
        self._lists: list[tuple[QTextListFormat, QTextList | None]] = []
        self._quotes: list[_OpenQuote] = []
        self._takes_text = False  # a block stands open that text may go on in
        self._is_new_item = False

    @property
    def takes_text(self) -> bool:
        """Whether text goes into an open block."""
        return self._takes_text

    def text_char(self) -> QTextCharFormat:
        """Return the format of plain text here."""
        return formats.char(self._setting, "quote" if self._quotes else self._setting.body)

    # --- blocks -------------------------------------------------------------------------------------------

    def paragraph(self) -> None:
        """Begin a paragraph; the first one of a list's item is the item itself."""
        if self._is_new_item and self._takes_text:
            self._is_new_item = False
            return
        block = formats.body_block(self._lines(), self._gap_px())
        block.setIndent(len(self._lists))
        self._begin(block, self.text_char())

    def heading(self, level: int) -> QTextCharFormat:
        """Begin a heading; return the format of its text."""
        char = formats.heading_char(self._setting, level)
        self._begin(formats.heading_block(self._setting, level), char)
        return char

    def rule(self) -> None:
        """Draw a line across the text."""
        self._begin(formats.rule_block(self._setting), self.text_char())
        self._cursor.insertBlock(formats.body_block(self._setting, 0), self.text_char())
        self._takes_text = False

    def end_block(self) -> None:
        """End the open block; text after it begins another one."""
        self._takes_text = False

    def put(self, text: str, char: QTextCharFormat) -> None:
        """Write text into the open block."""
        if char.objectType() == formats.CHIP_OBJECT:
            # The whole mark becomes one character that paints itself.
            char = QTextCharFormat(char)
            char.setProperty(formats.CHIP_NUMBER, text.strip("[] "))
            text = formats.OBJECT
            for quote in self._quotes:
                quote.keys.append(str(char.property(formats.CHIP_KEY)))
        self._cursor.insertText(breakable(text), char)

    # --- lists --------------------------------------------------------------------------------------------

    def begin_list(self, *, is_ordered: bool, start: int = 1) -> None:
        """Begin a list, inside another one where one is open."""
        style = QTextListFormat()
        style.setStyle(QTextListFormat.Style.ListDecimal if is_ordered else QTextListFormat.Style.ListDisc)
        style.setIndent(len(self._lists) + 1)
        style.setStart(start)
        self._lists.append((style, None))
        self._takes_text = False

    def end_list(self) -> None:
        """End a list."""
        if self._lists:
            self._lists.pop()
        if not self._lists and self._cursor.currentList() is not None:
            block = self._cursor.blockFormat()
            block.setBottomMargin(self._setting.px(self._setting.gap_px))
            self._cursor.setBlockFormat(block)
        self._takes_text = False

    def begin_item(self) -> None:
        """Begin an item of the innermost list."""
        block = formats.body_block(self._lines(), 4)
        self._begin(block, self.text_char())
        self._is_new_item = True
        if not self._lists:
            return
        style, made = self._lists[-1]
        if made is None:
            self._lists[-1] = (style, self._cursor.createList(style))
        else:
            made.add(self._cursor.block())

    def end_item(self) -> None:
        """End an item."""
        self._is_new_item = self._takes_text = False

    # --- blocks in a frame --------------------------------------------------------------------------------

    def begin_quote(self) -> None:
        """Begin a quote; its bar is coloured when its citations are known."""
        frame = self._table(1, 1, formats.quote_frame(self._setting))
        self._quotes.append(_OpenQuote(frame, self._lists, []))
        self._lists = []  # lists inside begin at the bar
        self._cursor = self._quotes[-1].table.cellAt(0, 0).firstCursorPosition()
        self._takes_text = False

    def end_quote(self) -> None:
        """End a quote."""
        if not self._quotes:
            return
        quote = self._quotes.pop()
        self._lists = quote.outer_lists
        cell = quote.table.cellAt(0, 0)
        verified = bool(quote.keys) and all(map(self._is_found, quote.keys))
        is_rtl = cell.firstCursorPosition().block().textDirection() == Qt.LayoutDirection.RightToLeft
        cell.setFormat(formats.quote_cell(self._setting, verified=verified, is_rtl=is_rtl))
        last = cell.lastCursorPosition()
        block = last.blockFormat()
        block.setBottomMargin(self._setting.px(2))
        last.setBlockFormat(block)
        self._leave(quote.table)

    def code(self, text: str) -> None:
        """Write a block of code; long lines wrap, and copy as they were."""
        table = self._table(1, 1, formats.code_frame(self._setting))
        fill_code(table, text, self._setting)
        self._leave(table)

    def table(self, rows: Sequence[Sequence[Cell]]) -> None:
        """Write a table; rows may be of different length."""
        columns = max((len(row) for row in rows), default=0)
        if columns:
            table = self._table(len(rows), columns, formats.data_table(self._setting, columns))
            fill_table(table, rows, self._compact)
            self._leave(table)

    # --- inside -------------------------------------------------------------------------------------------

    def _begin(self, block: QTextBlockFormat, char: QTextCharFormat) -> None:
        """Start a block; the empty one a document, a cell or a table ends with is taken rather than skipped."""
        if self._cursor.block().length() > 1:
            self._cursor.insertBlock(block, char)
        else:
            self._cursor.setBlockFormat(block)
            self._cursor.setBlockCharFormat(char)
        if (above := self._cursor.currentList()) is not None:
            above.remove(self._cursor.block())
            self._cursor.setBlockFormat(block)
        self._takes_text, self._is_new_item = True, False

    def _table(self, rows: int, columns: int, frame: QTextTableFormat) -> QTextTable:
        if self._cursor.block().length() > 1 or self._cursor.currentList() is not None:
            self._cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
            if (above := self._cursor.currentList()) is not None:
                above.remove(self._cursor.block())
                self._cursor.setBlockFormat(QTextBlockFormat())
        frame.setLeftMargin(len(self._lists) * self._cursor.document().indentWidth())
        return self._cursor.insertTable(rows, columns, frame)

    def _leave(self, table: QTextTable) -> None:
        """Go on behind a table."""
        self._cursor = QTextCursor(self._cursor.document())
        self._cursor.setPosition(table.lastPosition() + 1)
        self._takes_text = self._is_new_item = False

    def _gap_px(self) -> int:
        return 4 if self._lists else self._lines().gap_px

    def _lines(self) -> TypeSetting:
        return self._compact if self._quotes else self._setting
