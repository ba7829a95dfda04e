"""The tables of the journal and how an older file becomes a current one."""

from __future__ import annotations

import sqlite3

SCHEMA_VERSION = 1

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
    """Set the pragmas and bring the schema up to date.

    Raises:
        sqlite3.DatabaseError: the file is no database, or of a newer Dossier.
    """
    connection.execute("PRAGMA journal_mode=WAL")
    # WAL with NORMAL survives a killed process whole; only a power cut may lose the last commits.
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA busy_timeout=5000")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise sqlite3.DatabaseError(f"schema {version} is newer than {SCHEMA_VERSION}")
    if version == 0:
        connection.executescript(f"BEGIN IMMEDIATE;{_TABLES}PRAGMA user_version={SCHEMA_VERSION};COMMIT;")
