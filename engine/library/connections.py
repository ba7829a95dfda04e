"""The index's connections: one thread writes, one reads, the event loop waits for neither."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from engine.errors import LibraryError
from engine.library.schema import open_index

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]


class Connections:
    """Runs jobs on a connection that belongs to the thread they run on.

    SQLite's write-ahead log lets searches go on while a batch is being written, so reading has a thread of
    its own. A cancelled caller stops waiting at once; the job it started ends by itself.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="library-read")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="library-write")
        self._open: dict[ThreadPoolExecutor, sqlite3.Connection] = {}

    async def read(self, job: Job[T]) -> T:
        """Run a job that only reads."""
        return await self._run(self._reader, job)

    async def write(self, job: Job[T]) -> T:
        """Run a job that writes; jobs run one after another."""
        return await self._run(self._writer, job)

    async def aclose(self) -> None:
        """Close the connections after the jobs that have begun; safe to call twice."""
        for thread in (self._writer, self._reader):
            thread.submit(self._close, thread) if thread in self._open else None
            await asyncio.to_thread(thread.shutdown)

    async def _run(self, thread: ThreadPoolExecutor, job: Job[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(thread, self._on_thread, thread, job)

    def _on_thread(self, thread: ThreadPoolExecutor, job: Job[T]) -> T:
        connection = self._open.get(thread)
        if connection is None:
            connection = self._open[thread] = open_index(self._path)
        try:
            return job(connection)
        except sqlite3.Error as error:
            raise LibraryError(
                "The library index could not be used.",
                "Try again; if it stays so, delete library.db in the data folder: it is built again.",
                detail=str(error),
            ) from error

    def _close(self, thread: ThreadPoolExecutor) -> None:
        connection = self._open.pop(thread, None)
        if connection is not None:
            connection.close()
