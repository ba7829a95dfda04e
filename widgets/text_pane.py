"""A pane of set text: blocks of HTML, citations as chips, no loads, no jump while text arrives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QTextBrowser

from engine.values import QuoteStatus
from widgets import citation_walk, text_copy
from widgets.citation_chip import CitationChip
from widgets.reading_place import ReadingPlace
from widgets.rich_formats import CHIP_OBJECT, CITE_SCHEME, REPORT, TypeSetting
from widgets.set_blocks import Heading, SetBlocks
from widgets.text_marks import TextMarks
from widgets.theme import theme
from widgets.tick_bar import TickBar
from widgets.zoom import WheelSteps

HOVER_MS = 250
INDENT_PX = 22


class TextPane(QTextBrowser):
    """Shows blocks of HTML.

    Signals:
        citation_asked: A citation was clicked or opened by key; its key, as "S3.2".
        citation_hovered: The pointer rests on a citation; its key, "" when it has left.
        link_asked: A link to a page was clicked; its address.
        text_changed: Other words stand here now.
        zoom_asked: The wheel was turned with Ctrl: 1 for larger, -1 for smaller.
    """

    citation_asked = Signal(str)
    citation_hovered = Signal(str)
    link_asked = Signal(str)
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
        self._hover = QTimer(self, singleShot=True, interval=HOVER_MS)
        self._hover.timeout.connect(lambda: self.citation_hovered.emit(self._chips.hot))
        self.anchorClicked.connect(self._open)
        self.highlighted.connect(self._point_at)
        theme().changed.connect(self._set_again)

    def show_blocks(self, blocks: tuple[str, ...]) -> None:
        """Show blocks of HTML; those that stand already are left alone, so nothing flickers or jumps."""
        kept = self._text.kept(blocks)
        if kept == len(blocks) == len(self._text.blocks):
            return
        place = ReadingPlace(self, self._text)
        self._text.set_from(kept, blocks, self._setting)
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
        return ReadingPlace(self, self._text).is_at_end

    def go_to(self, position: int) -> None:
        """Scroll so that a position of the document stands near the top."""
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

    def next_citation(self, step: int) -> str:
        """Choose the next (1) or previous (-1) citation from the cursor; return its key, "" when there is none."""
        chip = citation_walk.next_chip(self.document(), self.textCursor(), step)
        if chip is None:
            return ""
        self.setTextCursor(citation_walk.select(self.document(), chip))
        self.show_hot(chip.key)
        return chip.key

    def chosen_citation(self) -> str:
        """Return the key of the citation that is selected alone, "" when none is."""
        cursor = self.textCursor()
        is_one = cursor.selectionEnd() - cursor.selectionStart() == 1
        key = cursor.charFormat().anchorHref() if is_one else ""
        return key.removeprefix(CITE_SCHEME) if key.startswith(CITE_SCHEME) else ""

    def show_hot(self, key: str) -> None:
        """Draw the chips of a key as open; "" for none."""
        if key != self._chips.hot:
            self._chips.hot = key
            self.viewport().update()

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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the chosen citation with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and (key := self.chosen_citation()):
            self.citation_asked.emit(key)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ask for another size with Ctrl; Qt's own way would change fonts the text does not use."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if step := self._wheel.turned(event.angleDelta().y()):
                self.zoom_asked.emit(step)
            event.accept()
        else:
            super().wheelEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Let go of the citation under the pointer."""
        self._point_at(QUrl())

    def _is_found(self, key: str) -> bool:
        return self._chips.statuses.get(key) in ("found", "found_folded")

    def _set_again(self) -> None:
        place, blocks = ReadingPlace(self, self._text), self._text.blocks
        self._text.set_from(0, (), self._setting)
        self._text.set_from(0, blocks, self._setting)
        place.restore_near()

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
