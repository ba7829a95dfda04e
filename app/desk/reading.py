"""What a reader chose, and what is read again: earlier versions of a report."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from app.composition import Composition
from engine.budget import LIMITS, BudgetWatch, Limit
from engine.events import ReportFinished
from engine.fold import Fold
from engine.journal.journal import Journal
from engine.snapshot import RunSnapshot
from engine.values import Budget


class EngineReading:
    """Serves the report pane; its methods are those of `app.window_port.Reading`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition

    def zoom_percent(self) -> int:
        """Return the size of the report's text."""
        return int(self._composition.settings["appearance.report_zoom"])

    def keep_zoom(self, percent: int) -> None:
        """Keep the size of the report's text."""
        self._composition.settings.set("appearance.report_zoom", percent)

    def version(self, run_id: str, number: int) -> RunSnapshot | None:
        """Return a run as it stood when a version of its report was finished, None when the journal has no such."""
        fold = Fold()
        # A journal of its own: this is called in a thread, and SQLite's connections belong to theirs.
        with contextlib.closing(Journal(self._composition.home.journal)) as journal:
            for entry in journal.entries(run_id):
                fold.apply(entry)
                if isinstance(entry.event, ReportFinished) and entry.event.version == number:
                    return fold.snapshot()
        return None

    def used(self, run_id: str) -> Mapping[Limit, float]:
        """Return what a run has used of what a budget limits."""
        watch = BudgetWatch(Budget())
        with contextlib.closing(Journal(self._composition.home.journal)) as journal:
            for entry in journal.entries(run_id):
                watch.replay(entry)
        return {limit: watch.used(limit) for limit in LIMITS}
