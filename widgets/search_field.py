"""A search field: Esc clears it, the arrow down goes on to what was found, Enter opens the first."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from widgets import icons
from widgets.fonts import font
from widgets.theme import theme


class SearchField(QLineEdit):
    """Takes words to look for.

    Signals:
        down_asked: The keyboard shall go on to the list below.
        first_asked: The first of the list shall be opened.
    """

    down_asked = Signal()
    first_asked = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("historySearch")
        self.setFont(font("small"))
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        self.setMaxLength(500)
        self._glass = self.addAction(icons.icon("search", "text3", 14), QLineEdit.ActionPosition.LeadingPosition)
        theme().changed.connect(self._on_theme)

    def event(self, event: QEvent) -> bool:
        """Claim Esc while there is something to clear, before the window's own Esc."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self.text()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear, go on to the list, or open its first."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() == Qt.Key.Key_Down:
            self.down_asked.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.text():
            self.first_asked.emit()
        else:
            super().keyPressEvent(event)

    def _on_theme(self) -> None:
        self._glass.setIcon(icons.icon("search", "text3", 14))
