"""Brings the index up to date with the folders: only what changed is read, and only in a sandbox."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import LibraryError, SandboxError
from engine.library import catalog
from engine.library.catalog import KnownFile, ReadFile
from engine.library.connections import Connections
from engine.library.port import IndexCounts, IndexProgress, ReadBytes
from engine.library.prepared import ReadText, prepare
from engine.library.scan import Candidate, Scan, require_roots, resolve_roots, scan_roots
from engine.texts import TextStore
from researcher_container.contract import MAX_DOCUMENT_BYTES, Document, QualityStatus, ReadParams

OnProgress = Callable[[IndexProgress], None]

# A batch is one transaction: large enough that commits do not count, small enough that little is lost when the
# app is killed and another process never waits long.
_BATCH_FILES = 16
_BATCH_CHARS = 2_000_000
# Ends of a sandbox that are no fault of the document: without sandboxes nothing can be read at all.
_NO_SANDBOX = ("not_started", "engine_gone", "cancelled")


@dataclass
class _Changes:
    """What differs between the folders and the index."""

    fresh: list[Candidate] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    added: int = 0
    changed: int = 0


def _compare(scan: Scan, known: dict[str, KnownFile]) -> _Changes:
    changes = _Changes(gone=[path for path in known if path not in scan.candidates])
    for candidate in scan.candidates.values():
        before = known.get(candidate.path)
        if before is None:
            changes.added += 1
        elif (before.mtime_ns, before.size_bytes) == (candidate.mtime_ns, candidate.size_bytes):
            continue
        else:
            changes.changed += 1
        changes.fresh.append(candidate)
    return changes


class Update:
    """One update of the index over some folders."""

    def __init__(
        self, connections: Connections, texts: TextStore, read: ReadBytes, on_progress: OnProgress | None
    ) -> None:
        self._connections, self._texts, self._read = connections, texts, read
        self._on_progress = on_progress or (lambda progress: None)
        self._batch: list[ReadFile] = []
        self._batch_chars = 0
        self._contents: set[str] = set()  # hashes whose text is known or being read
        self._done = self._total = 0

    async def run(self, folders: Iterable[str | Path], concurrency: int) -> IndexCounts:
        """Read what changed and record it; a cancelled or killed update leaves what was recorded so far."""
        roots = await asyncio.to_thread(resolve_roots, folders)
        await asyncio.to_thread(require_roots, roots)
        scan = await asyncio.to_thread(scan_roots, roots)
        known = await self._connections.read(lambda connection: catalog.known_files(connection, roots))
        changes = await asyncio.to_thread(_compare, scan, known)
        if changes.gone:
            await self._connections.write(lambda connection: catalog.forget(connection, changes.gone))
        if changes.fresh:
            await self._read_all(changes.fresh, concurrency)
            known = await self._connections.read(lambda connection: catalog.known_files(connection, roots))
        broken = [f"{file.path}: {file.why}" for file in known.values() if file.why and file.path in scan.candidates]
        unread = sum(1 for path in scan.candidates if path not in known)
        return IndexCounts(
            documents=len(scan.candidates) - len(broken) - unread,
            added=changes.added,
            changed=changes.changed,
            removed=len(changes.gone),
            unreadable=tuple(sorted(broken)),
            skipped=tuple(scan.skipped),
        )

    async def _read_all(self, fresh: list[Candidate], concurrency: int) -> None:
        self._total = len(fresh)
        self._contents = await self._connections.read(catalog.known_contents)
        # The largest first: a long one at the end would be read alone, with the other sandboxes idle.
        waiting = iter(sorted(fresh, key=lambda candidate: -candidate.size_bytes))

        async def work() -> None:
            for candidate in waiting:
                await self._take(candidate)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(concurrency, len(fresh))):
                    group.create_task(work())
        except ExceptionGroup as errors:
            # One reader's failure ended the others; the first says why.
            raise errors.exceptions[0] from errors
        finally:
            await self._flush()

    async def _take(self, candidate: Candidate) -> None:
        file = await self._read_file(candidate)
        self._batch.append(file)
        self._batch_chars += sum(len(body) for _, body in file.text.passages) if file.text else 0
        if len(self._batch) >= _BATCH_FILES or self._batch_chars >= _BATCH_CHARS:
            await self._flush()
        self._done += 1
        self._on_progress(IndexProgress(done=self._done, total=self._total, path=candidate.path))

    async def _read_file(self, candidate: Candidate) -> ReadFile:
        sha256 = ""
        try:
            content = await asyncio.to_thread(_bytes_of, candidate)
            sha256 = await asyncio.to_thread(_hash_of, content)
            if sha256 in self._contents:
                return ReadFile(candidate, sha256)
            params = ReadParams(url=Path(candidate.path).as_uri(), with_metadata=False)
            document = await self._read(content, params)
            text = await asyncio.to_thread(self._keep, document, candidate.path)
            self._contents.add(sha256)
            return ReadFile(candidate, sha256, text)
        except SandboxError as error:
            if error.kind in _NO_SANDBOX:
                raise
            return ReadFile(candidate, sha256, why=error.title)
        except LibraryError as error:
            return ReadFile(candidate, sha256, why=error.title)
        except OSError as error:
            return ReadFile(candidate, sha256, why=error.strerror or "cannot be read")

    def _keep(self, document: Document, path: str) -> ReadText:
        if document.quality.status is QualityStatus.EMPTY or not document.text().strip():
            raise LibraryError(document.quality.why or "it holds no text")
        return prepare(document, self._texts.put(document), path)

    async def _flush(self) -> None:
        batch, self._batch, self._batch_chars = self._batch, [], 0
        if batch:
            await self._connections.write(lambda connection: catalog.record(connection, batch))


def _bytes_of(candidate: Candidate) -> bytes:
    # O_NONBLOCK and O_NOFOLLOW: what was a plain file when it was listed may be a pipe or a link by now.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(candidate.path, flags), "rb") as file:
        content = file.read(MAX_DOCUMENT_BYTES + 1)
    if content is None or len(content) > MAX_DOCUMENT_BYTES:
        raise LibraryError("it changed while it was read")
    return content


def _hash_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
