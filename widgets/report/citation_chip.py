"""The citation chip: a number in the text whose colour says whether its quote was found."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPyTextObject, QTextDocument, QTextFormat

from engine.values import QuoteStatus
from widgets.text.rich_formats import CHIP_KEY, CHIP_NUMBER, REPORT, TypeSetting
from widgets.theme import theme

HEIGHT_PX = 17
MIN_WIDTH_PX = 18

CHIP_COLORS: dict[QuoteStatus, tuple[str, str]] = {  # ground, text
    "found": ("accentSoft", "accent"),
    "found_folded": ("accentSoft", "accent"),
    "not_found": ("warnSoft", "warn"),
    "not_checked": ("hover", "text2"),
}


def chip_width(number: str, setting: TypeSetting = REPORT) -> float:
    """Return how wide the chip of a number is."""
    words = QFontMetricsF(setting.font("meta", 600)).horizontalAdvance(number)
    return max(setting.px(MIN_WIDTH_PX), words + setting.px(10))


def draw_chip(
    painter: QPainter,
    box: QRectF,
    number: str,
    status: QuoteStatus,
    *,
    hot: bool = False,
    setting: TypeSetting = REPORT,
) -> None:
    """Draw a chip; a hot one is under the pointer or open."""
    ground, text = ("accentFill", "onAccent") if hot else CHIP_COLORS[status]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().color(ground))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(theme().color(text))
    painter.setFont(setting.font("meta", 600))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, number)
    painter.restore()


class CitationChip(QPyTextObject):
    """Draws the chips of one document; knows what was found for each key."""

    def __init__(self, parent: QObject, setting: TypeSetting) -> None:
        super().__init__(parent)
        self.setting = setting
        self.statuses: dict[str, QuoteStatus] = {}
        self.hot_at = -1  # the position of the one under the pointer, or chosen by keys

    def intrinsicSize(self, doc: QTextDocument, place: int, format: QTextFormat) -> QSizeF:
        """Return the room a chip takes, with a gap before it."""
        width = chip_width(str(format.property(CHIP_NUMBER)), self.setting)
        return QSizeF(width + self.setting.px(3), self.setting.px(HEIGHT_PX - 4))

    def drawObject(
        self, painter: QPainter, rect: QRectF | QRect, doc: QTextDocument, place: int, format: QTextFormat
    ) -> None:
        """Draw the chip, centred on the line."""
        key = str(format.property(CHIP_KEY))
        rect, height = QRectF(rect), self.setting.px(HEIGHT_PX)
        left, width = rect.left() + self.setting.px(2), rect.width() - self.setting.px(3)
        box = QRectF(left, rect.center().y() - height / 2 + 1, width, height)
        status = self.statuses.get(key, "not_checked")
        number = str(format.property(CHIP_NUMBER))
        draw_chip(painter, box, number, status, hot=place == self.hot_at, setting=self.setting)
