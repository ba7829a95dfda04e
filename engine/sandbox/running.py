"""One running program in its sandbox, whatever kind it is: the wire above, the conduit below."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from engine.errors import SandboxError
from engine.sandbox.conduit import Conduit, Ending
from engine.sandbox.lines import ProtocolBroken
from engine.sandbox.port import CallHandler, NotificationHandler, Program, no_wait
from engine.sandbox.wire import Wire, protocol_error
from engine.values import SandboxKind
from researcher_container.contract import PROTOCOL_VERSION


class RunningSandbox:
    """Implements `port.Sandbox` over a conduit.

    Args:
        sandbox_id: short, for people.
        made_from: what it was started from (an image); the pool replaces sandboxes of an old one.
    """

    def __init__(self, sandbox_id: str, kind: SandboxKind, conduit: Conduit, made_from: str = "") -> None:
        self.id, self.kind, self.made_from = sandbox_id, kind, made_from
        self._conduit = conduit
        self._wire = Wire(conduit)
        self._reading = asyncio.get_running_loop().create_task(self._read())
        self._closing: asyncio.Task[None] | None = None
        self._when_gone: list[Callable[[], None]] = []

    @property
    def alive(self) -> bool:
        """Whether it can still be called."""
        return self._wire.failure is None

    async def wait_ready(self, program: Program, start_s: float) -> None:
        """Wait for the program's `ready`; a sandbox that does not get there is removed.

        Raises:
            SandboxError: it ended, or was not ready in time, or runs another protocol.
        """
        try:
            async with asyncio.timeout(start_s):
                said = await asyncio.shield(self._wire.ready)
        except TimeoutError:
            error = Ending(cause="not_started", detail=f"not ready after {start_s:.0f} s").error()
            await self._abandon(error)
            raise error from None
        except asyncio.CancelledError:
            await self.close()
            raise
        else:
            if said.get("program") != program or said.get("protocol") != PROTOCOL_VERSION:
                error = Ending(cause="not_started", detail=f"it answered {str(said)[:200]}").error()
                await self._abandon(error)
                raise error

    def serve(self, handler: CallHandler, on_notification: NotificationHandler) -> None:
        """Set who answers the calls that come out."""
        self._wire.serve(handler, on_notification)

    async def call(
        self,
        method: str,
        params: dict[str, Any],
        *,
        blob: bytes | None = None,
        timeout_s: float | None = None,
        waited_s: Callable[[], float] = no_wait,
    ) -> dict[str, Any]:
        """Call the program."""
        loop = asyncio.get_running_loop()
        calling, began = asyncio.ensure_future(self._wire.call(method, params, blob)), loop.time()
        try:
            while timeout_s is None or (left_s := began + timeout_s + waited_s() - loop.time()) > 0:
                done, _ = await asyncio.wait((calling,), timeout=None if timeout_s is None else left_s)
                if done:
                    return calling.result()
        finally:
            calling.cancel()
            await asyncio.gather(calling, return_exceptions=True)
        error = Ending(cause="time", detail=f"{method} took longer than {timeout_s} s").error()
        await self._abandon(error)
        raise error

    async def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification."""
        await self._wire.notify(method, params)

    async def close(self) -> None:
        """End the program and delete the sandbox; returns when it is gone, even when the caller is cancelled."""
        self._wire.fail(Ending(cause="cancelled").error())
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._remove())
        await asyncio.shield(self._closing)

    def when_gone(self, call: Callable[[], None]) -> None:
        """Have `call` called once it is deleted, in whichever way it ended."""
        self._when_gone.append(call)

    async def _abandon(self, error: SandboxError) -> None:
        self._wire.fail(error)
        await self.close()

    async def _read(self) -> None:
        try:
            await self._wire.run()
            if self._wire.failure:
                return  # it was closed from this side
            error = (await self._conduit.ending()).error()
        except ProtocolBroken as broken:
            error = protocol_error(broken)
        self._wire.fail(error)
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._remove())

    async def _remove(self) -> None:
        try:
            await self._conduit.remove()
            if self._reading is not asyncio.current_task():
                await self._reading
            await self._wire.settle()
        finally:
            for call in self._when_gone:
                call()
