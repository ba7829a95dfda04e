"""The texts of the window as something that can be searched."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor

from widgets.stored_text import StoredText
from widgets.text_pane import TextPane
from widgets.text_search import Span, Utf16Places
from widgets.tick_bar import TickBar


class PaneTarget:
    """A pane of set text."""

    def __init__(self, edit: TextPane) -> None:
        self.edit = edit
        self._places = Utf16Places("")

    def text(self) -> str:
        """Return the text."""
        text = self.edit.toPlainText()
        self._places = Utf16Places(text)
        return text

    def selected(self) -> str:
        """Return the selected words."""
        return self.edit.textCursor().selectedText()

    def begin(self) -> int:
        """Return the place of the selection, or of the top of the view."""
        cursor = self.edit.textCursor()
        at_top = self.edit.cursorForPosition(QPoint(0, 0)).position()
        return self._places.from_qt(cursor.selectionStart() if cursor.hasSelection() else at_top)

    def show_hits(self, hits: list[Span], current: int, *, moves: bool = True) -> None:
        """Mark what was found."""
        spans = [self._in_qt(hit) for hit in hits]
        self.edit.marks.show_spans("hits", spans)
        self.edit.marks.show_spans("hit", spans[current : current + 1] if current >= 0 else [])
        bar = self.edit.verticalScrollBar()
        if isinstance(bar, TickBar):
            length = max(1, self.edit.document().characterCount())
            bar.show_ticks("hit", [start / length for start, _ in spans])
        if moves and current >= 0:
            self.edit.reveal(spans[current][0])

    def leave(self, hit: Span | None) -> None:
        """Leave the cursor at the place shown last."""
        self.show_hits([], -1)
        if hit is not None:
            self.edit.setTextCursor(_selection(self.edit, self._in_qt(hit)))

    def _in_qt(self, hit: Span) -> Span:
        return self._places.to_qt(hit[0]), self._places.to_qt(hit[1])


class StoredTarget:
    """A stored text: all of it is searched, also what is not set."""

    def __init__(self, edit: StoredText) -> None:
        self.edit = edit

    def text(self) -> str:
        """Return the whole text."""
        return self.edit.whole()

    def selected(self) -> str:
        """Return the selected words."""
        return self.edit.textCursor().selectedText()

    def begin(self) -> int:
        """Return the place of the top of the view."""
        return self.edit.place_at_top()

    def show_hits(self, hits: list[Span], current: int, *, moves: bool = True) -> None:
        """Mark what was found."""
        self.edit.show_hits(hits, hits[current] if current >= 0 else None, moves=moves)

    def leave(self, hit: Span | None) -> None:
        """Leave the cursor at the place shown last."""
        self.show_hits([], -1)
        if hit is not None:
            self.edit.setTextCursor(_selection(self.edit, self.edit.in_qt(hit)))


def _selection(edit: TextPane | StoredText, span: Span) -> QTextCursor:
    cursor = QTextCursor(edit.document())
    cursor.setPosition(span[0])
    cursor.setPosition(span[1], QTextCursor.MoveMode.KeepAnchor)
    return cursor
