"""A history whose runs are scripts; deleting, titles and searching work on them in memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import DossierError, InputError, RunNotFound
from engine.snapshot import RunSnapshot
from widgets.beginning.composer import Composed
from widgets.history.rows import Finds, FoundRow, HistoryRow, row_of_run
from widgets.history.view_state import ViewState

if TYPE_CHECKING:
    from scripted_desk import ScriptedRun


class ScriptedShelf:
    """Keeps scripted runs."""

    def __init__(self, made: list[ScriptedRun]) -> None:
        self._made = made
        self.titles: dict[str, str] = {}
        self.deleted: set[str] = set()
        self.erased: set[str] = set()
        self.views: dict[str, ViewState] = {}
        self.extra: tuple[HistoryRow, ...] = ()  # rows beside the scripted runs
        self.long: set[str] = set()  # opened in a thread
        self.may_open = threading.Event()
        self.may_open.set()
        self.may_find = threading.Event()
        self.may_find.set()
        self.searched: list[str] = []
        self.refuses: DossierError | None = None

    def runs(self) -> tuple[HistoryRow, ...]:
        self._check()
        rows = list(self.extra)
        for run in reversed(self._made):
            now = run.snapshot()
            if now.run_id and run.run_id not in self.deleted:
                rows.append(row_of_run(now, self.titles.get(run.run_id, "")))
        return tuple(rows)

    def snapshot(self, run_id: str) -> RunSnapshot:
        return self._run(run_id).snapshot()

    def opens_later(self, run_id: str) -> Callable[[], RunSnapshot] | None:
        run = self._run(run_id)

        def opened() -> RunSnapshot:
            assert self.may_open.wait(10)
            return run.snapshot()

        return opened if run_id in self.long else None

    def asked(self, run_id: str) -> Composed:
        return Composed(self._run(run_id).snapshot().topic, "deep", "sample", "offline", review_plan=True)

    def take_in(self, path: Path) -> tuple[str, bool]:
        raise InputError(f"{path.name} is no bundle.", "Choose another one.")

    def rename(self, run_id: str, title: str) -> None:
        self._check()
        self.titles[run_id] = title.strip()

    def delete(self, run_ids: Sequence[str]) -> None:
        self._check()
        self.deleted |= set(run_ids)

    def take_back(self, run_ids: Sequence[str]) -> None:
        self.deleted -= set(run_ids)

    def erase(self, deleted_before: float) -> bool:
        self.erased |= self.deleted
        return True

    def find(self, words: str) -> Finds:
        assert self.may_find.wait(10)
        self.searched.append(words)
        fitting = [row for row in self.runs() if words.lower() in row.name.lower()]
        return Finds(named=tuple(FoundRow(row, ((0, 1),)) for row in fitting))

    def refresh(self) -> None:
        self._check()

    def view(self, run_id: str) -> ViewState | None:
        return self.views.get(run_id)

    def keep_view(self, run_id: str, view: ViewState) -> None:
        self.views[run_id] = view

    def _check(self) -> None:
        if self.refuses is not None:
            raise self.refuses

    def _run(self, run_id: str) -> ScriptedRun:
        found = next((run for run in self._made if run.run_id == run_id), None)
        if found is None:
            raise RunNotFound("This research is not there any more.")
        return found
