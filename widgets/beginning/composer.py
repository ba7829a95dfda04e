"""The composer: topic, documents, depth, sources, model, and the button that starts a research."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.values import MAX_TOPIC_CHARS
from resources.translation import tr
from widgets.beginning.choice_row import FILES, ChoiceRow
from widgets.beginning.document_chips import DocumentChips, name_in_words
from widgets.beginning.topic_field import TopicField
from widgets.beginning.topic_note import TopicNote, is_too_long
from widgets.button import Button
from widgets.theme import set_state
from widgets.value_picker import Choice


@dataclass(frozen=True)
class Composed:
    """What the user composed; the values of pickers are those they were fed with."""

    topic: str
    depth: str
    sources: str
    model: str
    review_plan: bool
    documents: tuple[str, ...] = ()  # paths of files given for this research


class Composer(QFrame):
    """Takes a topic and its options.

    Signals:
        research_asked: The user wants research on what is composed.
        changed: Topic or options are others now.
        picked: A menu's value was picked; the menu ("depth", "sources", "model") and the value.
        files_given: Files or folders were pasted or dropped into the field; their paths.
    """

    research_asked = Signal(object)
    changed = Signal()
    picked = Signal(str, str)
    files_given = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("composer", "idle")
        self._busy = False
        self.topic, self.note = TopicField(), TopicNote()
        self.documents = DocumentChips(after=self.topic)
        self.choices = ChoiceRow()
        self.depth_menu, self.sources_menu = self.choices.depth, self.choices.sources
        self.model_menu, self.review_plan = self.choices.model, self.choices.review_plan
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self._make_field())
        column.addWidget(self._make_bar())
        self.topic.textChanged.connect(self._renew)
        self.topic.research_asked.connect(self.ask)
        self.topic.files_given.connect(self.files_given)
        self.topic.focus_changed.connect(lambda has: set_state(self, "composer", "focus" if has else "idle"))
        self.documents.changed.connect(self._on_documents)
        self.choices.changed.connect(self._renew)
        self.choices.picked.connect(self.picked)
        self._renew()

    def show_choices(self, sources: tuple[Choice, ...], model: tuple[Choice, ...]) -> None:
        """Offer sources and models; what was picked stays picked where it is still offered."""
        self.choices.show_choices(sources, model)

    def show_topic(self, topic: str) -> None:
        """Put a topic into the field, ready to be changed."""
        self.topic.setPlainText(topic)
        self.topic.moveCursor(self.topic.textCursor().MoveOperation.End)

    def show_composed(self, composed: Composed) -> None:
        """Show what was composed before; what is not offered any more is left as it is."""
        self.show_topic(composed.topic)
        self.documents.show_documents(composed.documents)
        self.depth_menu.pick(composed.depth)
        self.sources_menu.pick(composed.sources)
        self.model_menu.pick(composed.model)
        self.review_plan.setChecked(composed.review_plan)

    def add_documents(self, paths: tuple[str, ...]) -> None:
        """Add documents to research; the first ones are the sources, until others are picked."""
        had_none = not self.documents.documents()
        self.documents.add(paths)
        if had_none and paths:
            self.sources_menu.pick(FILES)

    def clear(self) -> None:
        """Take topic and documents away, once they are started."""
        self.topic.clear()
        self.documents.show_documents(())

    def show_busy(self, busy: bool) -> None:
        """Let nothing be started while a start is under way; typing goes on."""
        self._busy = busy
        self._renew()

    def is_busy(self) -> bool:
        """Return whether nothing can be started yet."""
        return self._busy

    def composed(self) -> Composed:
        """Return what is composed."""
        return Composed(
            topic=self.topic.topic(),
            depth=self.depth_menu.value(),
            sources=self.sources_menu.value(),
            model=self.model_menu.value(),
            review_plan=self.review_plan.isChecked(),
            documents=self.documents.documents(),
        )

    def ask(self) -> None:
        """Ask for research on what is composed; documents without a topic are a topic by their names."""
        if self.research.isEnabled():
            composed = self.composed()
            topic = composed.topic or ", ".join(map(name_in_words, composed.documents))
            self.research_asked.emit(replace(composed, topic=topic[:MAX_TOPIC_CHARS]))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Let typing begin wherever the field around the topic is clicked."""
        self.topic.setFocus()

    def _make_field(self) -> QWidget:
        field = QWidget()
        pad = QVBoxLayout(field)
        pad.setContentsMargins(14, 14, 14, 10)
        pad.setSpacing(8)
        pad.addWidget(self.topic)
        pad.addWidget(self.documents)
        pad.addWidget(self.note)
        return field

    def _make_bar(self) -> QWidget:
        bar = QFrame()
        bar.setProperty("line", "top")
        row = QHBoxLayout(bar)
        row.setContentsMargins(8, 8, 8, 8)
        row.setSpacing(8)
        row.addLayout(self.choices.row, 1)
        self.research = Button(tr("Research"), "primary")
        self.research.setObjectName("research")
        self.research.clicked.connect(self.ask)
        row.addWidget(self.research, 0, Qt.AlignmentFlag.AlignBottom)
        return bar

    def _on_documents(self) -> None:
        self.choices.show_documents(len(self.documents.documents()))

    def _renew(self) -> None:
        topic = self.topic.topic()
        self.note.show_about(topic, opens_pages=self.choices.opens_pages(), offline=self.choices.is_offline())
        has_matter = bool(topic or self.documents.documents())
        self.research.setEnabled(has_matter and not self._busy and not is_too_long(topic))
        self.research.setToolTip(self._why_not(topic))
        self.changed.emit()

    def _why_not(self, topic: str) -> str:
        """Return why nothing can be started, else how to start it by keys."""
        if self._busy:
            return tr("Dossier is getting ready. Type your topic meanwhile.")
        if not topic and not self.documents.documents():
            return tr("Type a topic first, or drop a file here.")
        return "" if is_too_long(topic) else tr("Start the research (Ctrl+Enter)")
