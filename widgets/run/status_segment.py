"""One fact of the status bar: an icon, words and a dot, with a line before all but the first."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from widgets.glyph import Glyph
from widgets.label import Label
from widgets.theme import theme

HEIGHT_PX = 40


class StatusSegment(QWidget):
    """Shows a fact; it is not there without words."""

    def __init__(self, icon: str, *, is_first: bool = False) -> None:
        super().__init__()
        self._dot, self._is_first = "", is_first
        row = QHBoxLayout(self)
        row.setContentsMargins(9 if is_first else 15, 0, 14, 0)
        row.setSpacing(6)
        if icon:
            row.addWidget(Glyph(icon, "text2", 14))
        self._words = Label("", "small", "text2")
        row.addWidget(self._words)
        row.addSpacing(2)
        self._dot_room = QWidget()
        self._dot_room.setFixedSize(8, 8)
        row.addWidget(self._dot_room)
        self.setFixedHeight(HEIGHT_PX - 1)

    def words(self) -> str:
        """Return the words that are shown."""
        return self._words.text()

    def dot(self) -> str:
        """Return the colour role of the dot, "" without one."""
        return self._dot

    def show_words(self, words: str, dot: str = "") -> None:
        """Show words and a dot in a colour role; nothing at all without words."""
        self._words.setText(words)
        self._dot = dot
        self._dot_room.setVisible(bool(dot))
        self.setVisible(bool(words))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dot and the line."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._is_first:
            painter.setPen(theme().color("border"))
            painter.drawLine(0, 12, 0, self.height() - 12)
        if self._dot:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color(self._dot))
            painter.drawEllipse(QPointF(self._dot_room.geometry().center()) + QPointF(0.5, 0.5), 3.5, 3.5)
