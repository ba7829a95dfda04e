"""The tables of the journal and how an older file becomes a current one."""

from __future__ import annotations

import sqlite3
import time

from engine.errors import JournalError

SCHEMA_VERSION = 1
# How long a statement waits for another process that holds the file.
BUSY_TIMEOUT_MS = 5_000
# SQLite does not wait by itself while a file becomes one with a write-ahead log.
_WAL_PAUSE_S = 0.02

_TABLES = """
CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    topic TEXT NOT NULL,
    state TEXT NOT NULL,              -- open, done, failed, cancelled
    started_at REAL NOT NULL,
    ended_at REAL,
    waves INTEGER NOT NULL DEFAULT 0,
    last_seq INTEGER NOT NULL DEFAULT 0,
    owner_pid INTEGER,                -- NULL: nobody works on it
    owner_boot TEXT,
    owner_started TEXT,
    heartbeat REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE events (
    run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    at REAL NOT NULL,
    body TEXT NOT NULL,               -- the event as JSON
    PRIMARY KEY (run_id, seq)
) WITHOUT ROWID;
CREATE TABLE steps (
    run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    key TEXT NOT NULL,                -- role/wave/index/...
    input_sha256 TEXT NOT NULL,
    output TEXT NOT NULL,             -- JSON
    PRIMARY KEY (run_id, key, input_sha256)
) WITHOUT ROWID;
"""


def prepare(connection: sqlite3.Connection) -> None:
    """Set the pragmas and bring the schema up to date; several processes may do so at once.

    Raises:
        sqlite3.DatabaseError: the file is no database, or cannot be used.
        JournalError: it is of a newer Dossier.
    """
    connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
    _use_write_ahead_log(connection)
    # WAL with NORMAL survives a killed process whole; only a power cut may lose the last commits.
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA foreign_keys=ON")
    if _version(connection) == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Looked at again: whoever held the file until now may have made the tables.
        if _version(connection) == 0:
            for statement in _TABLES.strip().rstrip(";").split(";\n"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > SCHEMA_VERSION:
        raise JournalError(
            "The research database was written by a newer Dossier.",
            "Update Dossier to open it.",
            detail=f"schema {version} is newer than {SCHEMA_VERSION}",
        )
    return version


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    end = time.monotonic() + BUSY_TIMEOUT_MS / 1_000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            busy = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
            if not busy or time.monotonic() > end:
                raise
            time.sleep(_WAL_PAUSE_S)
