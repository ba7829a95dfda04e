"""The dashed row below a plan that adds a question."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy

from resources.translation import tr, trn
from widgets import icons
from widgets.fonts import font
from widgets.theme import theme

HEIGHT_PX = 44
RADIUS_PX = 8
ROOM_SAID_UP_TO = 3  # how many more fit is worth a word when it is few


class AddRow(QPushButton):
    """Adds a question; it is not there when no more fit."""

    def __init__(self) -> None:
        super().__init__(tr("Add a question"))
        self.setObjectName("addQuestion")
        self.setProperty("plan", "add")
        self.setFont(font("body"))
        self.setFixedHeight(HEIGHT_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._room_words = ""

    def show_room(self, room: int, most: int) -> None:
        """Show how many more questions fit."""
        self.setVisible(room > 0)
        if room <= ROOM_SAID_UP_TO:
            self._room_words = trn("one more is possible", "{n} more are possible", room)
        else:
            self._room_words = tr("up to {most}", most=most)
        self.setAccessibleDescription(self._room_words)
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for the whole width."""
        return QSize(200, HEIGHT_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a dashed frame, a plus, the words, and how many more fit."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        is_hot = self.underMouse() or self.isDown()
        pen = QPen(theme().color("accent" if self.hasFocus() else "strong"), 1.0)
        if not self.hasFocus():
            pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.setBrush(theme().color("hover" if is_hot else "surface"))
        painter.drawRoundedRect(box, RADIUS_PX, RADIUS_PX)
        icons.draw(painter, "plus", "text2", 15, (HEIGHT_PX - 16) / 2)
        painter.setFont(self.font())
        painter.setPen(theme().color("text2"))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(39, 0, self.width() - 54, HEIGHT_PX), middle, self.text())
        painter.setFont(font("small"))
        painter.setPen(theme().color("text3"))
        painter.drawText(QRectF(15, 0, self.width() - 30, HEIGHT_PX), middle | Qt.AlignmentFlag.AlignRight,
                         self._room_words)  # fmt: skip
