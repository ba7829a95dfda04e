"""A selection as it leaves the window: plain text with citations as [7], and HTML without our colours."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor, QTextListFormat, QTextTable

from widgets.text.long_words import whole
from widgets.text.rich_formats import CHIP_NUMBER, CITE_SCHEME, OBJECT

Run = tuple[str, QTextCharFormat]


def plain(selection: QTextCursor) -> str:
    """Return the selected words; citations are [7], items of lists have their mark, cells stand apart by tabs."""
    parts: list[str] = []
    before: tuple[QTextTable, int] | None = None
    for block in _blocks(selection):
        table, row = _row_of(block)
        here = (table, row) if table is not None else None
        if parts:
            parts.append("\t" if here is not None and here == before else "\n")
        if block.textList() is not None and selection.selectionStart() <= block.position():
            parts.append("  " * (block.textList().format().indent() - 1) + _item_mark(block) + " ")
        parts += (text for text, _ in _runs(block, selection))
        before = here
    return "".join(parts).replace("\u2028", "\n").replace("\u00a0", " ")


def html(selection: QTextCursor) -> str:
    """Return the selection as simple HTML: paragraphs, headings, lists, quotes, code and tables."""
    writer = _Writer()
    for block in _blocks(selection):
        is_heading = bool(block.blockFormat().headingLevel())
        writer.add(block, "".join(_styled(run, is_bold=is_heading) for run in _runs(block, selection)))
    return writer.html()


def _blocks(selection: QTextCursor) -> Iterator[QTextBlock]:
    """Yield the blocks of a selection but for the empty ones that frame a table."""
    block = selection.document().findBlock(selection.selectionStart())
    while block.isValid() and block.position() < selection.selectionEnd():
        if block.length() > 1 or QTextCursor(block).currentTable() is not None:
            yield block
        block = block.next()


def _runs(block: QTextBlock, selection: QTextCursor) -> Iterator[Run]:
    """Yield the selected text of a block with its formats; chips are written out."""
    first, last = selection.selectionStart(), selection.selectionEnd()
    places = block.begin()
    while not places.atEnd():
        fragment = places.fragment()
        raw = fragment.text().encode("utf-16-le")  # positions count UTF-16 units
        begin, end = max(0, first - fragment.position()), min(fragment.length(), last - fragment.position())
        if begin < end:
            text = raw[2 * begin : 2 * end].decode("utf-16-le", errors="replace")
            number = str(fragment.charFormat().property(CHIP_NUMBER))
            yield whole(text).replace(OBJECT, f"[{number}]"), fragment.charFormat()
        places += 1


def _styled(run: Run, *, is_bold: bool) -> str:
    """Return a piece of text with its tags; where all is bold anyway, that is not said."""
    text, char = run
    words = escape(text).replace("\u2028", "<br>")
    for tag, is_set in (
        ("code", char.fontFixedPitch()),
        ("s", char.fontStrikeOut()),
        ("em", char.fontItalic()),
        ("strong", char.fontWeight() >= 600 and not is_bold),
    ):
        words = f"<{tag}>{words}</{tag}>" if is_set else words
    href = char.anchorHref()
    if href and not href.startswith(CITE_SCHEME):
        words = f'<a href="{escape(href)}">{words}</a>'
    return words


def _item_mark(block: QTextBlock) -> str:
    above = block.textList()
    if above.format().style() == QTextListFormat.Style.ListDecimal:
        return f"{above.format().start() + above.itemNumber(block)}."
    return "-"


def _row_of(block: QTextBlock) -> tuple[QTextTable | None, int]:
    cursor = QTextCursor(block)
    table = cursor.currentTable()
    return (table, table.cellAt(cursor).row()) if table is not None else (None, -1)


class _Writer:
    """Puts blocks into the elements they belong to."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._lists: list[str] = []
        self._frame: QTextTable | None = None
        self._close_frame = ""
        self._row = -1

    def add(self, block: QTextBlock, words: str) -> None:
        """Add a block."""
        table, row = _row_of(block)
        self._leave_lists(block.textList().format().indent() if block.textList() is not None else 0)
        self._enter_frame(table, row)
        if self._close_frame == "</tr></table>":
            tag = "th" if row == 0 else "td"
            self._parts.append(f"<{tag}>{words}</{tag}>")
        elif block.textList() is not None:
            self._enter_lists(block)
            self._parts.append(f"<li>{words}</li>")
        elif self._close_frame == "</pre>":
            self._parts.append(words.replace("<br>", "\n"))
        else:
            level = block.blockFormat().headingLevel()
            tag = f"h{level}" if level else "p"
            direction = ' dir="rtl"' if block.textDirection() == Qt.LayoutDirection.RightToLeft else ""
            self._parts.append(f"<{tag}{direction}>{words}</{tag}>")

    def html(self) -> str:
        """Return everything, closed."""
        self._leave_lists(0)
        self._enter_frame(None, -1)
        return "".join(self._parts)

    def _enter_frame(self, table: QTextTable | None, row: int) -> None:
        if table != self._frame:
            self._parts.append(self._close_frame)
            self._frame, self._row, self._close_frame = table, row, ""
            if table is None:
                return
            if table.rows() > 1 or table.columns() > 1:
                opened, self._close_frame = "<table><tr>", "</tr></table>"
            elif table.cellAt(0, 0).format().background().style() != Qt.BrushStyle.NoBrush:
                opened, self._close_frame = "<pre>", "</pre>"
            else:
                opened, self._close_frame = "<blockquote>", "</blockquote>"
            self._parts.append(opened)
        elif row != self._row:
            self._parts.append("</tr><tr>")
            self._row = row

    def _enter_lists(self, block: QTextBlock) -> None:
        is_ordered = block.textList().format().style() == QTextListFormat.Style.ListDecimal
        while len(self._lists) < block.textList().format().indent():
            self._lists.append("ol" if is_ordered else "ul")
            self._parts.append(f"<{self._lists[-1]}>")

    def _leave_lists(self, depth: int) -> None:
        while len(self._lists) > depth:
            self._parts.append(f"</{self._lists.pop()}>")
