"""The tables of the journal, as they are made in a new file."""

from __future__ import annotations

SCHEMA_VERSION = 2

TABLES = """
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
    heartbeat REAL NOT NULL DEFAULT 0,
    title TEXT NOT NULL DEFAULT '',   -- the user's own, '' = the topic
    tally TEXT NOT NULL DEFAULT '{}', -- JSON: what the history shows of its journal
    deleted_at REAL                   -- NULL: kept; else gone for everybody; 0: being erased, no way back
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
CREATE TABLE run_texts (
    run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    text_sha256 TEXT NOT NULL,        -- key of a stored text that an event or a step of the run names
    PRIMARY KEY (run_id, text_sha256)
) WITHOUT ROWID;
CREATE INDEX run_texts_by_text ON run_texts (text_sha256);
"""


def statements(script: str) -> list[str]:
    """Return the statements of a script, to be run within a transaction of the caller's."""
    return script.strip().rstrip(";").split(";\n")
