"""The library's index: kept in one file, shared by all runs, searched through views of some folders."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.library import catalog, search
from engine.library.connections import Connections
from engine.library.examples import example_topics
from engine.library.port import FolderStanding, IndexCounts, Library, LibraryDocument, Passage, ReadBytes
from engine.library.scan import resolve_roots
from engine.library.update import HEARTBEAT_S, OnProgress, Update
from engine.texts import TextStore

# Readers at work at once when the caller does not say: two keep two cores busy, a third hides the hand-over.
DEFAULT_CONCURRENCY = 3


class LibraryIndex:
    """The index over everything that was ever indexed; `view` restricts it to a run's folders.

    Two processes may use the same file. Nothing blocks the event loop.
    """

    def __init__(self, path: Path, texts: TextStore) -> None:
        self._connections = Connections(path)
        self._texts = texts
        self._updating = asyncio.Lock()

    async def update(
        self,
        folders: Iterable[str | Path],
        read: ReadBytes,
        *,
        on_progress: OnProgress | None = None,
        concurrency: int = DEFAULT_CONCURRENCY,
        heartbeat_s: float = HEARTBEAT_S,
    ) -> IndexCounts:
        """Bring the index up to date with the folders (or single files).

        Args:
            read: turns bytes into a document in a sandbox; called at most `concurrency` times at once.
            on_progress: hears after each file that had to be read, and every `heartbeat_s` while one is long.

        Raises:
            LibraryError: a folder is missing, or the index cannot be used.
            SandboxError: no sandbox could be had to read in, or it failed again and again; what was read before
                is kept, and no document is blamed.
        """
        async with self._updating:
            update = Update(self._connections, self._texts, read, on_progress, heartbeat_s)
            return await update.run(folders, concurrency)

    def view(self, folders: Iterable[str | Path]) -> Library:
        """Return what a run may see: the documents below these folders, as they were when last indexed.

        A folder that is missing now is no error here: a resumed run may still open what it had found.
        """
        return LibraryView(self._connections, self._texts, resolve_roots(folders))

    async def standing(self, folder: str | Path) -> FolderStanding:
        """Return what the index holds of a folder, as it was when last indexed."""
        roots = await asyncio.to_thread(resolve_roots, (folder,))
        return await self._connections.read(lambda connection: catalog.standing(connection, roots))

    async def examples(self, folders: Iterable[str | Path], count: int) -> list[str]:
        """Return topics these folders can answer, as they were when last indexed; none where none is sure."""
        roots = await asyncio.to_thread(resolve_roots, folders)
        return await self._connections.read(lambda connection: example_topics(connection, roots, count))

    async def text_keys(self) -> set[str]:
        """Return the keys of all stored texts the index needs, so that a clean-up spares them."""
        return await self._connections.read(catalog.text_keys)

    async def aclose(self) -> None:
        """Close the index; safe to call twice."""
        await self._connections.aclose()


class LibraryView:
    """The documents below some roots, searchable and openable."""

    def __init__(self, connections: Connections, texts: TextStore, roots: Sequence[str]) -> None:
        self._connections, self._texts, self._roots = connections, texts, roots

    async def search(self, query: str, limit: int) -> list[Passage]:
        """Return the best passage of each of the best documents, then further passages of these."""
        return await self._connections.read(lambda connection: search.search(connection, query, self._roots, limit))

    async def outline(self, query: str, limit: int) -> list[tuple[str, str, float]]:
        """Return (title, heading, score) of the sections that match, best first, each section once."""
        return await self._connections.read(lambda connection: search.outline(connection, query, self._roots, limit))

    async def document(self, document_id: str) -> LibraryDocument | None:
        """Return a document below the roots, None when it is not there (any more)."""
        entry = await self._connections.read(lambda connection: search.entry(connection, document_id, self._roots))
        if entry is None:
            return None
        document = await asyncio.to_thread(self._texts.document, entry.text_sha256)
        if document is None:
            # The stored text was lost: forget it, so that the next update reads the file again.
            await self._connections.write(lambda connection: catalog.forget_text(connection, entry.text_sha256))
            return None
        return entry.opened(document)
