"""A question on at most two lines; the tooltip holds all of it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.fonts import font, scaled_px
from widgets.text import elided_text
from widgets.theme import theme

LINE_PX = 20
MOST_LINES = 2


class QuestionText(QWidget):
    """Draws a question.

    Signals:
        clicked: It was clicked.
    """

    clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self.setFont(font("body"))
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        """Show a question."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self._fit()
            self.update()

    def sizeHint(self) -> QSize:
        """Ask for one or two lines."""
        return QSize(200, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take one line or two when the text breaks elsewhere."""
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines, cut where they do not fit."""
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(theme().color("text"))
        elided_text.draw_lines(painter, self._text, QRectF(self.rect()), MOST_LINES, scaled_px(LINE_PX))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the press, so that the release comes here."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell a click."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def _fit(self) -> None:
        shown = elided_text.lines(self._text, self.font(), self.width(), MOST_LINES)
        self.setFixedHeight(max(1, len(shown)) * scaled_px(LINE_PX))
        whole = " ".join(self._text.split())
        self.setToolTip("" if " ".join(shown) == whole else whole)
