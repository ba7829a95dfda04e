"""The lines of a run's activity, over the engine's journal."""

from __future__ import annotations

from collections.abc import Sequence

from app.composition import Composition
from engine.activity import ActivityFilter
from engine.events import JournalEntry
from engine.journal.window import JournalWindow


class EngineActivity:
    """Looks into journals; its methods are those of `app.window_port.ActivityLog`."""

    def __init__(self, composition: Composition) -> None:
        self._window = JournalWindow(composition.journal)

    def places(self, run_id: str, wanted: ActivityFilter, after: int = 0) -> Sequence[int]:
        """Return the numbers of the entries that are lines, those behind `after`."""
        return self._window.places(run_id, wanted, after)

    def earlier(self, run_id: str, wanted: ActivityFilter, before: int, limit: int) -> Sequence[int]:
        """Return the numbers of the last lines before an entry, at most `limit`."""
        return self._window.earlier(run_id, wanted, before, limit)

    def entries(self, run_id: str, places: Sequence[int]) -> Sequence[JournalEntry]:
        """Return the entries at some places."""
        return self._window.entries(run_id, places)
