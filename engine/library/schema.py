"""The index's database: its tables, how a connection is opened, and what happens to a damaged file."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from engine.errors import LibraryError

# Counts up whenever tables, passages or the reader's output change: an older index is built again, since
# everything in it can be had again from the user's files.
INDEX_VERSION = 5
# Another process may be writing a batch; a batch takes well under a second.
BUSY_TIMEOUT_S = 20.0

_WORDS = "tokenize = 'porter unicode61 remove_diacritics 2'"

_TABLES = f"""
CREATE TABLE text (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,       -- of the file's bytes: equal files share a text
    text_sha256 TEXT NOT NULL,         -- key in the text store
    title TEXT NOT NULL,
    base TEXT NOT NULL,                -- file URL the links were made absolute with
    standing REAL NOT NULL,            -- 0 leads on but is no evidence, 1 an ordinary document
    is_cut INTEGER NOT NULL            -- 1: only the beginning of the document is held
);
CREATE TABLE file (
    path TEXT PRIMARY KEY,
    document_id TEXT NOT NULL UNIQUE,
    mtime_ns INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    text_id INTEGER REFERENCES text (id),  -- NULL: could not be read
    why TEXT NOT NULL DEFAULT '',          -- why not
    indexed_at REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX file_by_text ON file (text_id);
CREATE TABLE passage (
    id INTEGER PRIMARY KEY,
    text_id INTEGER NOT NULL REFERENCES text (id),
    heading TEXT,
    start INTEGER NOT NULL,            -- code points in the stored text
    "end" INTEGER NOT NULL,
    prose REAL NOT NULL,               -- 0-1: how much of it is sentences
    raw TEXT                           -- its exact text where the words table holds another form
);
CREATE INDEX passage_by_text ON passage (text_id);
CREATE VIRTUAL TABLE passage_words USING fts5 (title, heading, body, names, {_WORDS});
CREATE VIRTUAL TABLE text_words USING fts5 (title, name, headings, lead, {_WORDS});
"""


def open_index(path: Path) -> sqlite3.Connection:
    """Open a connection for the calling thread; create, renew or replace the index where needed.

    Raises:
        LibraryError: the file cannot be created or opened.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return _open(path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            # Not a database, or a damaged one: the index is a cache of the user's files, so begin again.
            _remove(path)
            return _open(path)
    except (sqlite3.Error, OSError) as error:
        raise LibraryError(
            f"The library index {path} cannot be opened.",
            "Check that the data folder can be written and has space left.",
            detail=str(error),
        ) from error


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        # A lost last batch after a power cut is found by the next update; damage is not possible in WAL mode.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA cache_size = -32768")
        connection.execute("PRAGMA temp_store = MEMORY")
        if _version(connection) != INDEX_VERSION:
            _create(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _create(connection: sqlite3.Connection) -> None:
    with transaction(connection):
        if _version(connection) == INDEX_VERSION:  # another process was quicker
            return
        for table in ("passage_words", "text_words", "passage", "file", "text"):
            connection.execute(f"DROP TABLE IF EXISTS {table}")
        for statement in _TABLES.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {INDEX_VERSION}")


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Hold the write lock for a block; roll back when it raises."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
