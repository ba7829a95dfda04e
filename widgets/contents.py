"""The report's contents at its side: a line of headings, the one being read stands out."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from widgets.fonts import font
from widgets.theme import theme

ROW_PX = 26


class Contents(QWidget):
    """Lists headings.

    Signals:
        heading_asked: A heading was chosen; its position in the document.
    """

    heading_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._headings: list[tuple[int, str, int]] = []
        self._current = -1
        self.setAccessibleName("Contents")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_headings(self, headings: list[tuple[int, str, int]]) -> None:
        """List headings: level, text, position."""
        if headings != self._headings:
            self._headings = headings
            self.setFixedHeight(max(1, len(headings)) * ROW_PX)
            self.update()

    def has_any(self) -> bool:
        """Return whether there are headings."""
        return bool(self._headings)

    def current(self) -> int:
        """Return the place of the marked heading, -1 for none."""
        return self._current

    def show_position(self, position: int) -> None:
        """Mark the heading under which a position stands."""
        above = [place for place, heading in enumerate(self._headings) if heading[2] <= position]
        current = above[-1] if above else (0 if self._headings else -1)
        if current != self._current:
            self._current = current
            self.update()

    def sizeHint(self) -> QSize:
        """Ask for a narrow column."""
        return QSize(184, len(self._headings) * ROW_PX)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to the heading that was clicked."""
        self._ask(int(event.position().y()) // ROW_PX)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the heading above or below."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._ask(self._current + step)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line, the mark and the headings."""
        painter = QPainter(self)
        painter.fillRect(QRect(0, 0, 2, self.height()), theme().color("border"))
        for place, (level, text, _) in enumerate(self._headings):
            row = QRect(12 if level <= 2 else 24, place * ROW_PX, self.width() - 14, ROW_PX)
            here = place == self._current
            if here:
                painter.fillRect(QRect(0, row.top(), 2, ROW_PX), theme().color("accent"))
            painter.setFont(font("small", 600 if here else 400))
            painter.setPen(theme().color("text" if here else "text2"))
            room = self.width() - row.left() - 2
            shown = QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.drawText(row, Qt.AlignmentFlag.AlignVCenter, shown)

    def _ask(self, place: int) -> None:
        if 0 <= place < len(self._headings):
            self.heading_asked.emit(self._headings[place][2])
