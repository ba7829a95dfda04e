"""The index's records: which files are known, their texts and passages. Every function blocks on a connection."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.library.passages import prose_share
from engine.library.port import FolderStanding
from engine.library.prepared import ReadText
from engine.library.scan import Candidate
from engine.library.schema import transaction
from engine.library.words import joined_names, spaced


@dataclass(frozen=True)
class KnownFile:
    """What the index remembers of a file."""

    path: str
    mtime_ns: int
    size_bytes: int
    why: str  # "" = readable
    is_cut: int  # 1: only its beginning is held


@dataclass(frozen=True)
class ReadFile:
    """A file as it was read; `text` is None when an equal file's text is known, or when it was unreadable."""

    candidate: Candidate
    sha256: str
    text: ReadText | None = None
    why: str = ""


def document_id(path: str) -> str:
    """Return the stable id of a file's address."""
    return hashlib.sha256(path.encode()).hexdigest()[:16]


def within(roots: Sequence[str]) -> tuple[str, list[str]]:
    """Return an SQL condition on `file.path` that holds below any of the roots, with its parameters."""
    conditions: list[str] = []
    values: list[str] = []
    for root in roots:
        folder = root.rstrip(os.sep) + os.sep
        conditions.append("(file.path = ? OR (file.path >= ? AND file.path < ?))")
        values += [root, folder, folder[:-1] + chr(ord(os.sep) + 1)]
    return "(" + (" OR ".join(conditions) or "0") + ")", values


def known_files(connection: sqlite3.Connection, roots: Sequence[str]) -> dict[str, KnownFile]:
    """Return what the index remembers below the roots."""
    condition, values = within(roots)
    rows = connection.execute(
        "SELECT path, mtime_ns, size_bytes, why, coalesce(is_cut, 0)"
        f" FROM file LEFT JOIN text ON text.id = file.text_id WHERE {condition}",
        values,
    )
    return {row[0]: KnownFile(*row) for row in rows}


def standing(connection: sqlite3.Connection, roots: Sequence[str]) -> FolderStanding:
    """Return what the index holds below the roots."""
    condition, values = within(roots)
    row = connection.execute(
        "SELECT coalesce(sum(why = ''), 0), coalesce(sum(why != ''), 0), coalesce(max(indexed_at), 0)"
        f" FROM file WHERE {condition}",
        values,
    ).fetchone()
    return FolderStanding(documents=row[0], unreadable=row[1], indexed_at=row[2])


def known_contents(connection: sqlite3.Connection) -> set[str]:
    """Return the hashes of all contents that have a text."""
    return {row[0] for row in connection.execute("SELECT sha256 FROM text")}


def text_keys(connection: sqlite3.Connection) -> set[str]:
    """Return the keys of all stored texts the index needs."""
    return {row[0] for row in connection.execute("SELECT text_sha256 FROM text")}


def record(connection: sqlite3.Connection, files: Iterable[ReadFile]) -> None:
    """Record a batch of read files in one short transaction."""
    with transaction(connection):
        replaced = [_record(connection, file) for file in files]
        _drop_unshared(connection, replaced)


def forget(connection: sqlite3.Connection, paths: Iterable[str]) -> None:
    """Drop files that are gone, and the texts no other file shares."""
    with transaction(connection):
        _drop_unshared(connection, [_take_out(connection, path) for path in paths])


def forget_text(connection: sqlite3.Connection, text_sha256: str) -> None:
    """Drop a text whose stored document is lost, so that the next update reads its files again."""
    with transaction(connection):
        found = connection.execute("SELECT id FROM text WHERE text_sha256 = ?", (text_sha256,)).fetchall()
        for (text_id,) in found:
            connection.execute("UPDATE file SET text_id = NULL, mtime_ns = 0 WHERE text_id = ?", (text_id,))
        _drop_unshared(connection, [text_id for (text_id,) in found])


def _record(connection: sqlite3.Connection, file: ReadFile) -> int | None:
    """Record one file; return the text it had before."""
    row = connection.execute("SELECT id FROM text WHERE sha256 = ?", (file.sha256,)).fetchone()
    text_id: int | None = row[0] if row else None
    if text_id is None and file.text is not None:
        text_id = _add_text(connection, file.sha256, file.text)
    candidate = file.candidate
    before = _take_out(connection, candidate.path)
    if text_id is None and not file.why:
        return before  # its equal was dropped meanwhile: unknown, so the next update reads it
    connection.execute(
        "INSERT INTO file (path, document_id, mtime_ns, size_bytes, text_id, why, indexed_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            candidate.path, document_id(candidate.path), candidate.mtime_ns, candidate.size_bytes,
            text_id, file.why, time.time(),
        ),
    )  # fmt: skip
    return before


def _take_out(connection: sqlite3.Connection, path: str) -> int | None:
    row = connection.execute("SELECT text_id FROM file WHERE path = ?", (path,)).fetchone()
    connection.execute("DELETE FROM file WHERE path = ?", (path,))
    return row[0] if row else None


def _add_text(connection: sqlite3.Connection, sha256: str, text: ReadText) -> int:
    cursor = connection.execute(
        "INSERT INTO text (sha256, text_sha256, title, base, standing, is_cut) VALUES (?, ?, ?, ?, ?, ?)",
        (sha256, text.text_sha256, text.title, text.base, text.standing, text.is_cut),
    )
    text_id = int(cursor.lastrowid or 0)
    connection.execute(
        "INSERT INTO text_words (rowid, title, name, headings, lead) VALUES (?, ?, ?, ?, ?)",
        (text_id, spaced(text.title), text.name, spaced(text.headings), spaced(text.lead)),
    )
    for cut, body in text.passages:
        held = spaced(body)
        cursor = connection.execute(
            'INSERT INTO passage (text_id, heading, start, "end", prose, raw) VALUES (?, ?, ?, ?, ?, ?)',
            (text_id, cut.heading, cut.start, cut.end, prose_share(cut), None if held == body else body),
        )
        connection.execute(
            "INSERT INTO passage_words (rowid, title, heading, body, names) VALUES (?, ?, ?, ?, ?)",
            (cursor.lastrowid, spaced(text.title), spaced(cut.heading_path), held, joined_names(body)),
        )
    return text_id


def _drop_unshared(connection: sqlite3.Connection, text_ids: Iterable[int | None]) -> None:
    """Drop those of the texts that no file has any more."""
    for text_id in {text_id for text_id in text_ids if text_id is not None}:
        if connection.execute("SELECT 1 FROM file WHERE text_id = ? LIMIT 1", (text_id,)).fetchone():
            continue
        connection.execute(
            "DELETE FROM passage_words WHERE rowid IN (SELECT id FROM passage WHERE text_id = ?)", (text_id,)
        )
        connection.execute("DELETE FROM passage WHERE text_id = ?", (text_id,))
        connection.execute("DELETE FROM text_words WHERE rowid = ?", (text_id,))
        connection.execute("DELETE FROM text WHERE id = ?", (text_id,))
