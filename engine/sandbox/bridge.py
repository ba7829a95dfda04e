"""Two threads between a blocking byte stream and the event loop, with bounded queues both ways.

A program that stops reading blocks its writer thread, never the loop; a program that never stops writing
fills its inbox, then its own pipe.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from typing import Protocol

from engine.sandbox.conduit import ConduitClosed

INBOX_CHUNKS = 8
OUTBOX_LINES = 4
SOON_LINES = 1_000
JOIN_S = 2.0


class BlockingStream(Protocol):
    """A byte stream both ways whose calls block; each is called from one thread only, `abort` from any."""

    def read(self) -> bytes:
        """Return the next bytes, b"" at the end or after `abort`; may raise OSError."""

    def write(self, data: bytes) -> None:
        """Write all; raises OSError when nobody reads any more."""

    def abort(self) -> None:
        """Close both ways and wake whoever is blocked in `read` or `write`."""


class Bridge:
    """The asynchronous side of a blocking stream. Make it on the loop that uses it."""

    def __init__(self, stream: BlockingStream, name: str) -> None:
        self._stream = stream
        self._loop = asyncio.get_running_loop()
        self._inbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._inbox_room = threading.Semaphore(INBOX_CHUNKS)
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._outbox_room = asyncio.Semaphore(OUTBOX_LINES)
        self._at_end = False
        self._closed = threading.Event()
        self._threads = (
            threading.Thread(target=self._pump_in, name=f"{name} in", daemon=True),
            threading.Thread(target=self._pump_out, name=f"{name} out", daemon=True),
        )
        for thread in self._threads:
            thread.start()

    async def read(self) -> bytes:
        """Return the next chunk, b"" when there will be no more."""
        if self._at_end:
            return b""
        chunk = await self._inbox.get()
        self._inbox_room.release()
        self._at_end = not chunk
        return chunk

    async def write(self, data: bytes) -> None:
        """Queue data for the stream; waits while the queue is full."""
        await self._outbox_room.acquire()
        if self._closed.is_set():
            self._outbox_room.release()
            raise ConduitClosed
        self._outbox.put(data)

    def write_soon(self, data: bytes) -> None:
        """Queue a few bytes without waiting."""
        if self._closed.is_set() or self._outbox.qsize() > SOON_LINES:
            raise ConduitClosed
        self._outbox.put(data)

    async def close(self) -> None:
        """Abort the stream and wait for both threads."""
        self._closed.set()
        self._outbox.put(None)
        self._inbox_room.release()
        await asyncio.to_thread(self._stop)

    def _stop(self) -> None:
        self._stream.abort()
        for thread in self._threads:
            thread.join(JOIN_S)

    def _pump_in(self) -> None:
        chunk = b"-"
        while chunk:
            try:
                chunk = self._stream.read()
            except OSError:
                chunk = b""
            if chunk:
                self._inbox_room.acquire()
            if self._closed.is_set():
                chunk = b""
            self._on_loop(self._inbox.put_nowait, chunk)

    def _pump_out(self) -> None:
        while (data := self._outbox.get()) is not None:
            if not self._closed.is_set():
                try:
                    self._stream.write(data)
                except OSError:
                    # Whoever writes next is told; how the program ended is for the reader to find out.
                    self._closed.set()
            self._on_loop(self._outbox_room.release)

    def _on_loop(self, call: object, *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(call, *arguments)  # type: ignore[arg-type]
        except RuntimeError:
            self._closed.set()  # the loop is gone, and with it everyone who waits
