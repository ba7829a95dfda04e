"""The texts of the window as something that can be searched."""

from __future__ import annotations

import sys
from itertools import accumulate

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QScrollArea, QWidget

from widgets.evidence.stored_text import StoredText
from widgets.evidence.tick_bar import TickBar
from widgets.text.text_pane import TextPane
from widgets.text.text_search import Span, Utf16Places


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


class PanesTarget:
    """Several panes on one page that scrolls, searched as one text."""

    def __init__(self, page: QWidget) -> None:
        self._page = page
        self._panes: list[PaneTarget] = []
        self._starts: list[int] = []
        self.edit = _Panes(page)

    def text(self) -> str:
        """Return the text of all panes that are shown."""
        panes = [pane for pane in self._page.findChildren(TextPane) if pane.isVisibleTo(self._page)]
        self._panes = [PaneTarget(pane) for pane in sorted(panes, key=self._top)]
        texts = [pane.text() for pane in self._panes]
        self._starts = list(accumulate((len(text) + 1 for text in texts), initial=0))[:-1]
        self.edit.follow([pane.edit for pane in self._panes])
        return "\n".join(texts)

    def selected(self) -> str:
        """Return the selected words."""
        panes = self._page.findChildren(TextPane)
        return next((pane.textCursor().selectedText() for pane in panes if pane.textCursor().hasSelection()), "")

    def begin(self) -> int:
        """Begin at the top: a page is short."""
        return 0

    def show_hits(self, hits: list[Span], current: int, *, moves: bool = True) -> None:
        """Mark what was found in each pane."""
        for place, (pane, start) in enumerate(zip(self._panes, self._starts, strict=True)):
            end = self._starts[place + 1] if place + 1 < len(self._starts) else sys.maxsize
            own = [(first - start, last - start) for first, last in hits if start <= first and last < end]
            here = hits[current][0] - start if current >= 0 else -1
            at = next((index for index, hit in enumerate(own) if hit[0] == here), -1)
            pane.show_hits(own, at, moves=False)
            if moves and at >= 0:
                _bring_into_view(pane.edit, pane.edit.marks.spans("hit")[0][0])

    def leave(self, hit: Span | None) -> None:
        """Leave the cursor at the place shown last."""
        self.show_hits([], -1)
        for pane, start in zip(self._panes, self._starts, strict=True):
            if hit is not None and start <= hit[0] <= start + len(pane.edit.toPlainText()):
                pane.leave((hit[0] - start, hit[1] - start))
                self.edit.setFocusProxy(pane.edit)

    def _top(self, pane: TextPane) -> int:
        return pane.mapTo(self._page, QPoint(0, 0)).y()


class _Panes(QWidget):
    """Stands for several panes: tells when one of them changes, and has their keyboard."""

    text_changed = Signal()

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.hide()
        self._followed: list[TextPane] = []

    def follow(self, panes: list[TextPane]) -> None:
        """Tell of the changes of these panes."""
        for pane in panes:
            if pane not in self._followed:
                pane.text_changed.connect(self.text_changed)
        self._followed = panes


def _bring_into_view(pane: TextPane, position: int) -> None:
    cursor = QTextCursor(pane.document())
    cursor.setPosition(position)
    parent = pane.parentWidget()
    while parent is not None and not isinstance(parent, QScrollArea):
        parent = parent.parentWidget()
    if parent is not None and (inside := parent.widget()) is not None:
        at = pane.viewport().mapTo(inside, pane.cursorRect(cursor).center())
        parent.ensureVisible(at.x(), at.y(), 40, 60)
