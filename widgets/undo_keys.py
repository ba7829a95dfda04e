"""A widget whose changes are taken back and made again by the usual keys, whatever in it has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

_UNDO, _REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo


class UndoKeys(QWidget):
    """Calls `undo` and `redo`; text fields inside have first use of the keys."""

    def undo(self) -> None:
        """Take the last change back."""
        raise NotImplementedError

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        raise NotImplementedError

    def event(self, event: QEvent) -> bool:
        """Take the keys before shortcuts of the window do."""
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and (event.matches(_UNDO) or event.matches(_REDO)):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Undo and redo."""
        if event.matches(_UNDO):
            self.undo()
        elif event.matches(_REDO):
            self.redo()
        else:
            super().keyPressEvent(event)
