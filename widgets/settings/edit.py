"""A line of text that Esc gives up, before Esc means anything to the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit


class GivenUpEdit(QLineEdit):
    """Gives up on Esc.

    Signals:
        given_up: What was typed shall count for nothing.
    """

    given_up = Signal()

    def event(self, event: QEvent) -> bool:
        """Keep Esc from the window's shortcut."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
            and self.has_to_give_up()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give up on Esc."""
        if event.key() == Qt.Key.Key_Escape and self.has_to_give_up():
            self.given_up.emit()
            return
        super().keyPressEvent(event)

    def has_to_give_up(self) -> bool:
        """Return whether there is anything to give up."""
        return True
