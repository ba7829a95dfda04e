"""The library of a process: its index is opened once, brought up to date for runs, and looked at by the window."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engine.events import LibraryIndexed, NoticeRaised
from engine.library.index import LibraryIndex
from engine.library.notices import nothing_read, notices
from engine.library.pace import Pace
from engine.library.port import FolderStanding, IndexCounts, IndexProgress, Library, ReadBytes
from engine.library.update import OnProgress
from engine.recorder import Recorder
from engine.texts import TextStore
from engine.values import RunOptions

# Two readers keep two cores busy; a third hides the hand-over between them.
READERS = 3


class LibraryMeans:
    """Opens the index at the first use."""

    def __init__(self, path: Path, texts: TextStore) -> None:
        self._path, self._texts = path, texts
        self._opened: LibraryIndex | None = None

    async def of_run(self, options: RunOptions, read: ReadBytes, recorder: Recorder) -> Library | None:
        """Bring the index up to date with a run's folders and documents, telling how far it is.

        Raises:
            LibraryError: nothing can be read.
        """
        roots = (*options.library, *options.documents)
        if not roots:
            return None
        pace = Pace()

        def tell(progress: IndexProgress) -> None:
            if pace.is_due(progress):
                recorder.emit(LibraryIndexed(documents=progress.done, total=progress.total, final=False))

        counts = await self._index().update(roots, read, on_progress=tell, concurrency=READERS)
        recorder.emit(
            LibraryIndexed(
                documents=counts.documents,
                added=counts.added + counts.changed,
                removed=counts.removed,
                unreadable=len(counts.unreadable),
            )
        )
        if not counts.documents and not options.web:
            raise nothing_read(roots, counts)
        for key, text in notices(counts):
            recorder.emit(NoticeRaised(level="warning", text=text, key=key))
        return self._index().view(roots)

    async def update(self, folders: Iterable[str], read: ReadBytes, on_progress: OnProgress) -> IndexCounts:
        """Bring the index up to date with some folders.

        Raises:
            LibraryError, SandboxError: as `LibraryIndex.update` says.
        """
        return await self._index().update(folders, read, on_progress=on_progress, concurrency=READERS)

    async def standing(self, folder: str) -> FolderStanding:
        """Return what the index holds of a folder."""
        return await self._index().standing(folder)

    async def examples(self, folders: Iterable[str], count: int) -> list[str]:
        """Return at most `count` topics these folders can answer; none before they were indexed."""
        return await self._index().examples(folders, count)

    async def aclose(self) -> None:
        """Close the index."""
        if self._opened is not None:
            await self._opened.aclose()

    def _index(self) -> LibraryIndex:
        if self._opened is None:
            self._opened = LibraryIndex(self._path, self._texts)
        return self._opened
