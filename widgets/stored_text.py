"""The stored text of a source, in serif, with the open quote in marker yellow."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QScrollBar, QTextEdit

from engine.values import Quote
from widgets import fonts
from widgets.theme import theme

LINE_PX = 25
GAP_PX = 13
MAX_LINE_PX = 600
# A whole book would take seconds to set; this much around the quote is what anybody reads.
SHOWN_CHARS = 200_000


class StoredText(QTextEdit):
    """Shows a stored text, read only; nothing in it is interpreted."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Stored text")
        self.setProperty("ground", "surface")
        self._ticks = _TickBar()
        self.setVerticalScrollBar(self._ticks)
        self._text, self._first = "", 0
        self._marks: list[tuple[int, int]] = []
        theme().changed.connect(self._renew)

    def show_text(self, text: str, quotes: tuple[Quote, ...], current: int) -> None:
        """Show a text with the quotes found in it; scroll to the current one.

        Args:
            quotes: Their positions are code points in `text`.
            current: Index of the open quote, -1 for none.
        """
        spot = quotes[current].start if 0 <= current < len(quotes) else None
        first = max(0, (spot or 0) - SHOWN_CHARS // 2)
        shown = text[first : first + SHOWN_CHARS]
        if (shown, first) != (self._text, self._first):
            self._text, self._first = shown, first
            self._set_text()
        self._marks = [self._span(quote) for quote in quotes if quote.start is not None and quote.end is not None]
        self._ticks.show_ticks([begin / max(1, len(shown)) for begin, _ in self._marks])
        self._mark(self._span(quotes[current]) if spot is not None else None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines readable."""
        super().resizeEvent(event)
        self._set_margins()

    def _span(self, quote: Quote) -> tuple[int, int]:
        """Return a quote's place in the widget: Qt counts UTF-16 units, the journal code points."""
        start, end = (quote.start or 0) - self._first, (quote.end or 0) - self._first
        return _utf16(self._text[: max(0, start)]), _utf16(self._text[: max(0, end)])

    def _set_text(self) -> None:
        self.setPlainText(self._text)
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        style = QTextCharFormat()
        style.setFont(fonts.font("stored"))
        style.setForeground(theme().color("text"))
        cursor.setCharFormat(style)
        block = self.document().begin()
        line, gap = QTextBlockFormat(), QTextBlockFormat()
        line.setLineHeight(LINE_PX, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        gap.setLineHeight(GAP_PX, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        while block.isValid():
            cursor.setPosition(block.position())
            cursor.setBlockFormat(line if block.length() > 1 else gap)
            block = block.next()
        cursor.endEditBlock()
        self._set_margins()

    def _set_margins(self) -> None:
        side = max(24, (self.viewport().width() - MAX_LINE_PX) // 2)
        root = self.document().rootFrame()
        frame = root.frameFormat()
        frame.setLeftMargin(side)
        frame.setRightMargin(side)
        frame.setTopMargin(20)
        frame.setBottomMargin(40)
        root.setFrameFormat(frame)

    def _mark(self, span: tuple[int, int] | None) -> None:
        if span is None:
            self.setExtraSelections([])
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(span[0])
        cursor.setPosition(span[1], QTextCursor.MoveMode.KeepAnchor)
        mark = QTextEdit.ExtraSelection()
        mark.cursor = cursor
        style = QTextCharFormat()
        style.setBackground(theme().color("mark"))
        style.setForeground(theme().color("onMark"))
        mark.format = style
        self.setExtraSelections([mark])
        at = QTextCursor(self.document())
        at.setPosition(span[0])
        top = self.cursorRect(at).top() + self.verticalScrollBar().value()
        self.verticalScrollBar().setValue(max(0, top - self.viewport().height() // 3))

    def _renew(self) -> None:
        if self._text:
            self._set_text()


class _TickBar(QScrollBar):
    """A scroll bar that shows where quotes stand."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._ticks: list[float] = []

    def show_ticks(self, ticks: list[float]) -> None:
        """Show ticks at shares of the height."""
        self._ticks = ticks
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar, then the ticks."""
        super().paintEvent(event)
        painter = QPainter(self)
        for share in self._ticks:
            y = round(share * (self.height() - 4))
            painter.fillRect(QRect(1, y, self.width() - 2, 4), theme().color("mark"))


def _utf16(text: str) -> int:
    return len(text) + sum(letter > "\uffff" for letter in text)
