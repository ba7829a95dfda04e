"""A quote: other people's words in serif behind a bar, yellow when they were found in their source."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from resources.translation import tr
from widgets.fonts import font, scaled_px
from widgets.text.elided_text import draw_lines, lines
from widgets.theme import theme

LINE_PX = 20
INDENT_PX = 10


class QuoteBlock(QWidget):
    """Shows at most `max_lines` lines of a quote; the tooltip holds all of it."""

    def __init__(self, text: str = "", *, verified: bool = False, max_lines: int = 2) -> None:
        super().__init__()
        self._text, self._verified, self._max_lines = text, verified, max_lines
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip(text)
        self.setAccessibleName(tr("Quote: {words}", words=text))
        if not text:
            self.hide()

    def show_quote(self, text: str, *, verified: bool) -> None:
        """Show another quote."""
        if (text, verified) == (self._text, self._verified):
            return
        self._text, self._verified = text, verified
        self.setToolTip(text)
        self.setAccessibleName(tr("Quote: {words}", words=text))
        self.setVisible(bool(text))
        self.setFixedHeight(self.heightForWidth(max(120, self.width())))
        self.update()

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines a width needs."""
        return scaled_px(LINE_PX) * max(1, len(lines(self._text, font("quote"), width - INDENT_PX, self._max_lines)))

    def sizeHint(self) -> QSize:
        """Ask for the lines of the width there is."""
        return QSize(240, self.heightForWidth(max(120, self.width())))

    def minimumSizeHint(self) -> QSize:
        """Be useful from a few words on."""
        return QSize(80, scaled_px(LINE_PX))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the new width needs; layouts inside a scroll area do not ask for that."""
        self.setFixedHeight(self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw bar and words."""
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillRect(QRectF(0, 0, 2, self.height()), theme().color("mark" if self._verified else "strong"))
        painter.setFont(font("quote"))
        painter.setPen(theme().color("text"))
        box = QRectF(INDENT_PX, 0, self.width() - INDENT_PX, self.height())
        draw_lines(painter, self._text, box, self._max_lines, scaled_px(LINE_PX))
