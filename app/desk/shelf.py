"""The history over the engine's journal."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from app.composition import Composition
from app.desk.asked_before import composed_of
from app.desk.views import Views
from app.history_files import HistoryFiles
from engine.errors import DossierError
from engine.history.opening import Opening
from engine.history.search_index import FoundRun
from engine.journal import shelving
from engine.journal.journal import Journal
from engine.journal.summary import RunSummary
from engine.snapshot import RunSnapshot
from widgets.beginning.composer import Composed
from widgets.history.rows import Finds, FoundRow, HistoryRow
from widgets.history.view_state import ViewState

# Runs with more events are opened in a thread: an eye notices how long it takes.
LONG_FROM_EVENTS = 600


class EngineShelf:
    """The runs of the data folder; its methods are those of `app.window_port.Shelf`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition
        self._files = HistoryFiles(composition.home)
        self._opening = Opening(self._files.cache)
        self._views = Views(composition.home.views)
        self._rows: dict[str, HistoryRow] = {}

    def runs(self) -> tuple[HistoryRow, ...]:
        """Return the history, newest first."""
        rows = tuple(_row(run) for run in self._composition.journal.runs())
        self._rows = {row.run_id: row for row in rows}
        return rows

    def snapshot(self, run_id: str) -> RunSnapshot:
        """Return a run as its journal tells it."""
        return self._fold(self._composition.journal, self._composition.journal.run(run_id))

    def opens_later(self, run_id: str) -> Callable[[], RunSnapshot] | None:
        """Return what opens a long run, to be called in a thread; None for one that is opened at once."""
        if self._composition.journal.last_seq(run_id) <= LONG_FROM_EVENTS:
            return None
        run = self._composition.journal.run(run_id)

        def opened() -> RunSnapshot:
            with contextlib.closing(Journal(self._composition.home.journal)) as journal:
                return self._fold(journal, run)

        return opened

    def asked(self, run_id: str) -> Composed:
        """Return what a run was asked for."""
        return composed_of(next(self._composition.journal.entries(run_id)).event, self._composition)

    def take_in(self, path: Path) -> tuple[str, bool]:
        """Take the run of an evidence bundle in; return its id, and whether it was not here before."""
        return self._composition.take_in(path)

    def rename(self, run_id: str, title: str) -> None:
        """Give a run a title of its own, "" its topic."""
        shelving.rename(self._composition.journal, run_id, title)

    def delete(self, run_ids: Sequence[str]) -> None:
        """Delete runs; until they are erased it can be taken back."""
        shelving.put_away(self._composition.journal, run_ids)

    def take_back(self, run_ids: Sequence[str]) -> None:
        """Undo a deletion."""
        shelving.take_back(self._composition.journal, run_ids)

    def erase(self, deleted_before: float) -> bool:
        """Erase for good what was deleted until then; return whether nothing is left of it."""
        return self._files.erase(deleted_before)

    def find(self, words: str) -> Finds:
        """Find runs by words."""
        found = self._files.index.search(words)
        return Finds(
            named=tuple(self._found(one) for one in found.named if one.run_id in self._rows),
            saying=tuple(self._found(one) for one in found.saying if one.run_id in self._rows),
            is_cut=found.is_cut,
        )

    def refresh(self) -> None:
        """Take in what can be found since the last time."""
        self._files.index.refresh()

    def view(self, run_id: str) -> ViewState | None:
        """Return how a run's page was left."""
        return self._views.view(run_id)

    def keep_view(self, run_id: str, view: ViewState) -> None:
        """Keep how a run's page is left."""
        self._views.keep(run_id, view)

    async def aclose(self) -> None:
        """Erase what is deleted, as the way back ends with the program, and let go of the files."""
        with contextlib.suppress(DossierError):  # else the next start does
            await asyncio.to_thread(self.erase, time.time())
        self._views.retain(set(self._rows))
        self._files.cache.close()

    def _fold(self, journal: Journal, run: RunSummary) -> RunSnapshot:
        last_seq, is_interrupted = journal.last_seq(run.id), run.state == "interrupted"
        return self._opening.snapshot(run.id, last_seq, journal.entries(run.id), is_interrupted=is_interrupted)

    def _found(self, found: FoundRun) -> FoundRow:
        piece = found.snippet if found.snippet.text else found.topic_snippet
        return FoundRow(self._rows[found.run_id], found.marks, piece.text, piece.marks)


def _row(run: RunSummary) -> HistoryRow:
    is_running, tally = run.state == "running", run.tally
    last = tally.waves[-1] if tally.waves else None
    asked, answered = (last.asked, len(last.answered)) if is_running and last else (tally.asked, tally.answered)
    return HistoryRow(
        run.id, run.topic, tally.stage if run.state == "running" else run.state, run.started_at, run.ended_at,
        run.title, run.waves, asked, answered, tally.quotes, tally.quotes_found, tally.rested_s, run.is_elsewhere,
        waits_for_plan=tally.stage == "waiting_for_plan",
    )  # fmt: skip
