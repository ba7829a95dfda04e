"""The tabs below the graph: a word, a count in grey, and a line under the open one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QHBoxLayout, QSizePolicy, QWidget

from widgets.fonts import font
from widgets.theme import theme

HEIGHT_PX = 40


class TabBar(QFrame):
    """Shows tabs.

    Signals:
        tab_asked: Another tab was chosen; its place.
    """

    tab_asked = Signal(int)

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self.setProperty("line", "bottom")
        self.setFixedHeight(HEIGHT_PX)
        self._group = QButtonGroup(self)
        self._tabs = [_Tab(name) for name in names]
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 0, 12, 0)
        self._row.setSpacing(4)
        for place, tab in enumerate(self._tabs):
            self._group.addButton(tab, place)
            self._row.addWidget(tab)
        self._row.addStretch(1)
        self._tabs[0].setChecked(True)
        self._group.idClicked.connect(self.tab_asked)

    def show_count(self, place: int, count: int) -> None:
        """Show how much there is behind a tab."""
        self._tabs[place].show_count(count)

    def show_tab(self, place: int) -> None:
        """Mark a tab as open."""
        self._tabs[place].setChecked(True)

    def add_right(self, widget: QWidget) -> None:
        """Put a widget at the right end."""
        self._row.addWidget(widget)


class _Tab(QAbstractButton):
    """One tab."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setText(name)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._count = 0
        self._has_key_focus = False
        self._resize()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the frame of the keyboard only when the keyboard came here."""
        self._has_key_focus = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        super().focusInEvent(event)

    def show_count(self, count: int) -> None:
        """Show a count behind the word."""
        if count != self._count:
            self._count = count
            self._resize()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw word, count and line."""
        painter = QPainter(self)
        here = self.isChecked()
        painter.setFont(font("body", 600 if here else 400))
        painter.setPen(theme().color("text" if here or self.underMouse() else "text2"))
        box = self.rect().adjusted(8, 0, 0, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, self.text())
        left = QFontMetrics(painter.font()).horizontalAdvance(self.text()) + 7
        if self._count:
            painter.setFont(font("meta"))
            painter.setPen(theme().color("text3"))
            painter.drawText(box.adjusted(left, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, str(self._count))
        if here:
            painter.fillRect(0, self.height() - 2, self.width(), 2, theme().color("accent"))
        if self.hasFocus() and self._has_key_focus:
            painter.setPen(theme().color("accent"))
            painter.drawRoundedRect(self.rect().adjusted(0, 5, -1, -6), 4, 4)

    def _resize(self) -> None:
        width = QFontMetrics(font("body", 600)).horizontalAdvance(self.text()) + 16
        if self._count:
            width += QFontMetrics(font("meta")).horizontalAdvance(str(self._count)) + 7
        self.setFixedSize(width, HEIGHT_PX)
