"""The sandboxes a maker has running, so that it can close them all."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from engine.sandbox.running import RunningSandbox


class Roster:
    """Knows a sandbox from its start until it is gone."""

    def __init__(self) -> None:
        self._running: set[RunningSandbox] = set()
        self._undoing: set[asyncio.Task[None]] = set()

    def add(self, sandbox: RunningSandbox) -> None:
        """Take a sandbox in; it leaves by itself when it is gone."""
        self._running.add(sandbox)
        sandbox.when_gone(lambda: self._running.discard(sandbox))

    async def undo(self, work: Coroutine[Any, Any, None]) -> None:
        """Run to its end what takes back a start that was cancelled, whatever becomes of the caller."""
        task = asyncio.get_running_loop().create_task(work)
        self._undoing.add(task)
        task.add_done_callback(self._undoing.discard)
        await asyncio.shield(task)

    async def close_all(self) -> None:
        """Close every sandbox; returns when all are gone."""
        await asyncio.gather(*(sandbox.close() for sandbox in tuple(self._running)))
        await asyncio.gather(*self._undoing, return_exceptions=True)
