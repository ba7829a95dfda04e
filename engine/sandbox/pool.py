"""The warm pool: sandboxes started ahead, so that a question does not wait for one. Each serves one question."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from engine.errors import SandboxError
from engine.sandbox.port import Program, Sandbox, SandboxMaker, SandboxOwner

MOST = 6
IDLE_S = 120.0

_log = logging.getLogger(__name__)


class WarmPool:
    """Holds researchers that are starting or waiting; readers are started when they are asked for.

    Args:
        maker: the kind of sandbox.
        owner: whose the waiting ones are.
        clock: seconds that only grow.
        idle_s: how long nothing may be taken or wanted before the waiting ones are closed.
    """

    def __init__(
        self,
        maker: SandboxMaker,
        owner: SandboxOwner,
        *,
        clock: Callable[[], float] = time.monotonic,
        idle_s: float = IDLE_S,
    ) -> None:
        self.maker = maker
        self._owner, self._clock, self._idle_s = owner, clock, idle_s
        self._waiting: deque[asyncio.Task[Sandbox]] = deque()
        self._closing: set[asyncio.Task[None]] = set()
        self._used_at = clock()
        self._timer: asyncio.TimerHandle | None = None
        self._trimming: asyncio.Task[None] | None = None
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def warm(self, count: int) -> None:
        """Have `count` sandboxes starting or waiting, at most MOST; returns at once."""
        if self._closed:
            return
        self._touch()
        while len(self._waiting) < min(count, MOST):
            self._waiting.append(_task(self._start()))

    async def take(self, program: Program) -> Sandbox:
        """Return a sandbox nobody else has; a waiting one that died or is of an old image is replaced once.

        Raises:
            SandboxError: none could be started.
        """
        self._touch()
        if program == "researcher" and self._waiting:
            starting = self._waiting.popleft()
            try:
                sandbox = await asyncio.shield(starting)
            except asyncio.CancelledError:
                self._let_go(starting)
                raise
            except SandboxError as error:
                _log.warning("a waiting sandbox did not start: %s", error)
            else:
                if self._usable(sandbox):
                    return sandbox
                self._let_go(starting)
        return await self.maker.start(program, self._owner)

    async def trim(self) -> None:
        """Close what waits, if nothing was taken or wanted for long enough."""
        if self._clock() - self._used_at >= self._idle_s:
            await self._empty()
        elif self._waiting:
            self._arm()

    async def cool(self) -> None:
        """Close what waits now; what is wanted later is started again."""
        await self._empty()

    async def aclose(self) -> None:
        """Close what waits; nothing is warmed any more."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._trimming is not None:
            await self._trimming
        await self._empty()

    async def _empty(self) -> None:
        while self._waiting:
            self._let_go(self._waiting.popleft())
        await asyncio.gather(*self._closing)

    async def _start(self) -> Sandbox:
        return await self.maker.start("researcher", self._owner)

    def _usable(self, sandbox: Sandbox) -> bool:
        # Kinds without an image name none.
        made_from = getattr(self.maker, "made_from", "")
        return getattr(sandbox, "alive", True) and getattr(sandbox, "made_from", "") == made_from

    def _let_go(self, starting: asyncio.Task[Sandbox]) -> None:
        closing = _task(_close(starting))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    def _touch(self) -> None:
        self._used_at = self._clock()
        self._arm()

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._idle_s, self._trim_later)

    def _trim_later(self) -> None:
        if not self._closed:
            self._trimming = _task(self.trim())


async def _close(starting: asyncio.Task[Sandbox]) -> None:
    """Close what a start brings; a start that still runs is stopped, and cleans up after itself."""
    if not starting.done():
        starting.cancel()
    try:
        sandbox = await starting
    except (SandboxError, asyncio.CancelledError):
        return
    await sandbox.close()


def _task(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    return asyncio.get_running_loop().create_task(work)
