"""The composer: topic, depth, sources, model, and the button that starts a research."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from widgets.button import Button
from widgets.check_box import CheckBox
from widgets.fonts import font
from widgets.theme import set_state
from widgets.topic_field import TopicField
from widgets.value_picker import Choice, ValuePicker

DEPTHS = (
    Choice("quick", "Quick", "one wave, 4 questions"),
    Choice("standard", "Standard", "up to two waves, 4 to 6 questions"),
    Choice("deep", "Deep", "up to three waves, 6 questions"),
)


@dataclass(frozen=True)
class Composed:
    """What the user composed; the values of pickers are those they were fed with."""

    topic: str
    depth: str
    sources: str
    model: str
    review_plan: bool


class Composer(QFrame):
    """Takes a topic and its options.

    Signals:
        research_asked: The user wants research on what is composed.
        changed: Topic or options are others now.
        picked: A menu's value was picked; the menu ("depth", "sources", "model") and the value.
    """

    research_asked = Signal(object)
    changed = Signal()
    picked = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("composer", "idle")
        self._busy = False
        self.topic = TopicField()
        self.topic.textChanged.connect(self._on_text)
        self.topic.research_asked.connect(self.ask)
        self.topic.focus_changed.connect(lambda has: set_state(self, "composer", "focus" if has else "idle"))
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        field = QWidget()
        pad = QVBoxLayout(field)
        pad.setContentsMargins(14, 14, 14, 10)
        pad.addWidget(self.topic)
        column.addWidget(field)
        column.addWidget(self._make_bar())
        self._on_text()

    def show_choices(self, sources: tuple[Choice, ...], model: tuple[Choice, ...]) -> None:
        """Offer sources and models; what was picked stays picked where it is still offered."""
        self.sources_menu.show_choices(sources, self.sources_menu.value())
        self.model_menu.show_choices(model, self.model_menu.value())

    def show_topic(self, topic: str) -> None:
        """Put a topic into the field."""
        self.topic.setPlainText(topic)

    def show_busy(self, busy: bool) -> None:
        """Let nothing be started while a start is under way."""
        self._busy = busy
        self._on_text()

    def composed(self) -> Composed:
        """Return what is composed."""
        return Composed(
            topic=self.topic.topic(),
            depth=self.depth_menu.value(),
            sources=self.sources_menu.value(),
            model=self.model_menu.value(),
            review_plan=self.review_plan.isChecked(),
        )

    def ask(self) -> None:
        """Ask for research on what is composed, once there is a topic and nothing is under way."""
        if self.research.isEnabled():
            self.research_asked.emit(self.composed())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Let typing begin wherever the field around the topic is clicked."""
        self.topic.setFocus()

    def _make_bar(self) -> QWidget:
        bar = QFrame()
        bar.setProperty("line", "top")
        row = QHBoxLayout(bar)
        row.setContentsMargins(8, 8, 8, 8)
        row.setSpacing(8)
        self.depth_menu = ValuePicker("Depth", DEPTHS, "standard")
        self.sources_menu = ValuePicker("Sources")
        self.model_menu = ValuePicker("Model")
        for name, picker in (("depth", self.depth_menu), ("sources", self.sources_menu), ("model", self.model_menu)):
            picker.picked.connect(lambda value, name=name: self.picked.emit(name, value))
            picker.picked.connect(self.changed)
            row.addWidget(picker)
        self.review_plan = CheckBox("Review the plan first")
        self.review_plan.setFont(font("small"))
        self.review_plan.toggled.connect(self.changed)
        row.addSpacing(6)
        row.addWidget(self.review_plan)
        row.addStretch(1)
        self.research = Button("Research", "primary")
        self.research.setObjectName("research")
        self.research.clicked.connect(self.ask)
        row.addWidget(self.research)
        return bar

    def _on_text(self) -> None:
        self.research.setEnabled(bool(self.topic.topic()) and not self._busy)
        self.changed.emit()
