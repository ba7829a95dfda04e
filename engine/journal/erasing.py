"""Erases deleted runs for good: their rows are overwritten, and stored texts that no other run names are removed."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.journal import schema
from engine.journal.ownership import Owner, is_alive
from engine.journal.sentences import storage_sentences
from engine.texts import TextStore

# Between storing a text and naming it in the journal pass milliseconds. While a run is at work, a text that was
# touched since may be its own.
TEXT_IDLE_S = 60.0
# Rows per commit: whoever works on a run meanwhile waits a few milliseconds for the file at most.
_ROWS = 200

_EVENTS = "DELETE FROM events WHERE run_id=?1 AND seq IN (SELECT seq FROM events WHERE run_id=?1 LIMIT ?2)"
_STEPS = "DELETE FROM steps WHERE run_id=?1 AND key IN (SELECT key FROM steps WHERE run_id=?1 LIMIT ?2)"
_OWN_TEXTS = """
SELECT text_sha256 FROM run_texts AS own WHERE run_id=?
AND NOT EXISTS (SELECT 1 FROM run_texts AS other WHERE other.text_sha256=own.text_sha256 AND other.run_id<>own.run_id)
"""


class Eraser:
    """Erases what was deleted; blocking, for a thread of its own, on a connection of its own."""

    def __init__(
        self,
        path: Path,
        texts: TextStore,
        spared: Callable[[], set[str]] = set,
        text_idle_s: float = TEXT_IDLE_S,
    ) -> None:
        """Args: path: the journal; spared: keys of stored texts that something else than runs needs."""
        self._path, self._texts, self._spared, self._text_idle_s = path, texts, spared, text_idle_s

    def erase(self, deleted_before: float) -> bool:
        """Erase the runs deleted until then; return whether nothing of them is left.

        Args:
            deleted_before: seconds since the epoch; from then on their deletion cannot be taken back.

        Raises:
            JournalError: the data folder cannot be used; what is left is erased the next time.
        """
        with storage_sentences(self._path), contextlib.closing(schema.opened(self._path)) as db:
            with _commit(db):
                db.execute("UPDATE runs SET deleted_at=0 WHERE deleted_at<=?", (deleted_before,))
                runs = [row[0] for row in db.execute("SELECT id FROM runs WHERE deleted_at=0")]
            text_idle_s = self._text_idle_s if _is_anybody_at_work(db) else 0.0
            left = [run_id for run_id in runs if not self._erase_run(db, run_id, text_idle_s)]
            # Until it is folded into the file, what was deleted stands in the write-ahead log. Waiting for readers
            # would make everybody who writes wait, too: what is busy now is tried again the next time.
            db.execute("PRAGMA busy_timeout=0")
            is_busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            return not left and not is_busy

    def _erase_run(self, db: sqlite3.Connection, run_id: str, text_idle_s: float) -> bool:
        with _commit(db):
            db.execute("UPDATE runs SET topic='', title='', tally='{}' WHERE id=?", (run_id,))
        for sql in (_EVENTS, _STEPS):
            rows = _ROWS
            while rows:
                with _commit(db):
                    rows = db.execute(sql, (run_id, _ROWS)).rowcount
        if not self._remove_texts(db, run_id, text_idle_s):
            return False  # its row stays, so that the next time knows which texts are left
        with _commit(db):
            db.execute("DELETE FROM runs WHERE id=?", (run_id,))
        return True

    def _remove_texts(self, db: sqlite3.Connection, run_id: str, text_idle_s: float) -> bool:
        own = {row[0] for row in db.execute(_OWN_TEXTS, (run_id,))}
        unneeded = own - self._spared() if own else own
        return not [key for key in unneeded if not self._texts.remove(key, text_idle_s)]


def _is_anybody_at_work(db: sqlite3.Connection) -> bool:
    rows = db.execute(
        "SELECT owner_pid, owner_boot, owner_started, heartbeat FROM runs"
        " WHERE state='open' AND owner_pid IS NOT NULL AND deleted_at IS NULL"
    )
    return any(
        is_alive(Owner(pid=pid, boot_id=boot or "", started=started or ""), heartbeat)
        for pid, boot, started, heartbeat in rows.fetchall()
    )


@contextlib.contextmanager
def _commit(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
