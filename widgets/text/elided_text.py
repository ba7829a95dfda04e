"""Text broken into a few lines, the last of which ends in an ellipsis when more would follow."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextLayout, QTextOption


@lru_cache(maxsize=512)
def _lines(text: str, font_key: str, width_px: int, max_lines: int) -> tuple[str, ...]:
    font = QFont()
    font.fromString(font_key)
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    lines: list[str] = []
    layout.beginLayout()
    while True:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width_px)
        start = line.textStart()
        if len(lines) == max_lines - 1:
            rest = text[start:]
            lines.append(QFontMetricsF(font).elidedText(rest, Qt.TextElideMode.ElideRight, width_px))
            break
        lines.append(text[start : start + line.textLength()].rstrip())
    layout.endLayout()
    return tuple(lines)


def lines(text: str, font: QFont, width_px: float, max_lines: int) -> tuple[str, ...]:
    """Return at most `max_lines` lines of a text; measured once per text, width and font."""
    return _lines(" ".join(text.split()), font.toString(), int(width_px), max_lines)


def first_that_fits(wordings: tuple[str, ...], font: QFont, width_px: float) -> str:
    """Return the first of several wordings that fits into a width, else the last one, cut."""
    metrics = QFontMetricsF(font)
    fits = next((words for words in wordings if metrics.horizontalAdvance(words) <= width_px), None)
    return metrics.elidedText(wordings[-1], Qt.TextElideMode.ElideRight, width_px) if fits is None else fits


def draw_lines(painter: QPainter, text: str, box: QRectF, max_lines: int, line_height_px: int) -> float:
    """Draw a text in the painter's font and pen from the top of a box; return the y below it."""
    font = painter.font()
    metrics = QFontMetricsF(font)
    y = box.top()
    for line in lines(text, font, box.width(), max_lines):
        lead = (line_height_px - metrics.height()) / 2 + metrics.ascent()
        painter.drawText(QPointF(box.left(), y + lead), line)
        y += line_height_px
    return y
