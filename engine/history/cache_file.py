"""The file of what can be made again from the journal; a damaged or outdated one is made anew."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from engine.errors import JournalError
from engine.journal.sentences import storage_sentences

# Counts up with every change of the tables or of how text is folded.
CACHE_VERSION = 2
BUSY_TIMEOUT_MS = 5_000

_TABLES = """
CREATE TABLE found_texts (
    id INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL UNIQUE,
    seq INTEGER NOT NULL,              -- the journal's last entry when it was read
    started_at REAL NOT NULL,
    title TEXT NOT NULL,
    topic TEXT NOT NULL,
    body TEXT NOT NULL,                -- the report and the answers
    folded TEXT NOT NULL DEFAULT ''    -- all of it as it is searched, where there is no full-text search
);
CREATE TABLE snapshots (
    run_id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    is_interrupted INTEGER NOT NULL,
    stamp TEXT NOT NULL,               -- of the program that folded it
    body BLOB NOT NULL                 -- compressed JSON
);
"""
# Without its own copy of the text: that stands in `found_texts`.
_WORDS = "CREATE VIRTUAL TABLE words USING fts5 (head, body, content='', tokenize='unicode61 remove_diacritics 0')"


class CacheFile:
    """One connection for whichever thread holds it."""

    def __init__(self, path: Path) -> None:
        """Nothing is opened before it is needed."""
        self._path = path
        self._lock = threading.RLock()
        self._db: sqlite3.Connection | None = None
        self._is_closed = False
        self.has_words = False  # full-text search is there

    @contextlib.contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """Hold the connection; a damaged file is made anew the next time.

        Raises:
            JournalError: the data folder cannot be used.
        """
        with self._lock, storage_sentences(self._path):
            if self._is_closed:
                raise JournalError("The history is closed.")
            if self._db is None:
                self._db = self._opened()
            try:
                yield self._db
            except sqlite3.DatabaseError as error:
                if not isinstance(error, (sqlite3.OperationalError, sqlite3.IntegrityError)):
                    self._discard()
                raise

    @contextlib.contextmanager
    def commit(self) -> Iterator[sqlite3.Connection]:
        """Hold the connection for one commit."""
        with self.open() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the file for good; safe to call twice."""
        with self._lock:
            self._is_closed = True
            self._let_go()

    def _let_go(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _opened(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return self._connected()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
        self._discard()
        return self._connected()

    def _connected(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        try:
            db.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=OFF")  # what a power cut damages is made anew
            db.execute("PRAGMA secure_delete=ON")
            db.execute("PRAGMA cache_size=-16384")
            if db.execute("PRAGMA user_version").fetchone()[0] != CACHE_VERSION:
                self._make_tables(db)
            self.has_words = bool(db.execute("SELECT 1 FROM sqlite_master WHERE name='words'").fetchone())
        except BaseException:
            db.close()
            raise
        return db

    def _make_tables(self, db: sqlite3.Connection) -> None:
        db.execute("BEGIN IMMEDIATE")
        try:
            if db.execute("PRAGMA user_version").fetchone()[0] != CACHE_VERSION:
                for table in ("words", "found_texts", "snapshots"):
                    db.execute(f"DROP TABLE IF EXISTS {table}")
                for statement in _TABLES.strip().rstrip(";").split(";\n"):
                    db.execute(statement)
                if has_full_text_search(db):
                    db.execute(_WORDS)
                db.execute(f"PRAGMA user_version={CACHE_VERSION}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise

    def _discard(self) -> None:
        self._let_go()
        for suffix in ("", "-wal", "-shm"):
            Path(f"{self._path}{suffix}").unlink(missing_ok=True)


def has_full_text_search(db: sqlite3.Connection) -> bool:
    """Tell whether SQLite was compiled with FTS5."""
    return bool(db.execute("SELECT sqlite_compileoption_used('ENABLE_FTS5')").fetchone()[0])
