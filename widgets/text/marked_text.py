"""Text of a few lines in which words are marked, the last line ending in an ellipsis when more would follow."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

Span = tuple[int, int]


def mark_places(text: str, marks: Sequence[Span]) -> list[Span]:
    """Return marks given in characters as places in Qt's text, where rare characters count twice."""
    if text.isascii() or all(ord(char) <= 0xFFFF for char in text):
        return list(marks)
    return [tuple(len(text[:end].encode("utf-16-le")) // 2 for end in mark) for mark in marks]  # type: ignore[misc]


def draw_marked(
    painter: QPainter, text: str, marks: Sequence[Span], how: QTextCharFormat, box: QRectF, max_lines: int,
    line_height_px: int,
) -> float:  # fmt: skip
    """Draw a text in the painter's font and pen from the top of a box; return the y below it."""
    layout = _laid_out(text, marks, how, painter.font(), box.width())
    if layout.lineCount() > max_lines:
        start = layout.lineAt(max_lines - 1).textStart()
        rest = text.encode("utf-16-le")[2 * start :].decode("utf-16-le", "ignore")
        metrics = QFontMetricsF(painter.font())
        last = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, box.width() - metrics.averageCharWidth())
        kept = text[: len(text) - len(rest)] + last
        inside = [(begin, min(end, len(kept) - 1)) for begin, end in marks if begin < len(kept) - 1]
        layout = _laid_out(kept, inside, how, painter.font(), box.width())
    count = min(layout.lineCount(), max_lines)
    for place in range(count):
        line = layout.lineAt(place)
        top = box.top() + place * line_height_px + (line_height_px - line.height()) / 2
        line.draw(painter, QPointF(box.left(), top - line.y()))
    return box.top() + count * line_height_px


def line_count(text: str, font: QFont, width_px: float, max_lines: int) -> int:
    """Return how many lines a text takes, at most `max_lines`."""
    return min(_laid_out(text, (), QTextCharFormat(), font, width_px).lineCount(), max_lines)


def _laid_out(text: str, marks: Sequence[Span], how: QTextCharFormat, font: QFont, width_px: float) -> QTextLayout:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    ranges = []
    for start, end in mark_places(text, marks):
        one = QTextLayout.FormatRange()
        one.start, one.length, one.format = start, end - start, how
        ranges.append(one)
    layout.setFormats(ranges)
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width_px)
    layout.endLayout()
    return layout
