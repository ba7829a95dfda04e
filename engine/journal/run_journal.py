"""The journal of one run that this process owns: its events, its remembered steps, its lease."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import JournalError
from engine.events import Event, JournalEntry, QuestionsPlanned
from engine.journal.tally import TALLIED, Tally
from engine.journal.text_names import note_texts
from engine.values import Value

if TYPE_CHECKING:
    from engine.journal.journal import Journal

_LOG = logging.getLogger(__name__)

StoredState = Literal["open", "done", "failed", "cancelled"]

_STATE_AFTER: dict[str, StoredState] = {
    "report_finished": "done",
    "run_failed": "failed",
    "run_cancelled": "cancelled",
    "run_resumed": "open",
}


class StepMemory(Value):
    """A step's answer to remember: its key, the hash of its input, its output as JSON."""

    key: str
    input_sha256: str
    output: str


class RunJournal:
    """Appends to a run and recalls from it. The owner's count of entries is the truth while it owns the run."""

    def __init__(self, journal: Journal, run_id: str) -> None:
        self._journal = journal
        self.run_id = run_id
        self._seq = journal.last_seq(run_id)

    def append(self, events: Sequence[Event], remember: StepMemory | None = None) -> list[JournalEntry]:
        """Write events, and the step they end, in one commit; return them with place and time.

        Raises:
            JournalError: nothing was written.
        """
        with self._journal.transaction() as db:
            entries = append_events(db, self.run_id, self._seq, self._journal.now(), events)
            if remember is not None:
                db.execute(
                    "INSERT OR REPLACE INTO steps (run_id, key, input_sha256, output) VALUES (?, ?, ?, ?)",
                    (self.run_id, remember.key, remember.input_sha256, remember.output),
                )
                note_texts(db, self.run_id, (remember.output,))
        self._seq += len(entries)
        return entries

    def recall(self, key: str, input_sha256: str) -> Any | None:
        """Return a remembered step's output when key and input both match, else None."""
        rows = self._journal.query(
            "SELECT output FROM steps WHERE run_id=? AND key=? AND input_sha256=?", (self.run_id, key, input_sha256)
        )
        return json.loads(rows[0][0]) if rows else None

    def remembered_steps(self) -> int:
        """Return how many steps this run remembers."""
        return int(self._journal.query("SELECT COUNT(*) FROM steps WHERE run_id=?", (self.run_id,))[0][0])

    def entries(self, after: int = 0) -> Iterator[JournalEntry]:
        """Yield the entries behind `after`, in order."""
        return self._journal.entries(self.run_id, after)

    def beat(self) -> None:
        """Renew the lease.

        Raises:
            JournalError: it could not be renewed this time.
        """
        with self._journal.transaction() as db:
            db.execute("UPDATE runs SET heartbeat=? WHERE id=?", (self._journal.now(), self.run_id))

    def hurry(self) -> None:
        """Wait for nobody any more: what could not be written once must not hold up the end."""
        self._journal.wait_at_most(0)

    def release(self) -> None:
        """Give the run up; anybody may take it. A lease that cannot be taken back ends with this process."""
        self._journal.give_up(self.run_id)
        try:
            with self._journal.transaction() as db:
                db.execute("UPDATE runs SET owner_pid=NULL WHERE id=?", (self.run_id,))
        except JournalError as error:
            _LOG.warning("the lease of run %s stays: %s", self.run_id, error.detail)


def append_events(
    db: sqlite3.Connection, run_id: str, last_seq: int, at: float, events: Sequence[Event]
) -> list[JournalEntry]:
    """Write events behind `last_seq` within an open transaction, and keep the row of the history in step."""
    entries = [JournalEntry(seq=last_seq + number, at=at, event=event) for number, event in enumerate(events, 1)]
    bodies = [event.model_dump_json() for event in events]
    db.executemany(
        "INSERT INTO events (run_id, seq, at, body) VALUES (?, ?, ?, ?)",
        [(run_id, entry.seq, at, body) for entry, body in zip(entries, bodies, strict=True)],
    )
    note_texts(db, run_id, bodies)
    for entry in entries:
        if entry.event.kind in TALLIED:
            _count(db, run_id, entry)
        _note(db, run_id, entry)
    db.execute("UPDATE runs SET last_seq=? WHERE id=?", (last_seq + len(entries), run_id))
    return entries


def _count(db: sqlite3.Connection, run_id: str, entry: JournalEntry) -> None:
    """Keep the figures of the row in step."""
    row = db.execute(
        "SELECT tally, coalesce(ended_at, (SELECT at FROM events WHERE run_id=r.id AND seq=?), started_at)"
        " FROM runs AS r WHERE id=?",
        (entry.seq - 1, run_id),
    ).fetchone()
    if row is not None:
        tally = Tally.model_validate_json(row[0]).after(entry, row[1])
        db.execute("UPDATE runs SET tally=? WHERE id=?", (tally.model_dump_json(exclude_defaults=True), run_id))


def _note(db: sqlite3.Connection, run_id: str, entry: JournalEntry) -> None:
    event = entry.event
    if event.kind in _STATE_AFTER:
        state = _STATE_AFTER[event.kind]
        ended = None if state == "open" else entry.at
        db.execute("UPDATE runs SET state=?, ended_at=? WHERE id=?", (state, ended, run_id))
    elif isinstance(event, QuestionsPlanned):
        db.execute("UPDATE runs SET waves=? WHERE id=?", (event.wave, run_id))
