"""Reads documents in sandboxes: bytes go in, a checked `Document` comes out, whatever the bytes tried."""

from __future__ import annotations

import asyncio
from typing import Any

from engine.errors import LibraryError, SandboxError
from engine.library.reply import checked_document
from engine.sandbox.port import CallError, Sandbox, SandboxMaker, SandboxOwner
from researcher_container.contract import Document, ErrorCode, Method, ReadParams

# The reader gives a document 90 s itself and then ends only that document's child; this is for a reader that hangs.
READ_TIME_LIMIT_S = 100.0
# Parsers leak: a fresh sandbox now and then keeps the memory of a long indexing flat.
DOCUMENTS_PER_SANDBOX = 200

_NOT_TRIED_AGAIN = ("engine_gone", "cancelled")
# What a document can cost is the document's doing; every other end may be the sandbox's own.
TOO_COSTLY = {
    "memory": "reading it takes more memory than a document may",
    "time": "reading it takes longer than a document may",
}


class SandboxReader:
    """A `ReadBytes` over at most `size` reader sandboxes, started when needed and kept for the next document.

    A sandbox that dies over a document is replaced once. If that one dies too, only a death of memory or time is
    held against the document.
    """

    def __init__(
        self,
        maker: SandboxMaker,
        owner: SandboxOwner,
        *,
        size: int = 2,
        time_limit_s: float = READ_TIME_LIMIT_S,
        documents_per_sandbox: int = DOCUMENTS_PER_SANDBOX,
    ) -> None:
        self._maker, self._owner = maker, owner
        self._time_limit_s, self._documents_per_sandbox = time_limit_s, documents_per_sandbox
        self._places = asyncio.Semaphore(size)
        self._idle: list[Sandbox] = []
        self._documents_read: dict[str, int] = {}
        self._closed = False

    async def __call__(self, content: bytes, params: ReadParams) -> Document:
        """Read one document.

        Raises:
            LibraryError: these bytes cannot be made a document.
            SandboxError: no sandbox answered; nothing is said about the document.
        """
        async with self._places:
            reply = await self._read(content, params)
        try:
            return await checked_document(reply, params)
        except ValueError as error:
            raise SandboxError("protocol", "The reader's answer was malformed.", detail=str(error)[:500]) from error

    async def warm(self) -> None:
        """Start one sandbox ahead of the first document.

        Raises:
            SandboxError: it could not be started.
        """
        async with self._places:
            sandbox = await self._take()
            self._idle.append(sandbox)

    async def trim(self) -> None:
        """Close the sandboxes that are idle now; the next document starts one again."""
        idle, self._idle = self._idle, []
        await asyncio.gather(*(self._close(sandbox) for sandbox in idle))

    async def aclose(self) -> None:
        """Close all sandboxes, those at work when their document is done; no document is read after it."""
        self._closed = True
        await self.trim()

    async def _read(self, content: bytes, params: ReadParams) -> dict[str, Any]:
        wire_params = params.model_dump(mode="json")
        attempts = 2
        while True:
            attempts -= 1
            sandbox = await self._take()
            try:
                reply = await sandbox.call(Method.READ, wire_params, blob=content, timeout_s=self._time_limit_s)
            except CallError as error:
                await self._give_back(sandbox)
                raise _told(error) from error
            except SandboxError as error:
                await self._close(sandbox)
                # After a time-out a second minute would not end better.
                if error.kind == "time" or (error.kind == "memory" and not attempts):
                    raise LibraryError(TOO_COSTLY[error.kind], detail=str(error)) from error
                if error.kind in _NOT_TRIED_AGAIN or not attempts:
                    raise
            except BaseException:
                # Cancelled in the middle of a document: not fit for the next one.
                await asyncio.shield(self._close(sandbox))
                raise
            else:
                await self._give_back(sandbox)
                return reply

    async def _take(self) -> Sandbox:
        if self._closed:
            raise SandboxError("cancelled", "The reader has been closed.")
        if self._idle:
            return self._idle.pop()
        return await self._maker.start("reader", self._owner)

    async def _give_back(self, sandbox: Sandbox) -> None:
        self._documents_read[sandbox.id] = self._documents_read.get(sandbox.id, 0) + 1
        if self._closed or self._documents_read[sandbox.id] >= self._documents_per_sandbox:
            await self._close(sandbox)
        else:
            self._idle.append(sandbox)

    async def _close(self, sandbox: Sandbox) -> None:
        self._documents_read.pop(sandbox.id, None)
        await sandbox.close()


def _told(error: CallError) -> LibraryError | SandboxError:
    """Return what a reader's refusal says: about the document, or about the program that could not try it."""
    if error.code == ErrorCode.UNREADABLE:
        return LibraryError(str(error) or "it cannot be read", detail=str(error))
    return SandboxError("protocol", "The reader failed before it could try the document.", detail=str(error))
