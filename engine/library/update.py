"""Brings the index up to date with the folders: only what changed is read, and only in a sandbox."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from engine.library import catalog
from engine.library.catalog import KnownFile, ReadFile
from engine.library.connections import Connections
from engine.library.file_reading import FileReading, Untried
from engine.library.port import IndexCounts, IndexProgress, ReadBytes
from engine.library.scan import Candidate, Scan, require_roots, resolve_roots, scan_roots
from engine.texts import TextStore

OnProgress = Callable[[IndexProgress], None]

# A batch is one transaction: large enough that commits do not count, small enough that little is lost when the
# app is killed and another process never waits long.
_BATCH_FILES = 16
_BATCH_CHARS = 2_000_000
# A long document is read for a minute and more; whoever waits should see that the work goes on.
HEARTBEAT_S = 3.0


@dataclass
class _Changes:
    """What differs between the folders and the index."""

    fresh: list[Candidate] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    added: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)


def _compare(scan: Scan, known: dict[str, KnownFile]) -> _Changes:
    changes = _Changes(gone=[path for path in known if path not in scan.candidates])
    for candidate in scan.candidates.values():
        before = known.get(candidate.path)
        if before is None:
            changes.added.add(candidate.path)
        elif (before.mtime_ns, before.size_bytes) == (candidate.mtime_ns, candidate.size_bytes):
            continue
        else:
            changes.changed.add(candidate.path)
        changes.fresh.append(candidate)
    return changes


class Update:
    """One update of the index over some folders."""

    def __init__(
        self,
        connections: Connections,
        texts: TextStore,
        read: ReadBytes,
        on_progress: OnProgress | None,
        heartbeat_s: float = HEARTBEAT_S,
    ) -> None:
        self._connections, self._texts, self._read = connections, texts, read
        self._on_progress = on_progress or (lambda progress: None)
        self._batch: list[ReadFile] = []
        self._batch_chars = 0
        self._untried: dict[str, str] = {}  # path: why; told and not remembered
        self._heartbeat_s = heartbeat_s
        self._progress = IndexProgress(done=0, total=0, path="")

    async def run(self, folders: Iterable[str | Path], concurrency: int) -> IndexCounts:
        """Read what changed and record it; a cancelled or killed update leaves what was recorded so far."""
        roots = await asyncio.to_thread(resolve_roots, folders)
        await asyncio.to_thread(require_roots, roots)
        scan = await asyncio.to_thread(scan_roots, roots)
        known = await self._connections.read(lambda connection: catalog.known_files(connection, roots))
        changes = await asyncio.to_thread(_compare, scan, known)
        if changes.gone:
            await self._connections.write(lambda connection: catalog.forget(connection, changes.gone))
        reading = FileReading(self._texts, self._read, await self._connections.read(catalog.known_contents))
        if changes.fresh:
            await self._read_all(changes.fresh, reading, concurrency)
            # What changed and could not be tried must not be quoted as it was before.
            await self._connections.write(lambda connection: catalog.forget(connection, self._untried))
            known = await self._connections.read(lambda connection: catalog.known_files(connection, roots))
        broken = [f"{file.path}: {file.why}" for file in known.values() if file.why and file.path in scan.candidates]
        documents = sum(1 for path in scan.candidates if path in known) - len(broken)
        if not documents:
            reading.check_some_answered()
        return IndexCounts(
            documents=documents,
            added=len(changes.added - self._untried.keys()),
            changed=len(changes.changed - self._untried.keys()),
            removed=len(changes.gone),
            unreadable=tuple(sorted(broken + [f"{path}: {why}" for path, why in self._untried.items()])),
            cut=tuple(sorted(file.path for file in known.values() if file.is_cut and file.path in scan.candidates)),
            skipped=tuple(scan.skipped),
        )

    async def _read_all(self, fresh: list[Candidate], reading: FileReading, concurrency: int) -> None:
        self._progress = IndexProgress(done=0, total=len(fresh), path="")
        # The largest first: a long one at the end would be read alone, with the other sandboxes idle.
        waiting = iter(sorted(fresh, key=lambda candidate: -candidate.size_bytes))

        async def work() -> None:
            for candidate in waiting:
                await self._take(candidate, reading)

        try:
            async with self._heartbeat(), asyncio.TaskGroup() as group:
                for _ in range(min(concurrency, len(fresh))):
                    group.create_task(work())
        except ExceptionGroup as errors:
            # One reader's failure ended the others; the first says why.
            raise errors.exceptions[0] from errors
        finally:
            await self._flush()

    async def _take(self, candidate: Candidate, reading: FileReading) -> None:
        try:
            file = await reading.read(candidate)
        except Untried as why:
            self._untried[candidate.path] = str(why)
        else:
            self._batch.append(file)
            self._batch_chars += sum(len(body) for _, body in file.text.passages) if file.text else 0
            if len(self._batch) >= _BATCH_FILES or self._batch_chars >= _BATCH_CHARS:
                await self._flush()
        self._progress = self._progress.model_copy(update={"done": self._progress.done + 1, "path": candidate.path})
        self._on_progress(self._progress)

    @contextlib.asynccontextmanager
    async def _heartbeat(self) -> AsyncIterator[None]:
        """Tell the progress again and again while the block runs."""

        async def beat() -> None:
            while True:
                await asyncio.sleep(self._heartbeat_s)
                self._on_progress(self._progress)

        beating = asyncio.create_task(beat())
        try:
            yield
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)

    async def _flush(self) -> None:
        batch, self._batch, self._batch_chars = self._batch, [], 0
        if batch:
            await self._connections.write(lambda connection: catalog.record(connection, batch))
