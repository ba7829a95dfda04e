"""Searching the history: while one search is under way, only the latest words wait for the next."""

from __future__ import annotations

import asyncio
import logging

from PySide6.QtCore import QObject, QTimer

from app.presenter import Presenter
from engine.errors import DossierError

_LOG = logging.getLogger(__name__)
# Starting comes first; words of new runs can wait that long.
REFRESH_AFTER_MS = 3_000


class HistorySearch(QObject):
    """Looks for words in a thread and lists what was found."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._presenter, self._shelf = presenter, presenter.desk.shelf
        self._history = presenter.window.history
        self._words = ""
        self._is_searching = self._is_refreshing = False
        self._is_due = False  # words or runs changed since the last answer
        self._later = QTimer(self, interval=REFRESH_AFTER_MS, singleShot=True)
        self._later.timeout.connect(self.refresh)

    def begin_later(self) -> None:
        """Take in what is new once the program has started."""
        self._later.start()

    def begin(self) -> None:
        """Put the keyboard into the search field, and take in what is new."""
        self._presenter.window.fold_history(False)
        self._history.search.setFocus()
        self._history.search.selectAll()
        self.refresh()

    def search(self, words: str) -> None:
        """Look for words; "" lists all runs."""
        self._words = words
        if not words:
            self._history.show_finds(None)
        else:
            self._search_soon()

    def again(self) -> None:
        """Look again: runs have changed."""
        if self._words:
            self._search_soon()

    def refresh(self) -> None:
        """Take in what can be found since the last time."""
        if not self._is_refreshing:
            self._is_refreshing = True
            self._presenter.session.do(self._refresh())

    def _search_soon(self) -> None:
        self._is_due = True
        if not self._is_searching:
            self._is_searching = True
            self._presenter.session.do(self._search())

    async def _search(self) -> None:
        try:
            while self._is_due and self._words:
                self._is_due = False
                words = self._words
                finds = await asyncio.to_thread(self._shelf.find, words)
                if words == self._words:
                    self._history.show_finds(finds)
        finally:
            self._is_searching = False

    async def _refresh(self) -> None:
        try:
            await asyncio.to_thread(self._shelf.refresh)
            self.again()
        except DossierError as error:
            _LOG.warning("the history's words could not be taken in: %s", error)
        finally:
            self._is_refreshing = False
