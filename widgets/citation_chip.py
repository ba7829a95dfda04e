"""The citation chip: a number in the text whose colour says whether its quote was found."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPyTextObject, QTextDocument, QTextFormat

from engine.values import QuoteStatus
from widgets.fonts import font
from widgets.rich_formats import CHIP_KEY, CHIP_NUMBER
from widgets.theme import theme

HEIGHT_PX = 17
MIN_WIDTH_PX = 18

CHIP_COLORS: dict[QuoteStatus, tuple[str, str]] = {  # ground, text
    "found": ("accentSoft", "accent"),
    "found_folded": ("accentSoft", "accent"),
    "not_found": ("warnSoft", "warn"),
    "not_checked": ("hover", "text2"),
}


def chip_width(number: str) -> float:
    """Return how wide the chip of a number is."""
    return max(MIN_WIDTH_PX, QFontMetricsF(font("meta", 600)).horizontalAdvance(number) + 10)


def draw_chip(painter: QPainter, box: QRectF, number: str, status: QuoteStatus, *, hot: bool = False) -> None:
    """Draw a chip; a hot one is under the pointer or open."""
    ground, text = ("accentFill", "onAccent") if hot else CHIP_COLORS[status]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().color(ground))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(theme().color(text))
    painter.setFont(font("meta", 600))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, number)
    painter.restore()


class CitationChip(QPyTextObject):
    """Draws the chips of one document; knows what was found for each key."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.statuses: dict[str, QuoteStatus] = {}
        self.hot = ""

    def intrinsicSize(self, doc: QTextDocument, place: int, format: QTextFormat) -> QSizeF:
        """Return the room a chip takes, with a gap before it."""
        return QSizeF(chip_width(str(format.property(CHIP_NUMBER))) + 3, HEIGHT_PX - 4)

    def drawObject(
        self, painter: QPainter, rect: QRectF | QRect, doc: QTextDocument, place: int, format: QTextFormat
    ) -> None:
        """Draw the chip, centred on the line."""
        key = str(format.property(CHIP_KEY))
        rect = QRectF(rect)
        box = QRectF(rect.left() + 2, rect.center().y() - HEIGHT_PX / 2 + 1, rect.width() - 3, HEIGHT_PX)
        status = self.statuses.get(key, "not_checked")
        draw_chip(painter, box, str(format.property(CHIP_NUMBER)), status, hot=key == self.hot)
