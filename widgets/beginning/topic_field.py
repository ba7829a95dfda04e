"""The topic field: grows from two to four lines, then scrolls; Ctrl+Enter asks for research; files may be dropped."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit

from resources.translation import tr
from widgets.beginning.dropping import local_paths
from widgets.fonts import font

MIN_LINES, MAX_LINES = 2, 4


class TopicField(QPlainTextEdit):
    """Takes the topic.

    Signals:
        research_asked: Ctrl+Enter was pressed.
        focus_changed: The field got (True) or lost the keyboard.
        files_given: Files or folders were pasted or dropped; their paths.
    """

    research_asked = Signal()
    focus_changed = Signal(bool)
    files_given = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("topic")
        self.setAccessibleName(tr("Topic"))
        self.setProperty("kind", "bare")
        self.setFont(font("report"))
        self.setPlaceholderText(tr("Type a topic, the way you would ask a careful colleague"))
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._grow)
        self._grow()

    def topic(self) -> str:
        """Return what was typed, without outer spaces."""
        return self.toPlainText().strip()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for research on Ctrl+Enter."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.research_asked.emit()
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take files as well as text."""
        return bool(local_paths(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Give files on; take everything else as plain text."""
        if paths := local_paths(source):
            self.files_given.emit(paths)
        else:
            super().insertFromMimeData(source)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the frame around."""
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the frame around."""
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def _grow(self) -> None:
        lines = int(self.document().documentLayout().documentSize().height())
        shown = min(MAX_LINES, max(MIN_LINES, lines))
        fits = lines <= MAX_LINES
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(policy)
        self.setFixedHeight(shown * QFontMetrics(self.font()).lineSpacing() + 4)
