"""The report's contents at its side: a line of headings, the one being read stands out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from resources.translation import tr
from widgets.fonts import font
from widgets.text.set_blocks import Heading
from widgets.theme import theme

ROW_PX = 26
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class Contents(QWidget):
    """Lists headings.

    Signals:
        heading_asked: A heading was chosen; its position in the document.
        current_moved: Another row is marked; its middle from the top, in pixels.
    """

    heading_asked = Signal(int)
    current_moved = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._headings: list[Heading] = []
        self._current = self._under_pointer = -1
        self.setAccessibleName(tr("Contents"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)

    def show_headings(self, headings: Sequence[Heading]) -> None:
        """List headings; the title alone is no contents."""
        below = [heading for heading in headings if heading.level > 1]
        listed = below or (list(headings) if len(headings) > 1 else [])
        if listed != self._headings:
            self._headings = listed
            self.setFixedHeight(max(1, len(listed)) * ROW_PX)
            self.update()

    def has_any(self) -> bool:
        """Return whether there are headings."""
        return bool(self._headings)

    def current(self) -> int:
        """Return the place of the marked heading, -1 for none."""
        return self._current

    def show_position(self, position: int) -> None:
        """Mark the heading under which a position stands."""
        above = [place for place, heading in enumerate(self._headings) if heading.position <= position]
        current = above[-1] if above else (0 if self._headings else -1)
        if current != self._current:
            self._current = current
            self.setAccessibleDescription(self._headings[current].text if current >= 0 else "")
            self.current_moved.emit(current * ROW_PX + ROW_PX // 2)
            self.update()

    def make_menu(self, parent: QWidget) -> QMenu:
        """Return the same headings as a menu."""
        menu = QMenu(parent)
        menu.setFont(font("small"))
        for place, heading in enumerate(self._headings):
            indent = "    " if heading.level > 2 else ""
            action = menu.addAction(indent + heading.text.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(place == self._current)
            action.triggered.connect(lambda _=False, place=place: self._ask(place))
        return menu

    def sizeHint(self) -> QSize:
        """Ask for a narrow column."""
        return QSize(184, len(self._headings) * ROW_PX)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Note what the pointer is over; a heading that does not fit is told whole."""
        place = int(event.position().y()) // ROW_PX
        if place != self._under_pointer and 0 <= place < len(self._headings):
            self._under_pointer = place
            self.setToolTip(self._headings[place].text)
            self.update()

    def leaveEvent(self, event: object) -> None:
        """Forget the pointer."""
        self._under_pointer = -1
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that keys work here."""
        super().focusInEvent(event)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to the heading that was clicked."""
        self._ask(int(event.position().y()) // ROW_PX)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the heading above or below."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._ask(self._current + step)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line, the mark and the headings."""
        painter = QPainter(self)
        painter.fillRect(QRect(0, 0, 2, self.height()), theme().color("border"))
        for place, heading in enumerate(self._headings):
            row = QRect(12 if heading.level <= 2 else 24, place * ROW_PX, self.width() - 14, ROW_PX)
            here = place == self._current
            if here:
                painter.fillRect(QRect(0, row.top(), 2, ROW_PX), theme().color("accent"))
            painter.setFont(font("small", 600 if here else 400))
            painter.setPen(theme().color("text" if here or place == self._under_pointer else "text2"))
            room = self.width() - row.left() - 2
            shown = QFontMetrics(painter.font()).elidedText(heading.text, Qt.TextElideMode.ElideRight, room)
            painter.drawText(row, Qt.AlignmentFlag.AlignVCenter, shown)
            if here and self.hasFocus():
                painter.setPen(theme().color("accent"))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(5.5, row.top() + 1.5, self.width() - 7, ROW_PX - 3), 4, 4)

    def _ask(self, place: int) -> None:
        if 0 <= place < len(self._headings):
            self.heading_asked.emit(self._headings[place].position)
