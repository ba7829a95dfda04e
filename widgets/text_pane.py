"""A pane of set text: blocks of HTML, citations as chips, no loads, no jump while text arrives."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QMimeData, QPoint, QTimer, QUrl, Signal
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser

from engine.values import QuoteStatus
from widgets.citation_chip import CitationChip
from widgets.rich_formats import CHIP_KEY, CHIP_NUMBER, CHIP_OBJECT, CITE_SCHEME, REPORT, TypeSetting
from widgets.rich_text import write_html
from widgets.theme import theme

HOVER_MS = 250


class TextPane(QTextBrowser):
    """Shows blocks of HTML.

    Signals:
        citation_asked: A citation was clicked or opened by key; its key, as "S3.2".
        citation_hovered: The pointer rests on a citation; its key, "" when it has left.
        link_asked: A link to a page was clicked; its address.
    """

    citation_asked = Signal(str)
    citation_hovered = Signal(str)
    link_asked = Signal(str)

    def __init__(self, setting: TypeSetting = REPORT) -> None:
        super().__init__()
        self._setting = setting
        self._blocks: tuple[str, ...] = ()
        self._starts: list[int] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(22)
        self._chips = CitationChip(self)
        self.document().documentLayout().registerHandler(CHIP_OBJECT, self._chips)
        self._hover = QTimer(self, singleShot=True, interval=HOVER_MS)
        self._hover.timeout.connect(lambda: self.citation_hovered.emit(self._chips.hot))
        self.anchorClicked.connect(self._open)
        self.highlighted.connect(self._point_at)
        theme().changed.connect(self._set_again)

    def show_blocks(self, blocks: tuple[str, ...]) -> None:
        """Show blocks of HTML; those that stand already are left alone, so nothing flickers or jumps."""
        if blocks == self._blocks:
            return
        kept = 0
        while kept < min(len(blocks), len(self._blocks)) and blocks[kept] == self._blocks[kept]:
            kept += 1
        bar = self.verticalScrollBar()
        before = bar.value()
        self._replace_from(kept, blocks)
        if kept == 0:
            # The pane's own cursor was pushed to the end, and the first time it is shown Qt scrolls there.
            self.moveCursor(QTextCursor.MoveOperation.Start)
        bar.setValue(before)

    def show_statuses(self, statuses: Mapping[str, QuoteStatus]) -> None:
        """Colour the chips by what was found for each key."""
        if dict(statuses) != self._chips.statuses:
            self._chips.statuses = dict(statuses)
            self.viewport().update()

    def set_margins(self, side_px: int, top_px: int) -> None:
        """Leave room around the text; the scroll bar stays at the edge."""
        root = self.document().rootFrame()
        frame = root.frameFormat()
        if (frame.leftMargin(), frame.topMargin()) == (side_px, top_px):
            return
        frame.setLeftMargin(side_px)
        frame.setRightMargin(side_px)
        frame.setTopMargin(top_px)
        frame.setBottomMargin(top_px + 16)
        root.setFrameFormat(frame)

    def headings(self) -> list[tuple[int, str, int]]:
        """Return level, text and position of every heading."""
        found = []
        block = self.document().begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            if level:
                found.append((level, block.text(), block.position()))
            block = block.next()
        return found

    def go_to(self, position: int) -> None:
        """Scroll so that a position of the document stands near the top."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(position, self.document().characterCount() - 1))
        top = self.cursorRect(cursor).top() + self.verticalScrollBar().value()
        self.verticalScrollBar().setValue(max(0, top - 24))

    def position_at_top(self) -> int:
        """Return the position of the text at the pane's upper edge."""
        return self.cursorForPosition(QPoint(8, 40)).position()

    def next_citation(self, step: int) -> str:
        """Choose the next (1) or previous (-1) citation after the cursor; return its key."""
        places = self._citations()
        if not places:
            return ""
        now = self.textCursor().position()
        ahead = [place for place in places if (place[0] > now if step > 0 else place[0] < now - 1)]
        position, key = (ahead or places)[0 if step > 0 else -1]
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        cursor.movePosition(QTextCursor.MoveOperation.Right)
        self.setTextCursor(cursor)
        self.show_hot(key)
        return key

    def show_hot(self, key: str) -> None:
        """Draw the chips of a key as open; "" for none."""
        if key != self._chips.hot:
            self._chips.hot = key
            self.viewport().update()

    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Load nothing, wherever it points: remote pages and local files alike."""
        return None

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy text with citations written as [7]."""
        data = QMimeData()
        data.setText(self.selected_text())
        return data

    def selected_text(self) -> str:
        """Return the selected text, citations written as [7]."""
        cursor = self.textCursor()
        fragment = cursor.selectedText()
        parts, start = [], cursor.selectionStart()
        for place, letter in enumerate(fragment):
            if letter == "\ufffc":
                cursor.setPosition(start + place + 1)
                parts.append(f"[{cursor.charFormat().property(CHIP_NUMBER)}]")
            else:
                parts.append("\n" if letter in "\u2028\u2029" else letter)
        return "".join(parts)

    def leaveEvent(self, event: QEvent) -> None:
        """Let go of the citation under the pointer."""
        self._point_at(QUrl())

    def _replace_from(self, kept: int, blocks: tuple[str, ...]) -> None:
        document = self.document()
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        if kept < len(self._starts):
            cursor.setPosition(self._starts[kept])
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self._starts = self._starts[:kept]
        for html in blocks[kept:]:
            self._starts.append(self._next_start(cursor))
            write_html(cursor, html, self._setting, self._is_found)
        cursor.endEditBlock()
        self._blocks = blocks

    def _is_found(self, key: str) -> bool:
        return self._chips.statuses.get(key) in ("found", "found_folded")

    def _next_start(self, cursor: QTextCursor) -> int:
        """Return where the next block will begin, making an empty paragraph for it."""
        if cursor.block().length() > 1:
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
            if (above := cursor.currentList()) is not None:
                above.remove(cursor.block())
        return cursor.position()

    def _set_again(self) -> None:
        blocks, bar = self._blocks, self.verticalScrollBar()
        before = bar.value()
        self._replace_from(0, ())
        self._replace_from(0, blocks)
        bar.setValue(before)

    def _citations(self) -> list[tuple[int, str]]:
        found = []
        cursor = self.document().find("\ufffc", 0, QTextDocument.FindFlag(0))
        while not cursor.isNull():
            found.append((cursor.selectionStart(), str(cursor.charFormat().property(CHIP_KEY))))
            cursor = self.document().find("\ufffc", cursor)
        return found

    def _open(self, url: QUrl) -> None:
        address = url.toString()
        if address.startswith(CITE_SCHEME):
            self.citation_asked.emit(address.removeprefix(CITE_SCHEME))
        else:
            self.link_asked.emit(address)

    def _point_at(self, url: QUrl) -> None:
        address = url.toString()
        key = address.removeprefix(CITE_SCHEME) if address.startswith(CITE_SCHEME) else ""
        self.show_hot(key)
        if key:
            self._hover.start()
        else:
            self._hover.stop()
            self.citation_hovered.emit("")
