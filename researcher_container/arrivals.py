"""Messages whose long members still arrive: parts are put together, credit is granted for more.

{"jsonrpc": "2.0", "id": 1, "method": "read", "params": {...}, "streams": {"blob": {"id": 7, "bytes": 300000}}}
{"jsonrpc": "2.0", "method": "part", "params": {"stream": 7, "data": "<base64 of at most PART_BYTES>"}}
{"jsonrpc": "2.0", "method": "credit", "params": {"stream": 7, "parts": 1}}
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from researcher_container.contract import MAX_STREAM_BYTES, PART_BYTES, STREAM_WINDOW_PARTS
from researcher_container.lines import WireBroken

# Takes a whole message and its blob.
Deliver = Callable[[dict[str, Any], bytes | None], None]


@dataclass
class _Arrival:
    """A message and those of its members that are complete."""

    message: dict[str, Any]
    missing: int = 0
    members: dict[str, bytes] = field(default_factory=dict)


@dataclass
class _Stream:
    """One member of a message, so far."""

    arrival: _Arrival
    name: str
    size_bytes: int
    received: bytearray = field(default_factory=bytearray)
    granted_bytes: int = STREAM_WINDOW_PARTS * PART_BYTES


class Arrivals:
    """Used by one thread.

    Args:
        deliver: gets each message when it is whole.
        grant: sends credit: (stream, parts).
    """

    def __init__(self, deliver: Deliver, grant: Callable[[int, int], None]) -> None:
        self._deliver, self._grant = deliver, grant
        self._streams: dict[int, _Stream] = {}

    def expect(self, message: dict[str, Any]) -> None:
        """Take a message that announces streams."""
        arrival = _Arrival(message)
        for name, announced in message.pop("streams").items():
            size_bytes = announced["bytes"]
            if size_bytes > MAX_STREAM_BYTES:
                raise WireBroken(f"a stream of {size_bytes} bytes")
            if size_bytes:
                arrival.missing += 1
                self._streams[announced["id"]] = _Stream(arrival, name, size_bytes)
            else:
                arrival.members[name] = b""
        self._deliver_whole(arrival)

    def take(self, params: dict[str, Any]) -> None:
        """Take a part."""
        stream_id = params["stream"]
        stream = self._streams.get(stream_id)
        if stream is None:
            raise WireBroken(f"a part of the unknown stream {stream_id}")
        stream.received += base64.b64decode(params["data"])
        if len(stream.received) >= stream.size_bytes:
            del self._streams[stream_id]
            stream.arrival.members[stream.name] = bytes(stream.received)
            stream.arrival.missing -= 1
            self._deliver_whole(stream.arrival)
        elif stream.granted_bytes < stream.size_bytes:
            stream.granted_bytes += PART_BYTES
            self._grant(stream_id, 1)

    def _deliver_whole(self, arrival: _Arrival) -> None:
        if not arrival.missing:
            blob = arrival.members.pop("blob", None)
            for name, body in arrival.members.items():
                arrival.message[name] = json.loads(body)
            self._deliver(arrival.message, blob)
