"""Sets a small, safe part of HTML into a document: known tags are set, all others are plain text."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat, QTextCursor

from widgets.text import rich_formats as formats
from widgets.text.rich_blocks import BlockWriter
from widgets.text.rich_formats import TypeSetting
from widgets.text.rich_frames import Cell
from widgets.text.rich_inline import INLINE

_UNSEEN = frozenset(("script", "style", "head", "title"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_ALIGNMENTS = {"right": Qt.AlignmentFlag.AlignRight, "center": Qt.AlignmentFlag.AlignHCenter}


def write_html(cursor: QTextCursor, html: str, setting: TypeSetting, is_found: Callable[[str], bool]) -> None:
    """Set HTML at a cursor; nothing is ever loaded, whatever the HTML names.

    Args:
        is_found: Tells whether the quote of a citation ("S3.2") was found in its source.
    """
    reader = _Reader(BlockWriter(cursor, setting, is_found), setting)
    reader.feed(html)
    reader.close()


class _Reader(HTMLParser):
    """Turns tags into blocks; tables are gathered first, because Qt wants to know their size."""

    def __init__(self, writer: BlockWriter, setting: TypeSetting) -> None:
        super().__init__(convert_charrefs=True)
        self._writer, self._setting = writer, setting
        self._chars: list[QTextCharFormat] = []  # of the open inline tags, and of a heading
        self._rows: list[list[Cell]] | None = None
        self._cell_char: QTextCharFormat | None = None
        self._code: list[str] | None = None
        self._starts_line = False
        self._has_space = False  # between what is written and what comes, if anything does
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a tag."""
        if tag in _UNSEEN:
            self._unseen += 1
        elif self._rows is not None or tag == "table":
            self._open_in_table(tag, dict(attrs))
        elif tag == "br":
            self._put("\u2028")
            self._starts_line, self._has_space = True, False
        elif tag in INLINE and self._code is None:
            self._put_space()
            self._chars.append(INLINE[tag](self._char(), dict(attrs)))
        else:
            self._open_block(tag, dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        """Close a tag."""
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag in INLINE and self._code is None:
            self._pop_char()
        elif self._rows is not None:
            self._close_in_table(tag)
        else:
            self._close_block(tag)

    def handle_data(self, data: str) -> None:
        """Set text."""
        if self._unseen:
            return
        if self._code is not None:
            self._code.append(data)
            return
        text = " ".join(data.split())
        if data[:1].isspace():
            self._has_space = not self._starts_line
        if text:
            self._put_space()
            self._put(text)
            self._has_space = data[-1].isspace()

    def close(self) -> None:
        """Write what was never closed."""
        super().close()
        if self._rows is not None:
            self._close_in_table("table")
        if self._code is not None:
            self._close_block("pre")

    # --- blocks -------------------------------------------------------------------------------------------

    def _open_block(self, tag: str, attrs: dict[str, str | None]) -> None:
        self._starts_line, self._has_space = True, False
        if tag in _HEADINGS:
            self._chars = [self._writer.heading(int(tag[1]))]
        elif tag in ("p", "div"):
            self._writer.paragraph()
        elif tag in ("ul", "ol"):
            start = attrs.get("start") or "1"
            self._writer.begin_list(is_ordered=tag == "ol", start=int(start) if start.isdecimal() else 1)
        elif tag == "li":
            self._writer.begin_item()
        elif tag == "pre":
            self._code = []
        elif tag == "blockquote":
            self._writer.begin_quote()
        elif tag == "hr":
            self._writer.rule()

    def _close_block(self, tag: str) -> None:
        if tag in _HEADINGS:
            self._chars = []
            self._writer.end_block()
        elif tag in ("p", "div"):
            self._chars = []  # what was not closed ends here
            self._writer.end_block()
        elif tag in ("ul", "ol"):
            self._writer.end_list()
        elif tag == "li":
            self._chars = []
            self._writer.end_item()
        elif tag == "pre" and self._code is not None:
            code, self._code = "".join(self._code), None
            self._writer.code(code.strip("\n"))
        elif tag == "blockquote":
            self._writer.end_quote()

    # --- tables -------------------------------------------------------------------------------------------

    def _open_in_table(self, tag: str, attrs: dict[str, str | None]) -> None:
        if tag == "table":
            self._rows = [] if self._rows is None else self._rows
        elif tag == "tr" and self._rows is not None:
            self._rows.append([])
        elif tag in ("td", "th") and self._rows:
            alignment = _ALIGNMENTS.get(attrs.get("align") or "", Qt.AlignmentFlag.AlignLeft)
            self._rows[-1].append(Cell([], alignment))
            self._cell_char = formats.char(self._setting, "body", "text2" if tag == "th" else "text")
            self._starts_line, self._has_space = True, False
        elif tag == "br":
            self._put("\u2028")
            self._starts_line, self._has_space = True, False
        elif tag in INLINE:
            self._put_space()
            self._chars.append(INLINE[tag](self._char(), attrs))

    def _close_in_table(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._chars, self._cell_char = [], None
        elif tag == "table":
            rows, self._rows = self._rows or [], None
            self._chars, self._cell_char = [], None
            self._writer.table(rows)

    # --- text ---------------------------------------------------------------------------------------------

    def _put(self, text: str) -> None:
        if self._rows is not None:
            if self._cell_char is not None:
                self._rows[-1][-1].runs.append(_cell_run(text, self._char()))
        elif self._writer.takes_text:
            self._writer.put(text, self._char())
        elif text.strip():
            self._writer.paragraph()
            self._writer.put(text.lstrip(), self._char())
        self._starts_line = False

    def _put_space(self) -> None:
        if self._has_space and (self._writer.takes_text or self._rows):
            self._put(" ")
        self._has_space = False

    def _char(self) -> QTextCharFormat:
        if self._chars:
            return self._chars[-1]
        return self._cell_char or self._writer.text_char()

    def _pop_char(self) -> None:
        if self._chars:
            self._chars.pop()


def _cell_run(text: str, char: QTextCharFormat) -> tuple[str, QTextCharFormat]:
    if char.objectType() != formats.CHIP_OBJECT:
        return text, char
    chip = QTextCharFormat(char)
    chip.setProperty(formats.CHIP_NUMBER, text.strip("[] "))
    return formats.OBJECT, chip
