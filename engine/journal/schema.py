"""How the journal's file is opened, and becomes a current one when it is older."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from urllib.parse import quote

from engine.errors import JournalError
from engine.journal.migrations import migrate
from engine.journal.tables import SCHEMA_VERSION, TABLES, statements

# How long a statement waits for another process that holds the file.
BUSY_TIMEOUT_MS = 5_000
# SQLite does not wait by itself while a file becomes one with a write-ahead log.
_WAL_PAUSE_S = 0.02


def opened(path: Path) -> sqlite3.Connection:
    """Open the file, or create it; one on a full disk is opened for reading only.

    Raises:
        sqlite3.DatabaseError: the file is no database, or cannot be used.
        JournalError: it is of a newer Dossier.
    """
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        prepare(connection)
        return connection
    except sqlite3.OperationalError as error:
        connection.close()
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code not in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN) or not _is_alone(path):
            raise
        readable = _readable(path)
        if readable is None:
            raise
        return readable
    except BaseException:
        connection.close()
        raise


def _is_alone(path: Path) -> bool:
    """Return whether everything is in the file itself, which can then be read without a log beside it."""
    log = path.with_name(path.name + "-wal")
    return path.exists() and path.stat().st_size > 0 and (not log.exists() or log.stat().st_size == 0)


def _readable(path: Path) -> sqlite3.Connection | None:
    """Return a connection that writes nothing, None when the file holds no tables of ours."""
    address = f"file:{quote(str(path))}?mode=ro&immutable=1"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    try:
        if _version(connection) == SCHEMA_VERSION:
            return connection
    except BaseException:
        connection.close()
        raise
    connection.close()
    return None


def prepare(connection: sqlite3.Connection) -> None:
    """Set the pragmas and bring the schema up to date; several processes may do so at once.

    Raises:
        sqlite3.DatabaseError: the file is no database, or cannot be used.
        JournalError: it is of a newer Dossier.
    """
    connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
    _version(connection)  # a newer file is left as it is, down to the last byte
    _use_write_ahead_log(connection)
    # WAL with NORMAL survives a killed process whole; only a power cut may lose the last commits.
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA foreign_keys=ON")
    # What was deleted is overwritten, not only forgotten.
    connection.execute("PRAGMA secure_delete=ON")
    if _version(connection) == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Looked at again: whoever held the file until now may have made the tables.
        version = _version(connection)
        if version == 0:
            for statement in statements(TABLES):
                connection.execute(statement)
        else:
            migrate(connection, version)
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
