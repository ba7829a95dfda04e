"""One file of the library: its bytes taken, read in a sandbox, and what may be remembered of it."""

from __future__ import annotations

import asyncio
import hashlib
import os
from pathlib import Path

from engine.errors import LibraryError, SandboxError
from engine.library.catalog import ReadFile
from engine.library.deaths import Deaths
from engine.library.port import ReadBytes
from engine.library.prepared import ReadText, prepare
from engine.library.reading import TOO_COSTLY
from engine.library.scan import Candidate
from engine.texts import TextStore
from researcher_container.contract import MAX_DOCUMENT_BYTES, Document, QualityStatus, ReadParams

_NO_DOCUMENT = {
    QualityStatus.BLOCKED: "this is a check for robots, kept instead of the page",
    QualityStatus.NOT_FOUND: "this is an error page, kept instead of the document",
    QualityStatus.CONSENT_WALL: "this is a question for consent, kept instead of the page",
    QualityStatus.EMPTY: "it holds no text",
}


class Untried(Exception):
    """Nobody could say anything about the file; the next update tries it again."""


class FileReading:
    """Reads the files of one update; equal contents are read once.

    Args:
        contents: hashes of contents whose text is known already; grows.
    """

    def __init__(self, texts: TextStore, read: ReadBytes, contents: set[str]) -> None:
        self._texts, self._read, self._contents = texts, read, contents
        self._deaths = Deaths()

    def check_some_answered(self) -> None:
        """Check at the end that a reader said something about some file.

        Raises:
            SandboxError: there were files to read, and their readers all died.
        """
        self._deaths.check_some_answered()

    async def read(self, candidate: Candidate) -> ReadFile:
        """Return what the index shall remember of a file.

        Raises:
            Untried: nothing may be remembered of it.
            SandboxError: no file can be read at present.
        """
        try:
            content = await asyncio.to_thread(_bytes_of, candidate)
            sha256 = await asyncio.to_thread(_hash_of, content)
            if sha256 in self._contents:
                return ReadFile(candidate, sha256)
            try:
                document = await self._answer(content, candidate)
                text = await asyncio.to_thread(self._keep, document, candidate.path)
            except LibraryError as error:
                return ReadFile(candidate, sha256, why=error.title)
        except OSError as error:
            # Permissions, drives and full disks change without a trace in the file's size and time.
            raise Untried(error.strerror or "cannot be read") from error
        self._contents.add(sha256)
        return ReadFile(candidate, sha256, text)

    async def _answer(self, content: bytes, candidate: Candidate) -> Document:
        """Have a document read; the end of a sandbox is never held against it, unless it was too costly."""
        try:
            document = await self._read(content, ReadParams(url=Path(candidate.path).as_uri(), with_metadata=False))
        except LibraryError:
            self._deaths.answered()
            raise
        except SandboxError as error:
            if error.kind in TOO_COSTLY:
                raise LibraryError(TOO_COSTLY[error.kind], detail=str(error)) from error
            self._deaths.died(error)
            raise Untried(error.title) from error
        self._deaths.answered()
        return document

    def _keep(self, document: Document, path: str) -> ReadText:
        status = document.quality.status
        if status in _NO_DOCUMENT or not document.text().strip():
            raise LibraryError(document.quality.why or _NO_DOCUMENT.get(status, _NO_DOCUMENT[QualityStatus.EMPTY]))
        return prepare(document, self._texts.put(document), path)


def _bytes_of(candidate: Candidate) -> bytes:
    # O_NONBLOCK and O_NOFOLLOW: what was a plain file when it was listed may be a pipe or a link by now.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(candidate.path, flags), "rb") as file:
        content = file.read(MAX_DOCUMENT_BYTES + 1)
    if content is None or len(content) > MAX_DOCUMENT_BYTES:
        raise Untried("it changed while it was read")
    return content


def _hash_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
