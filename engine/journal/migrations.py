"""How a journal of an earlier schema becomes one of the current schema: a function per version, in one commit."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from pydantic import ValidationError

from engine.events import EVENT, JournalEntry
from engine.journal.tables import statements
from engine.journal.tally import TALLIED, Tally
from engine.journal.text_names import note_texts

_TO_2 = """
ALTER TABLE runs ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN tally TEXT NOT NULL DEFAULT '{}';
ALTER TABLE runs ADD COLUMN deleted_at REAL;
CREATE TABLE run_texts (
    run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    text_sha256 TEXT NOT NULL,
    PRIMARY KEY (run_id, text_sha256)
) WITHOUT ROWID;
CREATE INDEX run_texts_by_text ON run_texts (text_sha256);
"""


def migrate(db: sqlite3.Connection, version: int) -> None:
    """Bring the tables of an open transaction from `version` to the current one."""
    for step in _STEPS[version - 1 :]:
        step(db)


def _to_2(db: sqlite3.Connection) -> None:
    """Rows of the history tell how far a run came; runs name the stored texts they use."""
    for statement in statements(_TO_2):
        db.execute(statement)
    for (run_id,) in db.execute("SELECT id FROM runs").fetchall():
        tally = _tally_of(db, run_id)
        db.execute("UPDATE runs SET tally=? WHERE id=?", (tally.model_dump_json(exclude_defaults=True), run_id))
        for sql in ("SELECT body FROM events WHERE run_id=?", "SELECT output FROM steps WHERE run_id=?"):
            note_texts(db, run_id, (row[0] for row in db.execute(sql, (run_id,)).fetchall()))


def _tally_of(db: sqlite3.Connection, run_id: str) -> Tally:
    tally, before_at, ended_at = Tally(), 0.0, None
    for seq, at, body in db.execute("SELECT seq, at, body FROM events WHERE run_id=? ORDER BY seq", (run_id,)):
        kind = body[9 : body.find('"', 9)]
        if kind in TALLIED:
            try:
                entry = JournalEntry(seq=seq, at=at, event=EVENT.validate_json(body))
            except ValidationError:
                continue  # opening the run tells what is wrong with it
            tally = tally.after(entry, ended_at or before_at)
        before_at = at
        if kind in ("report_finished", "run_failed", "run_cancelled"):
            ended_at = at
        elif kind == "run_resumed":
            ended_at = None
    return tally


_STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (_to_2,)
