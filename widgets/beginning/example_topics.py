"""Topics the chosen sources can answer; a click puts one into the field."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QVBoxLayout, QWidget

from resources.translation import tr
from widgets import icons
from widgets.fonts import font
from widgets.label import Label
from widgets.theme import theme

MOST, FEWEST = 5, 3
HEIGHT_PX = 28


class ExampleTopics(QWidget):
    """Shows topics; neither they nor their heading are there while there are none.

    Until it is told for the first time whether there are any, their room is kept, so that the page does not jump.

    Attributes:
        heading: the words above, placed by whoever places the topics.

    Signals:
        topic_asked: A topic was chosen.
    """

    topic_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._topics: tuple[str, ...] = ()
        self._room = MOST
        self.heading = Label(tr("For example"), "small", "text3")
        self.heading.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._rows: list[_Topic] = []
        for number in range(MOST):
            row = _Topic()
            row.setText("")
            row.setObjectName(f"example-{number + 1}")
            row.clicked.connect(lambda _=False, row=row: self.topic_asked.emit(row.text()))
            self._rows.append(row)
            self._column.addWidget(row)
            row.hide()
        self.setFixedHeight(FEWEST * HEIGHT_PX)

    def show_topics(self, topics: tuple[str, ...]) -> None:
        """Show topics, the best first."""
        self._topics = topics
        self.setMinimumHeight(0)
        self.setMaximumHeight(MOST * HEIGHT_PX)
        self._fill()

    def show_room(self, rows: int) -> None:
        """Show no more topics than this, three where there are so many."""
        if rows != self._room:
            self._room = rows
            if self._topics:
                self._fill()

    def topics(self) -> tuple[str, ...]:
        """Return the topics on the screen."""
        return self._topics[: max(FEWEST, min(self._room, MOST))]

    def _fill(self) -> None:
        shown = self.topics()
        for place, row in enumerate(self._rows):
            row.setText(shown[place] if place < len(shown) else "")
            row.setVisible(place < len(shown))
        self.setVisible(bool(shown))
        self.heading.setVisible(bool(shown))


class _Topic(QPushButton):
    """One topic: a magnifying glass and its words, cut where they do not fit."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "quiet")
        self.setToolTip(tr("Put this topic into the field"))
        self.setAccessibleDescription(self.toolTip())
        self.setFont(font("body"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        """Show a topic."""
        super().setText(text)
        self.setAccessibleName(text or tr("Example topic"))

    def sizeHint(self) -> QSize:
        """Ask for room for all words."""
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 42, HEIGHT_PX)

    def minimumSizeHint(self) -> QSize:
        """Be cut rather than widen the page."""
        return QSize(80, HEIGHT_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground, the glass and the words."""
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        icons.draw(painter, "search", "text3", 8, (self.height() - 14) / 2, 14)
        painter.setPen(theme().color("text2"))
        box = self.rect().adjusted(30, 0, -8, 0)
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
