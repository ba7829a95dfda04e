"""What SQLite and the file system say when the data folder cannot be used, as one sentence with an advice."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import JournalError

_FULL_ERRNOS = (errno.ENOSPC, errno.EDQUOT)
_PERHAPS_FULL = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
# The shared index of a write-ahead log grows by this much.
_LEAST_ROOM_BYTES = 64 * 1024


@contextmanager
def storage_sentences(path: Path) -> Iterator[None]:
    """Turn what goes wrong with a file of the data folder into a sentence.

    Raises:
        JournalError: the disk is full, the file is locked, damaged or cannot be written.
    """
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a bug of ours, no trouble of the user's
    except (sqlite3.Error, OSError) as error:
        title, advice = _of_file(error, path) if isinstance(error, OSError) else _of_database(error, path)
        raise JournalError(title, advice, detail=str(error)) from error


def _of_file(error: OSError, path: Path) -> tuple[str, str]:
    if error.errno in _FULL_ERRNOS:
        return _full()
    return _unwritable(path)


def _of_database(error: sqlite3.Error, path: Path) -> tuple[str, str]:
    """Return title and advice by SQLite's primary result code; its words may hold a path and prove nothing."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    # A write-ahead log that finds no room fails as if the disk were broken.
    if code == sqlite3.SQLITE_FULL or (code in _PERHAPS_FULL and _has_no_room(path)):
        return _full()
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "Another process holds the research database.", "Close it, or wait, and try again."
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return _unwritable(path)
    if code == sqlite3.SQLITE_IOERR:
        return (
            f"The disk that holds {path.parent} does not work properly.",
            "Check the disk and that it is still connected; what is written so far is kept.",
        )
    if code == sqlite3.SQLITE_CONSTRAINT:
        return "Another process changed this research meanwhile.", "Open it again to see where it stands."
    return (
        f"The research database {path} is damaged.",
        "Move it aside to start with an empty one; the stored texts are kept.",
    )


def _has_no_room(path: Path) -> bool:
    """Return whether the disk below a file holds less than one of SQLite's smallest growths."""
    try:
        return shutil.disk_usage(path.parent).free < _LEAST_ROOM_BYTES
    except OSError:
        return False


def _full() -> tuple[str, str]:
    return "The disk is full.", "Free some space; what is written so far is kept."


def _unwritable(path: Path) -> tuple[str, str]:
    return (
        f"The data folder {path.parent} cannot be written.",
        "Check its permissions, or set DOSSIER_HOME to another folder.",
    )
