"""Marks over a text that are no part of it: quotes and found words, drawn only where they can be seen."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from widgets.text.text_search import Span
from widgets.theme import theme

Layer = Literal["quotes", "quote", "hits", "hit"]

# Later ones lie over earlier ones. A soft one lets the text keep its own colour.
_LOOKS: dict[Layer, tuple[str, str, float]] = {  # ground, text, how much of the ground
    "quotes": ("mark", "", 0.34),
    "quote": ("mark", "onMark", 1.0),
    "hits": ("accentFill", "", 0.28),
    "hit": ("accentFill", "onAccent", 1.0),
}


class TextMarks(QObject):
    """The marks of one text widget, in layers.

    A text with thousands of marks would be slow to paint, so only those in view are handed to Qt.
    """

    def __init__(self, edit: QTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._layers: dict[Layer, Sequence[Span]] = {}
        self._starts: dict[Layer, list[int]] = {}
        edit.verticalScrollBar().valueChanged.connect(self._draw)
        edit.verticalScrollBar().rangeChanged.connect(self._draw)
        theme().changed.connect(self._draw)

    def show_spans(self, layer: Layer, spans: Sequence[Span]) -> None:
        """Mark spans in Qt's positions, in reading order, none inside another; they take the place of the layer's."""
        if spans or self._layers.get(layer):
            self._layers[layer] = spans
            self._starts[layer] = [start for start, _ in spans]
            self._draw()

    def spans(self, layer: Layer) -> Sequence[Span]:
        """Return what is marked in a layer."""
        return self._layers.get(layer, ())

    def _draw(self) -> None:
        if not any(self._layers.values()):
            if self._edit.extraSelections():
                self._edit.setExtraSelections([])
            return
        view = self._edit.viewport()
        first = self._edit.cursorForPosition(QPoint(0, 0)).position()
        last = self._edit.cursorForPosition(QPoint(view.width(), view.height())).position()
        self._edit.setExtraSelections(
            [self._selection(span, layer) for layer in _LOOKS for span in self._seen(layer, first, last)]
        )

    def _seen(self, layer: Layer, first: int, last: int) -> Sequence[Span]:
        spans, starts = self._layers.get(layer, ()), self._starts.get(layer, [])
        begin = bisect_left(starts, first)
        # A long one may begin above the view.
        if begin and spans[begin - 1][1] >= first:
            begin -= 1
        return spans[begin : bisect_right(starts, last)]

    def _selection(self, span: Span, layer: Layer) -> QTextEdit.ExtraSelection:
        ground, text, share = _LOOKS[layer]
        selection = QTextEdit.ExtraSelection()
        style = QTextCharFormat()
        style.setBackground(_mixed(theme().color(ground), share))
        if text:
            style.setForeground(theme().color(text))
        cursor = QTextCursor(self._edit.document())
        cursor.setPosition(span[0])
        cursor.setPosition(span[1], QTextCursor.MoveMode.KeepAnchor)
        selection.format, selection.cursor = style, cursor
        return selection


def _mixed(color: QColor, share: float) -> QColor:
    color.setAlphaF(share)
    return color
