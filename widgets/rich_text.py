"""Sets a small, safe part of HTML into a document: known tags are set, all others are plain text."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextList, QTextListFormat

from widgets import rich_formats as formats
from widgets.rich_formats import TypeSetting
from widgets.rich_inline import INLINE

Run = tuple[str, QTextCharFormat]
_OBJECT = "\ufffc"


def write_html(cursor: QTextCursor, html: str, setting: TypeSetting, is_found: Callable[[str], bool]) -> None:
    """Set HTML at the end of a document; nothing is ever loaded, whatever the HTML names.

    Args:
        is_found: Tells whether the quote of a citation ("S3.2") was found in its source.
    """
    writer = _Writer(cursor, setting, is_found)
    writer.feed(html)
    writer.close()


class _Writer(HTMLParser):
    """Turns tags into cursor operations; tables and quotes are gathered first, because Qt wants their size."""

    def __init__(self, cursor: QTextCursor, setting: TypeSetting, is_found: Callable[[str], bool]) -> None:
        super().__init__(convert_charrefs=True)
        self._cursor, self._setting, self._is_found = cursor, setting, is_found
        self._chars: list[QTextCharFormat] = [formats.char(setting.body)]
        self._lists: list[QTextList | None] = []
        self._list_styles: list[QTextListFormat.Style] = []
        self._rows: list[list[list[Run]]] | None = None
        self._quote: list[Run] | None = None
        self._in_block = self._in_item = self._in_code = self._starts_line = False
        self._unseen = 0

    # --- tags ---------------------------------------------------------------------------------------------

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a tag."""
        if tag in ("script", "style", "head", "title"):
            self._unseen += 1
        elif tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            level = int(tag[1])
            self._begin(formats.heading_block(level), formats.heading_char(level))
        elif tag in ("p", "div"):
            self._begin_paragraph()
        elif tag in ("ul", "ol"):
            style = QTextListFormat.Style.ListDecimal if tag == "ol" else QTextListFormat.Style.ListDisc
            self._lists.append(None)
            self._list_styles.append(style)
        elif tag == "li":
            self._begin_item()
        elif tag == "pre":
            self._in_code = True
            self._begin(formats.code_block(self._setting), formats.char("mono"))
        elif tag == "blockquote":
            self._quote = []
            self._chars.append(formats.char("quote"))
        elif tag == "table":
            self._rows = []
        elif tag == "tr" and self._rows is not None:
            self._rows.append([])
        elif tag in ("td", "th") and self._rows:
            self._rows[-1].append([])
            self._chars.append(formats.char("body", "text2" if tag == "th" else "text"))
        elif tag == "br":
            self._put("\u2028")
        elif tag in INLINE:
            self._chars.append(INLINE[tag](self._chars[-1], dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Close a tag."""
        if tag in ("script", "style", "head", "title"):
            self._unseen = max(0, self._unseen - 1)
        elif tag in ("h1", "h2", "h3", "h4", "h5", "h6", "p", "div"):
            self._end_block(tag)
        elif tag in ("ul", "ol") and self._lists:
            self._lists.pop()
            self._list_styles.pop()
        elif tag == "li":
            self._in_item = self._in_block = False
        elif tag == "pre":
            self._in_code = False
            self._end_block(tag)
        elif tag == "blockquote":
            self._end_quote()
        elif tag == "table":
            self._end_table()
        elif (tag in ("td", "th") and self._rows) or tag in INLINE:
            self._pop_char()

    def handle_data(self, data: str) -> None:
        """Set text."""
        if self._unseen:
            return
        if self._in_code:
            self._put(data.strip("\n").replace("\n", "\u2028"))
            return
        text = " ".join(data.split())
        if not text:
            if data and self._in_block:
                self._put(" ")
            return
        lead, trail = data[0].isspace(), data[-1].isspace()
        self._put((" " if lead and not self._starts_line else "") + text + (" " if trail else ""))

    # --- blocks -------------------------------------------------------------------------------------------

    def _begin_paragraph(self) -> None:
        if self._quote is not None:
            if self._quote:
                self._quote.append(("\u2029", self._chars[-1]))
        elif self._rows is None and not (self._in_item and self._starts_line):
            self._begin(formats.body_block(self._setting), formats.char(self._setting.body))

    def _begin(self, block: QTextBlockFormat, char: QTextCharFormat) -> None:
        """Start a block; the empty one a document or a table ends with is taken rather than skipped."""
        if self._cursor.block().length() > 1 or self._cursor.currentTable() is not None:
            self._cursor.insertBlock(block, char)
        else:
            self._cursor.setBlockFormat(block)
            self._cursor.setBlockCharFormat(char)
        if self._cursor.currentList() is not None and not self._in_item:
            self._cursor.currentList().remove(self._cursor.block())
            self._cursor.setBlockFormat(block)
        self._chars.append(char)
        self._in_block = self._starts_line = True

    def _end_block(self, tag: str) -> None:
        if self._quote is not None or self._rows is not None or (self._in_item and tag == "p"):
            return
        self._pop_char()
        self._in_block = False

    def _begin_item(self) -> None:
        self._in_item = True
        self._begin(formats.body_block(self._setting, 4), formats.char(self._setting.body))
        self._pop_char()
        if not self._lists:
            return
        current = self._lists[-1]
        if current is None:
            style = QTextListFormat()
            style.setStyle(self._list_styles[-1])
            style.setIndent(len(self._lists))
            self._lists[-1] = self._cursor.createList(style)
        else:
            current.add(self._cursor.block())

    def _end_quote(self) -> None:
        runs, self._quote = self._quote or [], None
        self._pop_char()
        keys = [str(char.property(formats.CHIP_KEY)) for text, char in runs if text == _OBJECT]
        frame, cell_format = formats.quote_table(verified=bool(keys) and all(map(self._is_found, keys)))
        self._leave_text()
        table = self._cursor.insertTable(1, 1, frame)
        table.cellAt(0, 0).setFormat(cell_format)
        self._fill(table.cellAt(0, 0).firstCursorPosition(), runs, formats.body_block(formats.COMPACT, 2))
        self._cursor.movePosition(QTextCursor.MoveOperation.End)

    def _end_table(self) -> None:
        rows, self._rows = self._rows or [], None
        columns = max((len(row) for row in rows), default=0)
        if not columns:
            return
        self._leave_text()
        table = self._cursor.insertTable(len(rows), columns, formats.data_table(columns))
        for y, row in enumerate(rows):
            for x in range(columns):
                cell = table.cellAt(y, x)
                cell.setFormat(formats.table_cell())
                runs = row[x] if x < len(row) else []
                self._fill(cell.firstCursorPosition(), runs, formats.body_block(formats.COMPACT, 0))
        self._cursor.movePosition(QTextCursor.MoveOperation.End)

    def _leave_text(self) -> None:
        """Stand in an empty block, where a table may be put."""
        if self._cursor.block().length() > 1:
            self._cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())

    def _fill(self, cursor: QTextCursor, runs: list[Run], block: QTextBlockFormat) -> None:
        cursor.setBlockFormat(block)
        for text, char in runs:
            if text == "\u2029":
                cursor.insertBlock(block)
            else:
                cursor.insertText(text, char)

    # --- text ---------------------------------------------------------------------------------------------

    def _put(self, text: str) -> None:
        if not text:
            return
        char = self._chars[-1]
        if char.objectType() == formats.CHIP_OBJECT:
            # The whole mark becomes one character that paints itself.
            char = QTextCharFormat(char)
            char.setProperty(formats.CHIP_NUMBER, text.strip("[] "))
            text = _OBJECT
        if self._rows is not None:
            if self._rows and self._rows[-1]:
                self._rows[-1][-1].append((text, char))
        elif self._quote is not None:
            self._quote.append((text, char))
        elif self._in_block:
            self._cursor.insertText(text, char)
        elif text.strip():
            self._begin_paragraph()
            self._cursor.insertText(text, char)
        self._starts_line = False

    def _pop_char(self) -> None:
        if len(self._chars) > 1:
            self._chars.pop()
