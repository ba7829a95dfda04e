"""The seam to the user's documents: an index that can be searched, and documents that can be opened."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from engine.values import Value
from researcher_container.contract import Document, ReadParams


class Passage(Value):
    """A stretch of a library document; positions are code points in its stored text."""

    document_id: str  # stable: a hash of the absolute path
    url: str  # file: URL
    title: str
    heading: str | None
    text: str
    start: int
    end: int
    score: float  # BM25, larger is better; comparable within one answer


class LibraryDocument(Value):
    """An indexed document as it can be opened and cited."""

    document_id: str
    url: str
    title: str
    sha256: str  # of the file's bytes when it was indexed
    text_sha256: str  # key of the stored text
    indexed_at: float
    document: Document


class IndexCounts(Value):
    """What an index update did; counts are documents."""

    documents: int = 0
    added: int = 0
    changed: int = 0
    removed: int = 0
    unreadable: tuple[str, ...] = ()  # "path: why"; challenges, error pages and consent walls among them
    cut: tuple[str, ...] = ()  # paths of documents of which only the beginning is held
    skipped: tuple[str, ...] = ()  # "path: why": links out of the folder, too large, empty


class FolderStanding(Value):
    """What the index holds of a folder; counts are documents."""

    documents: int = 0
    unreadable: int = 0
    indexed_at: float = 0.0  # seconds since the epoch; 0 = never


class IndexProgress(Value):
    """How far an index update is; files that did not change are not counted."""

    done: int
    total: int
    path: str  # the file that was read last; "" before the first


# Turns bytes into a document in a sandbox: (bytes, params) -> Document; raises SandboxError or LibraryError.
ReadBytes = Callable[[bytes, ReadParams], Awaitable[Document]]


class Library(Protocol):
    """The indexed folders of one run."""

    async def search(self, query: str, limit: int) -> list[Passage]:
        """Return the best passages for a query in plain words, best first, best passage per document first."""

    async def document(self, document_id: str) -> LibraryDocument | None:
        """Return a document of the index, None when it is not (or no longer) there."""

    async def outline(self, query: str, limit: int) -> list[tuple[str, str, float]]:
        """Return (title, heading, score) of sections that match a query; what the planner may ask about."""
