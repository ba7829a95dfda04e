"""The welcome page: the composer in the middle, topics to try, three ways to begin, and what happens then."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from resources.translation import mark, tr
from widgets.beginning.beginning_card import Beginning, BeginningCard
from widgets.beginning.composer import Composer
from widgets.beginning.estimate_line import EstimateLine
from widgets.beginning.example_topics import FEWEST, MOST, ExampleTopics
from widgets.beginning.flow_picture import FlowPicture
from widgets.label import Label
from widgets.phrases import Face

WIDTH_PX = 832
# Below this height the page gives way: fewer topics and less air, so that all ways to begin stay in view.
ROOMY_FROM_PX = 850

BEGINNINGS = (
    Beginning(
        "sample",
        "resume",
        mark("Try the sample library"),
        mark("Watch a full run on documents about heating an older house."),
        mark("Start the sample"),
        mark("No key, no internet, under a minute"),
    ),
    Beginning(
        "model",
        "model",
        mark("Connect a model"),
        mark("Any OpenAI-compatible server, on this computer or elsewhere."),
        mark("Connect…"),
        mark("Plans, reads and writes in full sentences"),
    ),
    Beginning(
        "folder",
        "library-folder",
        mark("Choose a folder"),
        mark("Research your own PDF, Word, text and web files."),
        mark("Choose a folder…"),
        mark("Nothing leaves this computer"),
    ),
)


class _Page(QWidget):
    """What is scrolled. Its height is that of its layout at its width: wrapped labels ask for more by themselves."""

    def minimumSizeHint(self) -> QSize:
        """Need no height of its own."""
        return QSize(super().minimumSizeHint().width(), 0)


class Welcome(QScrollArea):
    """The page of a new research.

    Signals:
        begin_asked: One of the ways to begin was chosen; its key: "sample", "model" or "folder".
        offer_asked: What was found for a way to begin was accepted; its key, and the offer's.
        opened: The page came onto the screen.
    """

    begin_asked = Signal(str)
    offer_asked = Signal(str, str)
    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("welcome")
        self.setAccessibleName(tr("New research"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.composer, self.estimate, self.examples = Composer(), EstimateLine(), ExampleTopics()
        self.examples.topic_asked.connect(self._take_topic)
        self.cards: dict[str, BeginningCard] = {}
        page = _Page()
        page.setProperty("scrolled", "true")
        outer = QHBoxLayout(page)
        outer.setContentsMargins(24, 0, 24, 24)
        outer.addStretch(1)
        outer.addWidget(self._make_middle(), 1000)
        outer.addStretch(1)
        self.setWidget(page)

    def show_line(self, key: str, face: Face) -> None:
        """Show what is known about a way to begin, as "A server answers at 127.0.0.1:8080"."""
        self.cards[key].show_line(face)

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that the page is looked at."""
        super().showEvent(event)
        self.opened.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way when there is little height."""
        super().resizeEvent(event)
        is_roomy = self.height() >= ROOMY_FROM_PX
        self.examples.show_room(MOST if is_roomy else FEWEST)
        self._column.setContentsMargins(0, max(54, self.height() // 11) if is_roomy else 32, 0, 0)

    def _take_topic(self, topic: str) -> None:
        self.composer.show_topic(topic)
        self.composer.topic.setFocus()

    def _make_middle(self) -> QWidget:
        middle = QWidget()
        middle.setMaximumWidth(WIDTH_PX)
        self._column = column = QVBoxLayout(middle)
        column.setContentsMargins(0, 32, 0, 0)
        column.setSpacing(0)
        column.addWidget(Label(tr("What do you want to find out?"), "hero"))
        column.addSpacing(14)
        column.addWidget(self.composer)
        column.addSpacing(8)
        column.addLayout(self._make_caption())
        column.addSpacing(4)
        column.addWidget(self.examples)
        column.addSpacing(20)
        column.addWidget(Label(tr("Or begin one of these ways"), "strong"))
        column.addSpacing(10)
        column.addLayout(self._make_beginnings())
        column.addSpacing(28)
        column.addWidget(Label(tr("What happens then"), "strong"))
        column.addSpacing(10)
        column.addWidget(FlowPicture())
        column.addStretch(1)
        return middle

    def _make_caption(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(2, 0, 2, 0)
        row.addWidget(self.examples.heading)
        row.addWidget(self.estimate, 1)
        return row

    def _make_beginnings(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(16)
        for place, beginning in enumerate(BEGINNINGS):
            card = BeginningCard(beginning, is_first=place == 0)
            card.begin_asked.connect(lambda key=beginning.key: self.begin_asked.emit(key))
            card.offer_asked.connect(lambda offer, key=beginning.key: self.offer_asked.emit(key, offer))
            self.cards[beginning.key] = card
            row.addWidget(card, 1)
        return row
