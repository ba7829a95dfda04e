"""Opens a run of the history as its journal tells it; what long runs fold to is kept in the cache."""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import logging
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.errors import JournalError
from engine.events import JournalEntry
from engine.fold import Fold
from engine.history.cache_file import CacheFile
from engine.history.packed_snapshot import packed, unpacked
from engine.snapshot import RunSnapshot

_LOG = logging.getLogger(__name__)
# Shorter runs are folded faster than their snapshot is read.
CACHED_FROM_EVENTS = 5_000


class Opening:
    """Folds journals, once per state of a long run. Blocking; may be used from several threads."""

    def __init__(self, cache: CacheFile) -> None:
        self._cache = cache

    def snapshot(
        self, run_id: str, last_seq: int, entries: Iterable[JournalEntry], *, is_interrupted: bool
    ) -> RunSnapshot:
        """Return what a run looks like after its last entry.

        Args:
            entries: the whole journal of the run; not touched when the cache holds what it folds to.
            is_interrupted: no live process works on it, though it has not ended.

        Raises:
            JournalError: the journal cannot be read.
        """
        is_long = last_seq >= CACHED_FROM_EVENTS
        if is_long and (held := self._held(run_id, last_seq, is_interrupted=is_interrupted)) is not None:
            return held
        run = folded(entries, is_interrupted=is_interrupted)
        if is_long and run.last_seq == last_seq:
            self._keep(run, is_interrupted=is_interrupted)
        return run

    def _held(self, run_id: str, last_seq: int, *, is_interrupted: bool) -> RunSnapshot | None:
        """Return the cached snapshot; a cache that is old, damaged or of another program counts as none."""
        try:
            with self._cache.open() as db:
                row = db.execute(
                    "SELECT body FROM snapshots WHERE run_id=? AND seq=? AND is_interrupted=? AND stamp=?",
                    (run_id, last_seq, is_interrupted, program_stamp()),
                ).fetchone()
            if row is None:
                return None
            run = unpacked(row[0])
        except (JournalError, zlib.error, ValueError, TypeError) as error:
            _LOG.warning("the cached snapshot of run %s is not used: %s", run_id, error)
            return None
        return run if (run.run_id, run.last_seq) == (run_id, last_seq) else None

    def _keep(self, run: RunSnapshot, *, is_interrupted: bool) -> None:
        body = packed(run)
        try:
            with self._cache.commit() as db:
                db.execute(
                    "INSERT OR REPLACE INTO snapshots (run_id, seq, is_interrupted, stamp, body)"
                    " VALUES (?, ?, ?, ?, ?)",
                    (run.run_id, run.last_seq, is_interrupted, program_stamp(), body),
                )
        except JournalError as error:
            _LOG.warning("the snapshot of run %s is not cached: %s", run.run_id, error)


def folded(entries: Iterable[JournalEntry], *, is_interrupted: bool) -> RunSnapshot:
    """Return what a journal folds to."""
    return Fold().apply_all(entries).snapshot(interrupted=is_interrupted)


@functools.cache
def program_stamp() -> str:
    """Return a mark of the program that folds: its own sources, or the built program where there are none."""
    marks = hashlib.sha256(sys.version.encode())
    for source in sorted(_sources(), key=lambda path: path.name):
        marks.update(source.read_bytes())
    if getattr(sys, "frozen", False):
        built = Path(sys.executable).stat()
        marks.update(f"{built.st_mtime_ns} {built.st_size}".encode())
    return marks.hexdigest()


def _sources() -> Iterator[Path]:
    folder = importlib.resources.files("engine")
    if isinstance(folder, Path):
        yield from folder.glob("*.py")
