"""A radio button whose frame and dot are drawn in the theme's colours."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QRadioButton

from widgets.fonts import font
from widgets.theme import theme

DIAMETER_PX, GAP_PX = 16, 7


class Radio(QRadioButton):
    """One of several; Tab stops once, the arrow keys go on."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setFont(font("body_strong"))

    def hitButton(self, at: QPoint) -> bool:
        """Be pressed anywhere in the row."""
        return self.rect().contains(at)

    def sizeHint(self) -> QSize:
        """Ask for room for ring and words."""
        return QSize(DIAMETER_PX + GAP_PX + self.fontMetrics().horizontalAdvance(self.text()) + 4, 22)

    def minimumSizeHint(self) -> QSize:
        """Never be cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ring, dot and words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre = QPointF(DIAMETER_PX / 2, self.height() / 2)
        is_lit = self.isChecked() or self.hasFocus() or self.underMouse()
        painter.setPen(QPen(theme().color("accent" if is_lit else "strong"), 1.5 if self.hasFocus() else 1.0))
        painter.setBrush(theme().color("accentSoft" if self.hasFocus() else "surface"))
        painter.drawEllipse(centre, 7, 7)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("accentFill"))
            painter.drawEllipse(centre, 4, 4)
        painter.setPen(theme().color("text" if self.isEnabled() else "text3"))
        painter.setFont(self.font())
        words = self.rect().adjusted(DIAMETER_PX + GAP_PX, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self.text())
