"""What is asked of the window while its desk is still made: heard, shown as heard, and handed on."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from app.actions import ACTIONS
from app.main_window import MainWindow


class EarlyWishes(QObject):
    """Hears the ways to begin, and the key that quits, until the window is wired."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._wished = window, ""
        self._quit = QAction(self)
        self._quit.setShortcut(QKeySequence(next(spec.shortcut for spec in ACTIONS if spec.id == "quit")))
        self._quit.triggered.connect(window.close)
        window.addAction(self._quit)
        window.welcome.begin_asked.connect(self._hear)

    def hand_over(self) -> str:
        """Hear no more; return the way to begin that was chosen, "" for none."""
        self._window.removeAction(self._quit)
        self._window.welcome.begin_asked.disconnect(self._hear)
        self._let_begin(True)
        return self._wished

    def give_up(self) -> None:
        """Offer nothing that cannot be done; the window can still be quit."""
        self._let_begin(False)

    def _hear(self, way: str) -> None:
        self._wished = way
        self._let_begin(False)

    def _let_begin(self, may: bool) -> None:
        for card in self._window.welcome.cards.values():
            card.button.setEnabled(may)
