"""The sandboxes a maker has running, so that it can close them all."""

from __future__ import annotations

import asyncio

from engine.sandbox.running import RunningSandbox


class Roster:
    """Knows a sandbox from its start until it is gone."""

    def __init__(self) -> None:
        self._running: set[RunningSandbox] = set()

    def add(self, sandbox: RunningSandbox) -> None:
        """Take a sandbox in; it leaves by itself when it is gone."""
        self._running.add(sandbox)
        sandbox.when_gone(lambda: self._running.discard(sandbox))

    async def close_all(self) -> None:
        """Close every sandbox; returns when all are gone."""
        await asyncio.gather(*(sandbox.close() for sandbox in tuple(self._running)))
