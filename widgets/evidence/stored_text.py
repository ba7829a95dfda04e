"""The stored text of a source, in serif, with the open quote in marker yellow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QFrame, QTextEdit

from engine.values import Quote
from resources.translation import tr
from widgets.evidence.stored_setting import set_margins, set_plain
from widgets.evidence.tick_bar import TickBar
from widgets.text.rich_formats import TypeSetting
from widgets.text.text_marks import TextMarks
from widgets.text.text_part import PART_CHARS, TextPart
from widgets.text.text_search import Span
from widgets.text.zoom import WheelSteps
from widgets.theme import theme


class StoredText(QTextEdit):
    """Shows a stored text, read only; nothing in it is interpreted. A very long one is shown part by part.

    Signals:
        text_changed: Another text is here now.
        part_changed: Another part of the text is shown.
        zoom_asked: The wheel was turned with Ctrl: 1 for larger, -1 for smaller.
    """

    text_changed = Signal()
    part_changed = Signal()
    zoom_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(tr("Stored text"))
        self.setProperty("ground", "surface")
        self._ticks = TickBar()
        self.setVerticalScrollBar(self._ticks)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.marks = TextMarks(self)
        self._setting = TypeSetting("stored", 25, 0)
        self._part = TextPart()
        self._quotes: list[Span] = []  # in code points of the whole text, as everything here but Qt's own
        self._quote: Span | None = None
        self._hits: list[Span] = []
        self._wheel = WheelSteps()
        # What came into view stays there while the widget finds its size, until the user scrolls.
        self._awaited: Span | None = None
        self._ticks.actionTriggered.connect(self._stop_awaiting)
        theme().changed.connect(self._set_again)

    def show_text(self, text: str, quotes: tuple[Quote, ...], current: int) -> None:
        """Show a text with the quotes found in it; scroll to the current one.

        Args:
            quotes: Their positions are code points in `text`.
            current: Index of the open quote, -1 for none.
        """
        is_new = text != self._part.whole
        if is_new:
            self._part, self._hits = TextPart(text), []
        self._quotes = sorted(span for quote in quotes if (span := _span(quote, text)) is not None)
        before, self._quote = self._quote, _span(quotes[current], text) if 0 <= current < len(quotes) else None
        is_moved = is_new or self._quote != before  # a run that goes on must not scroll who is reading
        if is_moved:
            self._show_part(self._part.show_around(self._quote))
        self._mark()
        if self._quote is not None and is_moved:
            self._reveal(self._quote)
        elif is_new:
            self.verticalScrollBar().setValue(0)
        if is_new:
            self.text_changed.emit()

    def show_quote(self) -> None:
        """Bring the open quote into view again."""
        if self._quote is not None:
            self._show_part(self._part.show_around(self._quote))
            self._mark()
            self._reveal(self._quote)

    def show_zoom(self, percent: int) -> None:
        """Set the text in another size; the line being read stays."""
        if round(self._setting.zoom * 100) != percent:
            self._setting = replace(self._setting, zoom=percent / 100)
            self._set_again()

    def show_hits(self, hits: list[Span], current: Span | None, *, moves: bool) -> None:
        """Mark found words in the whole text, one of them as the current one."""
        self._hits = hits
        if moves and current is not None:
            self._show_part(self._part.show_around(current))
        self._mark()
        self.marks.show_spans("hit", self._held([current] if current else []))
        if moves and current is not None:
            self._reveal(current)

    def whole(self) -> str:
        """Return the whole text."""
        return self._part.whole

    def part(self) -> tuple[int, int, int]:
        """Return the first and one past the last letter shown, and how many there are."""
        first = max(0, self._part.first)
        return first, first + len(self._part.shown), len(self._part.whole)

    def turn(self, step: int) -> None:
        """Show the part behind (1) or before (-1) the one shown, from its beginning or its end."""
        if self._part.show_at(self._part.first + step * PART_CHARS):
            self._show_part(True)
            self._mark()
            bar = self.verticalScrollBar()
            bar.setValue(bar.minimum() if step > 0 else bar.maximum())

    def place_at_top(self) -> int:
        """Return the place of the text at the upper edge."""
        return self._part.from_qt(self.cursorForPosition(QPoint(0, 0)).position())

    def in_qt(self, span: Span) -> Span:
        """Return a span of the whole text in the widget's positions."""
        return self._part.in_qt(span)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines readable."""
        super().resizeEvent(event)
        set_margins(self, self._setting)
        if self._awaited is not None:
            self._reveal(self._awaited)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ask for another size with Ctrl."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if step := self._wheel.turned(event.angleDelta().y()):
                self.zoom_asked.emit(step)
            event.accept()
        else:
            super().wheelEvent(event)

    def _show_part(self, is_another: bool) -> None:
        if is_another:
            self._awaited = None
            set_plain(self, self._part.shown, self._setting)
            self.part_changed.emit()

    def _set_again(self) -> None:
        if self._part.shown:
            top = self.place_at_top()
            self._awaited = None
            set_plain(self, self._part.shown, self._setting)
            self._mark()
            self._reveal((top, top), at_top=True)

    def _stop_awaiting(self) -> None:
        self._awaited = None

    def _mark(self) -> None:
        self.marks.show_spans("quotes", self._held([span for span in self._quotes if span != self._quote]))
        self.marks.show_spans("quote", self._held([self._quote] if self._quote else []))
        self.marks.show_spans("hits", self._held(self._hits))
        self._ticks.show_ticks("quote", self._shares(self._quotes))
        self._ticks.show_ticks("hit", self._shares(self._hits))

    def _held(self, spans: Sequence[Span]) -> list[Span]:
        return [self._part.in_qt(span) for span in spans if self._part.holds(span)]

    def _shares(self, spans: Sequence[Span]) -> list[float]:
        return [self._part.share(span[0]) for span in spans if self._part.holds(span)]

    def _reveal(self, span: Span, *, at_top: bool = False) -> None:
        self._awaited = span
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._part.in_qt(span)[0])
        top, height = self.cursorRect(cursor).top(), self.viewport().height()
        if at_top or not 0 <= top <= height - self._setting.px(self._setting.line_px):
            bar = self.verticalScrollBar()
            bar.setValue(max(0, bar.value() + top - (0 if at_top else height // 3)))


def _span(quote: Quote, text: str) -> Span | None:
    """Return where a quote stands, None when it was not found or not in this text."""
    if quote.start is None or quote.end is None or not quote.start <= quote.end <= len(text):
        return None
    return quote.start, quote.end
