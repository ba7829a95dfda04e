"""The app's end of the wire: calls into a sandbox, its calls out, its notifications."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any

from engine.errors import SandboxError
from engine.sandbox.conduit import Conduit, ConduitClosed, Ending
from engine.sandbox.lines import LineReader, ProtocolBroken
from engine.sandbox.messages import Credit, Message, Part, Reply, Request, parse_message
from engine.sandbox.port import CallError, CallHandler, NotificationHandler
from engine.sandbox.streams import INLINE_BYTES, IncomingStreams, OutgoingStreams
from researcher_container.contract import ErrorCode, Method

# Calls of one sandbox that are answered at once, and those that may be open in all.
MAX_CALLS_AT_ONCE = 32
MAX_OPEN_CALLS = 64
# Notifications kept until somebody listens.
MAX_EARLY_NOTIFICATIONS = 256
MAX_CALL_ID = 2**31

_log = logging.getLogger(__name__)


class Wire:
    """One conversation over one conduit; `run` reads it until its end, `fail` ends it for everyone who waits."""

    def __init__(self, conduit: Conduit) -> None:
        self.ready: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._conduit = conduit
        self._outgoing = OutgoingStreams(conduit.write)
        self._incoming = IncomingStreams(conduit.write_soon)
        self._pending: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._abandoned: set[int] = set()
        self._last_id = 0
        self._failure: SandboxError | None = None
        self._room = asyncio.Semaphore(MAX_CALLS_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._open_ids: set[int] = set()
        self._served = asyncio.Event()
        self._handler: CallHandler | None = None
        self._listener: NotificationHandler | None = None
        self._early: list[tuple[str, dict[str, Any]]] = []

    @property
    def failure(self) -> SandboxError | None:
        """Why the conversation is over, None while it is not."""
        return self._failure

    def serve(self, handler: CallHandler, on_notification: NotificationHandler) -> None:
        """Set who answers; what has waited is handled now."""
        self._handler, self._listener = handler, on_notification
        early, self._early = self._early, []
        for method, params in early:
            on_notification(method, params)
        self._served.set()

    async def call(self, method: str, params: dict[str, Any], blob: bytes | None) -> dict[str, Any]:
        """Call the program and wait for its answer."""
        if self._failure:
            raise self._failure
        self._last_id += 1
        call_id = self._last_id
        reply: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._pending[call_id] = reply
        sending = self._start(self._send({"id": call_id, "method": method}, "params", params, blob))
        try:
            # An early error reply may come while parts still wait for credit.
            await asyncio.wait((sending, reply), return_when=asyncio.FIRST_COMPLETED)
            if not reply.done():
                sending.result()
            return await reply
        finally:
            sending.cancel()
            if self._pending.pop(call_id, None):
                self._abandoned.add(call_id)

    async def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification; silent when the program is gone."""
        if not self._failure:
            await self._send({"method": method}, "params", params, None)

    async def run(self) -> None:
        """Read until the program's output ends.

        Raises:
            ProtocolBroken: what came is not the protocol.
        """
        lines = LineReader()
        while chunk := await self._conduit.read():
            for line in lines.feed(chunk):
                await self._receive(await _parse(line))

    def fail(self, error: SandboxError) -> None:
        """End the conversation: everyone who waits gets the error; the first error stays."""
        if self._failure:
            return
        self._failure = error
        for future in (*self._pending.values(), self.ready):
            if not future.done():
                future.set_exception(error)
                future.exception()  # marks it as seen: whoever waited may have been cancelled meanwhile
        for task in self._tasks:
            task.cancel()

    async def settle(self) -> None:
        """Wait for the tasks that `fail` has cancelled."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- what comes in -----------------------------------------------------------------------------------

    async def _receive(self, message: Message) -> None:
        if isinstance(message, Part):
            if complete := await self._incoming.take(message):
                self._dispatch(complete)
        elif isinstance(message, Credit):
            self._outgoing.credit(message)
        elif message.streams:
            self._incoming.expect(message)
        else:
            self._dispatch(message)

    def _dispatch(self, message: Request | Reply) -> None:
        if isinstance(message, Reply):
            self._settle_reply(message)
        elif self._failure:
            return  # what it still asks on its way out is not worked on, let alone paid for
        elif message.id is None:
            self._hear(message.method, message.params or {})
        else:
            self._accept(message.id, message)

    def _settle_reply(self, reply: Reply) -> None:
        if reply.id in self._abandoned:
            self._abandoned.discard(reply.id)
            return
        future = self._pending.pop(reply.id, None)
        if future is None:
            raise ProtocolBroken(f"a reply to call {reply.id}, which nobody made")
        if future.done():
            return
        if reply.error is not None:
            future.set_exception(CallError(*reply.error))
        else:
            future.set_result(reply.result or {})

    def _hear(self, method: str, params: dict[str, Any]) -> None:
        if method == Method.READY:
            if not self.ready.done():
                self.ready.set_result(params)
        elif self._listener is not None:
            try:
                self._listener(method, params)
            except Exception:
                _log.exception("a listener failed on %s", method)
        elif len(self._early) < MAX_EARLY_NOTIFICATIONS:
            self._early.append((method, params))
        else:
            raise ProtocolBroken("too many notifications before anyone listens")

    def _accept(self, call_id: int, request: Request) -> None:
        if call_id in self._open_ids or call_id > MAX_CALL_ID:
            raise ProtocolBroken(f"call {call_id} is not a new one")
        # Reading never waits for answering: replies must get out while more calls come in.
        if len(self._open_ids) >= MAX_OPEN_CALLS:
            raise ProtocolBroken("too many calls are open")
        self._open_ids.add(call_id)
        self._start(self._answer(call_id, request))

    async def _answer(self, call_id: int, request: Request) -> None:
        try:
            await self._served.wait()
            async with self._room:
                await self._answer_now(call_id, request)
        finally:
            self._open_ids.discard(call_id)

    async def _answer_now(self, call_id: int, request: Request) -> None:
        assert self._handler is not None
        try:
            result = await self._handler(request.method, request.params or {})
            await self._send({"id": call_id}, "result", result, None)
        except CallError as error:
            await self._refuse(call_id, error.code, str(error), error.data)
        except Exception:
            _log.exception("answering %s failed", request.method)
            await self._refuse(call_id, ErrorCode.INTERNAL, "the app could not answer this call", {})

    async def _refuse(self, call_id: int, code: int, message: str, data: dict[str, Any]) -> None:
        error = {"code": code, "message": message, "data": data}
        await self._send({"id": call_id}, "error", error, None)

    # --- what goes out -----------------------------------------------------------------------------------

    async def _send(self, head: dict[str, Any], name: str, value: dict[str, Any], blob: bytes | None) -> None:
        # A closed conduit is no news here: how the program ended is for the reading side to find out.
        with contextlib.suppress(ConduitClosed):
            await self._outgoing.send(head, name, value, blob)

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _parse(line: bytes) -> Message:
    if len(line) <= INLINE_BYTES:
        return parse_message(line)
    return await asyncio.to_thread(parse_message, line)


def protocol_error(broken: ProtocolBroken) -> SandboxError:
    """Return the error of a sandbox that broke the protocol."""
    return Ending(cause="protocol", detail=str(broken)).error()
