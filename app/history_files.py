"""The files of the history put together: what searches runs, and what erases them."""

from __future__ import annotations

import contextlib

from app.home import Home
from engine.history.cache_file import CacheFile
from engine.history.run_texts import RunTexts
from engine.history.search_index import SearchIndex
from engine.journal.erasing import Eraser
from engine.library.catalog import text_keys
from engine.library.schema import open_index
from engine.texts import TextStore


class HistoryFiles:
    """Blocking: for a thread of its own in the window."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self.cache = CacheFile(home.history_cache)
        self.index = SearchIndex(self.cache, RunTexts(home.journal))
        self._eraser = Eraser(home.journal, TextStore(home.texts), self._library_keys)

    def erase(self, deleted_before: float) -> bool:
        """Erase for good what was deleted until then; return whether nothing is left of it.

        Raises:
            JournalError: the data folder cannot be used; what is left is erased the next time.
        """
        is_erased = self._eraser.erase(deleted_before)
        if self._home.history_cache.exists():
            self.index.forget_gone()
        return is_erased

    def _library_keys(self) -> set[str]:
        """Return the keys of stored texts that the library needs."""
        if not self._home.library_index.exists():
            return set()
        with contextlib.closing(open_index(self._home.library_index)) as index:
            return text_keys(index)
