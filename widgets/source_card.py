"""A source as a card: title, one quote, what was found, where it is from."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from widgets.glyph import Glyph
from widgets.label import ElidedLabel, Label
from widgets.phrases import Face
from widgets.quote_block import QuoteBlock


class SourceCard(QFrame):
    """Shows a source.

    Signals:
        opened_asked: The user wants to see it in Evidence; its key, as "S3" or "S3.1".
    """

    opened_asked = Signal(str)

    def __init__(self, key: str, title: str, quote: str, face: Face, host: str, *, verified: bool) -> None:
        super().__init__()
        self._key = key
        self.setProperty("card", "true")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(f"Source: {title}, {face.word}")
        if key:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(Glyph("source", "text2", 14))
        head.addWidget(ElidedLabel(title, "small_strong"), 1)
        column.addLayout(head)
        if quote:
            column.addWidget(QuoteBlock(quote, verified=verified))
        foot = QHBoxLayout()
        foot.setSpacing(5)
        foot.addWidget(Glyph(face.icon, face.role, 14))
        foot.addWidget(Label(face.word, "meta", face.role))
        foot.addSpacing(4)
        foot.addWidget(ElidedLabel(host, "meta", "text3"), 1)
        column.addLayout(foot)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open on a click."""
        if self._key and event.button() == Qt.MouseButton.LeftButton:
            self.opened_asked.emit(self._key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open on Enter."""
        if self._key and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened_asked.emit(self._key)
        else:
            super().keyPressEvent(event)
