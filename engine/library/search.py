"""Answers a view's questions from the index: passages, sections, one document's entry."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.library.catalog import within
from engine.library.port import LibraryDocument, Passage
from engine.library.query import parse
from engine.library.ranking import Hit, RankedText, rank
from researcher_container.contract import Document, Link


@dataclass(frozen=True)
class Entry:
    """A document's record in the index, without its text."""

    document_id: str
    path: str
    title: str
    sha256: str
    text_sha256: str
    base: str
    indexed_at: float

    @property
    def url(self) -> str:
        """Return the file URL of the document's address."""
        return Path(self.path).as_uri()

    def opened(self, document: Document) -> LibraryDocument:
        """Return the document as it can be cited.

        Equal files share a stored text whose links were made absolute from the first one's folder; here they
        lead from this file's own.
        """
        own = Path(self.path).parent.as_uri() + "/"
        if own != self.base:
            links = tuple(
                Link(
                    text=link.text,
                    url=own + link.url[len(self.base) :] if link.url.startswith(self.base) else link.url,
                )
                for link in document.links
            )
            document = document.model_copy(update={"links": links})
        return LibraryDocument(
            document_id=self.document_id,
            url=self.url,
            title=self.title,
            sha256=self.sha256,
            text_sha256=self.text_sha256,
            indexed_at=self.indexed_at,
            document=document,
        )


def search(connection: sqlite3.Connection, text: str, roots: Sequence[str], limit: int) -> list[Passage]:
    """Return at most `limit` passages: the best of each document in the documents' order, then further ones."""
    query = parse(text)
    if not query or limit < 1:
        return []
    ranked = rank(connection, query, roots)[:limit]
    chosen = _choose(ranked, limit)
    entries = _entries(connection, [text.text_id for text in ranked], roots)
    bodies = _bodies(connection, [hit.passage_id for hit, _ in chosen])
    return [
        _passage(entries[hit.text_id], bodies[hit.passage_id], score)
        for hit, score in chosen
        if hit.text_id in entries and hit.passage_id in bodies
    ]


def outline(
    connection: sqlite3.Connection, text: str, roots: Sequence[str], limit: int
) -> list[tuple[str, str, float]]:
    """Return the sections (title, heading, score) that match, best first."""
    query = parse(text)
    if not query or limit < 1:
        return []
    ranked = rank(connection, query, roots)
    hits = sorted((pair for text in ranked for pair in _scored(text)), key=lambda pair: -pair[1])[: limit * 4]
    entries = _entries(connection, [hit.text_id for hit, _ in hits], roots)
    bodies = _bodies(connection, [hit.passage_id for hit, _ in hits])
    sections: dict[tuple[str, str], float] = {}
    for hit, score in hits:
        if hit.text_id in entries and hit.passage_id in bodies:
            section = (entries[hit.text_id].title, bodies[hit.passage_id].heading or "")
            sections.setdefault(section, score)
    return [(title, heading, score) for (title, heading), score in sections.items()][:limit]


def entry(connection: sqlite3.Connection, document_id: str, roots: Sequence[str]) -> Entry | None:
    """Return a document's record, None when it is not below the roots."""
    condition, values = within(roots)
    row = connection.execute(
        f"{_ENTRY} WHERE file.document_id = ? AND {condition}", (document_id, *values)
    ).fetchone()
    return Entry(*row[:-1]) if row else None


_ENTRY = """
    SELECT file.document_id, file.path, text.title, text.sha256, text.text_sha256, text.base, file.indexed_at,
        text.id
    FROM file JOIN text ON text.id = file.text_id
"""


@dataclass(frozen=True)
class _Body:
    heading: str | None
    start: int
    end: int
    text: str


def _choose(ranked: list[RankedText], limit: int) -> list[tuple[Hit, float]]:
    """Return one hit of each document, then the best of the others, each with its score."""
    scored = [_scored(text) for text in ranked]
    first = [hits[0] for hits in scored]
    further = sorted((pair for hits in scored for pair in hits[1:]), key=lambda pair: (-pair[1], pair[0].passage_id))
    return (first + further)[:limit]


def _scored(text: RankedText) -> list[tuple[Hit, float]]:
    """Return a document's hits with scores comparable across documents: its best one has the document's own."""
    best = text.hits[0].score
    return [(hit, text.score * hit.score / best if best > 0 else 0.0) for hit in text.hits]


def _entries(connection: sqlite3.Connection, text_ids: Sequence[int], roots: Sequence[str]) -> dict[int, Entry]:
    """Return the address of each text; of equal files the first by path."""
    condition, values = within(roots)
    marks = ", ".join("?" * len(text_ids))
    rows = connection.execute(
        f"{_ENTRY} WHERE text.id IN ({marks}) AND {condition} ORDER BY file.path DESC", (*text_ids, *values)
    )
    return {row[-1]: Entry(*row[:-1]) for row in rows}


def _bodies(connection: sqlite3.Connection, passage_ids: Sequence[int]) -> dict[int, _Body]:
    marks = ", ".join("?" * len(passage_ids))
    rows = connection.execute(
        f"""
        SELECT passage.id, passage.heading, passage.start, passage."end", coalesce(passage.raw, passage_words.body)
        FROM passage JOIN passage_words ON passage_words.rowid = passage.id WHERE passage.id IN ({marks})
        """,
        passage_ids,
    )
    return {row[0]: _Body(*row[1:]) for row in rows}


def _passage(entry: Entry, body: _Body, score: float) -> Passage:
    return Passage(
        document_id=entry.document_id,
        url=entry.url,
        title=entry.title,
        heading=body.heading,
        text=body.text,
        start=body.start,
        end=body.end,
        score=score,
    )
