"""A pane of set text: blocks of HTML, nothing loaded, no jump while text arrives, in the size that is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QMimeData, QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QTextCursor, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QTextBrowser

from engine.values import QuoteStatus
from widgets.evidence.tick_bar import TickBar
from widgets.report.citation_chip import CitationChip
from widgets.text import text_copy
from widgets.text.reading_place import ReadingPlace, is_at_end
from widgets.text.rich_formats import CHIP_OBJECT, REPORT, TypeSetting
from widgets.text.set_blocks import Heading, SetBlocks
from widgets.text.text_marks import TextMarks
from widgets.text.zoom import WheelSteps
from widgets.theme import theme

INDENT_PX = 22
# So many blocks take about 50 ms to set, and so many more fill every screen; the rest comes while one reads.
FIRST_BLOCKS = 120
MORE_BLOCKS = 30


class SetText(QTextBrowser):
    """Shows blocks of HTML.

    Signals:
        text_changed: Other words stand here now.
        zoom_asked: The wheel was turned with Ctrl: 1 for larger, -1 for smaller.
    """

    text_changed = Signal()
    zoom_asked = Signal(int)

    def __init__(self, setting: TypeSetting = REPORT) -> None:
        super().__init__()
        self._setting = setting
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBar(TickBar())
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        # Long words have places to break at; Qt's own way would break every word of a narrow table.
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(INDENT_PX)
        self._chips = CitationChip(self, setting)
        self.document().documentLayout().registerHandler(CHIP_OBJECT, self._chips)
        self._text = SetBlocks(self.document(), self._is_found)
        self.marks = TextMarks(self)
        self._wheel = WheelSteps()
        self._coming: tuple[str, ...] = ()  # all blocks, while some of them are not set yet
        self._set_more = QTimer(self, interval=0)
        self._set_more.timeout.connect(self._go_on)
        theme().changed.connect(self._set_again)

    def show_blocks(self, blocks: tuple[str, ...]) -> None:
        """Show blocks of HTML; those that stand already are left alone, so nothing flickers or jumps."""
        kept = self._text.kept(blocks)
        if kept == len(blocks) == len(self._text.blocks) and not self._coming:
            return
        place = ReadingPlace(self, self._text)
        self._begin_from(kept, blocks, place)
        if kept == 0:
            # The pane's own cursor was pushed to the end, and the first time it is shown Qt scrolls there.
            self.moveCursor(QTextCursor.MoveOperation.Start)
        place.restore(kept)
        self.text_changed.emit()

    def show_statuses(self, statuses: Mapping[str, QuoteStatus]) -> None:
        """Colour the chips by what was found for each key."""
        if dict(statuses) != self._chips.statuses:
            self._chips.statuses = dict(statuses)
            self.viewport().update()

    def show_zoom(self, percent: int) -> None:
        """Set the text in another size; the line being read stays."""
        if round(self._setting.zoom * 100) != percent:
            self._setting = replace(self._setting, zoom=percent / 100)
            self._chips.setting = self._setting
            self.document().setIndentWidth(self._setting.px(INDENT_PX))
            self._set_again()

    def setting(self) -> TypeSetting:
        """Return the sizes the text is set in."""
        return self._setting

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

    def headings(self) -> list[Heading]:
        """Return every heading, in reading order."""
        return self._text.headings

    def is_at_end(self) -> bool:
        """Return whether the end of a text longer than the view is in view."""
        return is_at_end(self.verticalScrollBar())

    def go_to(self, position: int) -> None:
        """Scroll so that a position of the document stands near the top."""
        while self._coming and position >= self.document().characterCount():
            self._go_on()
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(position, self.document().characterCount() - 1))
        top = self.cursorRect(cursor).top() + self.verticalScrollBar().value()
        self.verticalScrollBar().setValue(max(0, top - 24))

    def reveal(self, position: int) -> None:
        """Bring a position into view; one that is in view already moves nothing."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(position, self.document().characterCount() - 1))
        top, height = self.cursorRect(cursor).top(), self.viewport().height()
        if not 0 <= top <= height - self._setting.px(self._setting.line_px):
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + top - height // 3)

    def position_at_top(self) -> int:
        """Return the position of the text at the pane's upper edge."""
        return self.cursorForPosition(QPoint(8, 40)).position()

    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Load nothing, wherever it points: remote pages and local files alike."""
        return None

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy text with citations written as [7], as words and as HTML."""
        data = QMimeData()
        data.setText(self.selected_text())
        data.setHtml(text_copy.html(self.textCursor()))
        return data

    def selected_text(self) -> str:
        """Return the selected text, citations written as [7]."""
        return text_copy.plain(self.textCursor())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ask for another size with Ctrl; Qt's own way would change fonts the text does not use."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if step := self._wheel.turned(event.angleDelta().y()):
                self.zoom_asked.emit(step)
            event.accept()
        else:
            super().wheelEvent(event)

    def _is_found(self, key: str) -> bool:
        return self._chips.statuses.get(key) in ("found", "found_folded")

    def _set_again(self) -> None:
        place, blocks = ReadingPlace(self, self._text), self._coming or self._text.blocks
        self._text.set_from(0, (), self._setting)
        self._begin_from(0, blocks, place)
        place.restore_near()

    def _begin_from(self, kept: int, blocks: tuple[str, ...], place: ReadingPlace) -> None:
        """Set blocks from one on: at once as many as can be in view, the others one after the other."""
        now = max(kept, place.block) + FIRST_BLOCKS
        self._text.set_from(kept, blocks[:now], self._setting)
        self._coming = blocks if now < len(blocks) else ()
        if self._coming:
            self._set_more.start()
        else:
            self._set_more.stop()

    def _go_on(self) -> None:
        done = len(self._text.blocks)
        self._text.set_from(done, self._coming[: done + MORE_BLOCKS], self._setting)
        if done + MORE_BLOCKS >= len(self._coming):
            self._coming = ()
            self._set_more.stop()
        self.text_changed.emit()
