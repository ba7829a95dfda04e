"""The history over the engine's journal."""

from __future__ import annotations

from app.composition import Composition
from engine.snapshot import RunSnapshot
from widgets.history_rows import HistoryRow


class EngineShelf:
    """The runs of the data folder; its methods are those of `app.window_port.Shelf`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition

    def runs(self) -> tuple[HistoryRow, ...]:
        """Return the history, newest first."""
        return tuple(
            HistoryRow(run.id, run.topic, "researching" if run.state == "running" else run.state, run.started_at,
                       run.ended_at)
            for run in self._composition.journal.runs()
        )  # fmt: skip

    def snapshot(self, run_id: str) -> RunSnapshot:
        """Return a run as its journal tells it."""
        return self._composition.snapshot(run_id)

    def delete(self, run_id: str) -> None:
        """Delete a run."""
        self._composition.journal.delete(run_id)
