"""Long payloads: parts that come in are put together, parts that go out wait for credit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from engine.sandbox.lines import ProtocolBroken
from engine.sandbox.messages import (
    Announced,
    Credit,
    Part,
    Reply,
    Request,
    build_line,
    build_part,
    encode_json,
    parse_object,
)
from researcher_container.contract import (
    MAX_STREAM_BYTES,
    MAX_STREAMED_MESSAGES,
    PART_BYTES,
    STREAM_WINDOW_PARTS,
    Method,
)

# JSON and base64 above this size are handled off the event loop.
INLINE_BYTES = 64 * 1024


@dataclass
class _Arriving:
    """A message whose stream is still arriving; only one member of a sandbox's message can be a stream."""

    message: Request | Reply
    name: str
    size_bytes: int
    received: bytearray = field(default_factory=bytearray)
    granted_bytes: int = STREAM_WINDOW_PARTS * PART_BYTES


class IncomingStreams:
    """Holds back messages until their streams are complete.

    Args:
        grant: sends credit without waiting.
    """

    def __init__(self, grant: Callable[[bytes], None]) -> None:
        self._grant = grant
        self._arriving: dict[int, _Arriving] = {}
        self._last_stream = 0

    def expect(self, message: Request | Reply) -> None:
        """Take a message that announces a stream.

        Raises:
            ProtocolBroken: too many are open, or the stream is not a new one.
        """
        ((name, stream),) = message.streams.items()
        if stream.stream <= self._last_stream:
            raise ProtocolBroken(f"stream {stream.stream} is not new")
        if len(self._arriving) >= MAX_STREAMED_MESSAGES:
            raise ProtocolBroken("too many streams are open")
        self._last_stream = stream.stream
        self._arriving[stream.stream] = _Arriving(message, name, stream.size_bytes)

    async def take(self, part: Part) -> Request | Reply | None:
        """Take a part; return the message it completes.

        Raises:
            ProtocolBroken: the part belongs to no stream, or breaks its size or its credit.
        """
        arriving = self._arriving.get(part.stream)
        if arriving is None:
            raise ProtocolBroken(f"a part of the unknown stream {part.stream}")
        arriving.received += part.data
        received_bytes = len(arriving.received)
        if received_bytes > min(arriving.size_bytes, arriving.granted_bytes):
            raise ProtocolBroken(f"stream {part.stream} is longer than it may be")
        if received_bytes == arriving.size_bytes:
            del self._arriving[part.stream]
            body = await asyncio.to_thread(parse_object, bytes(arriving.received))
            message = arriving.message
            if isinstance(message, Request):
                return replace(message, params=body, streams={})
            return replace(message, result=body, streams={})
        if len(part.data) != PART_BYTES:
            raise ProtocolBroken(f"stream {part.stream} comes in crumbs")
        if arriving.granted_bytes < arriving.size_bytes:
            arriving.granted_bytes += PART_BYTES
            credit = encode_json({"stream": part.stream, "parts": 1})
            self._grant(build_line({"method": Method.CREDIT.value}, "params", credit))
        return None


class OutgoingStreams:
    """Sends messages; members above PART_BYTES, and every blob, as streams that wait for credit.

    Args:
        write: puts one line; raises `ConduitClosed`.
    """

    def __init__(self, write: Callable[[bytes], Awaitable[None]]) -> None:
        self._write = write
        self._slots = asyncio.Semaphore(MAX_STREAMED_MESSAGES)
        self._credit: dict[int, asyncio.Semaphore] = {}
        self._last_stream = 0

    async def send(self, head: dict[str, Any], name: str, value: dict[str, Any], blob: bytes | None = None) -> None:
        """Send one message and everything that belongs to it.

        Raises:
            ValueError: the value is no JSON, or it or the blob is larger than MAX_STREAM_BYTES.
        """
        large = not fits(value, INLINE_BYTES)
        body = await asyncio.to_thread(encode_json, value) if large else encode_json(value)
        if max(len(body), len(blob or b"")) > MAX_STREAM_BYTES:
            raise ValueError(f"a payload is larger than {MAX_STREAM_BYTES} bytes")
        if blob is None and len(body) <= PART_BYTES:
            await self._write(build_line(head, name, body))
            return
        async with self._slots:
            await self._send_streamed(head, name, body, blob)

    def credit(self, credit: Credit) -> None:
        """Take credit; it may come after the last part has left.

        Raises:
            ProtocolBroken: more credit than a stream could ever use.
        """
        if credit.stream > self._last_stream or credit.parts > MAX_STREAM_BYTES // PART_BYTES:
            raise ProtocolBroken("credit for nothing")
        if semaphore := self._credit.get(credit.stream):
            for _ in range(credit.parts):
                semaphore.release()

    async def _send_streamed(self, head: dict[str, Any], name: str, body: bytes, blob: bytes | None) -> None:
        payloads = {"blob": blob} if blob is not None else {}
        if len(body) > PART_BYTES:
            payloads[name] = body
        streams = {member: self._open(payload) for member, payload in payloads.items()}
        announced = {member: {"id": stream.stream, "bytes": stream.size_bytes} for member, stream in streams.items()}
        try:
            if name in payloads:
                await self._write(build_line(head, "streams", encode_json(announced)))
            else:
                await self._write(build_line({**head, "streams": announced}, name, body))
            for member, payload in payloads.items():
                await self._send_parts(streams[member].stream, payload)
        finally:
            for stream in streams.values():
                del self._credit[stream.stream]

    def _open(self, payload: bytes) -> Announced:
        self._last_stream += 1
        self._credit[self._last_stream] = asyncio.Semaphore(STREAM_WINDOW_PARTS)
        return Announced(self._last_stream, len(payload))

    async def _send_parts(self, stream: int, payload: bytes) -> None:
        for start in range(0, len(payload), PART_BYTES):
            await self._credit[stream].acquire()
            data = payload[start : start + PART_BYTES]
            small = len(data) <= INLINE_BYTES
            await self._write(
                build_part(stream, data) if small else await asyncio.to_thread(build_part, stream, data)
            )


def fits(value: Any, budget_bytes: int) -> bool:
    """Tell whether a value's JSON is surely small, looking at no more of it than the budget."""
    return _left(value, budget_bytes) >= 0


def _left(value: Any, budget: int) -> int:
    budget -= 8
    if isinstance(value, str):
        return budget - len(value)
    if isinstance(value, dict):
        for key, item in value.items():
            budget = _left(item, budget - len(key))
            if budget < 0:
                break
    elif isinstance(value, list | tuple):
        for item in value:
            budget = _left(item, budget)
            if budget < 0:
                break
    return budget
