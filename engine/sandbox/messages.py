"""The messages of the wire: JSON-RPC 2.0 objects, checked as they come in and built as they go out."""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass, field
from typing import Any

from engine.sandbox.lines import ProtocolBroken
from researcher_container.contract import (
    MAX_STREAM_BYTES,
    PART_BYTES,
    Method,
)

MAX_ERROR_CHARS = 2_000
MAX_METHOD_CHARS = 100
# A program hands out whole documents, but asks with far less.
MAX_REQUEST_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True)
class Announced:
    """A stream that a message announces; its parts follow."""

    stream: int
    size_bytes: int


@dataclass(frozen=True)
class Part:
    """A piece of a stream."""

    stream: int
    data: bytes


@dataclass(frozen=True)
class Credit:
    """Leave to send more parts of a stream."""

    stream: int
    parts: int


@dataclass(frozen=True)
class Request:
    """A call, or with `id` None a notification."""

    id: int | None
    method: str
    params: dict[str, Any] | None
    streams: dict[str, Announced] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """The answer to a call: `result`, or `error` as (code, message, data)."""

    id: int
    result: dict[str, Any] | None = None
    error: tuple[int, str, dict[str, Any]] | None = None
    streams: dict[str, Announced] = field(default_factory=dict)


Message = Request | Reply | Part | Credit


def parse_message(line: bytes) -> Message:
    """Check one line.

    Raises:
        ProtocolBroken: it is not a message of this protocol.
    """
    message = parse_object(line)
    if message.get("jsonrpc") != "2.0":
        raise ProtocolBroken("a message is not JSON-RPC 2.0")
    if "method" not in message:
        return _reply(message)
    method, params = message["method"], message.get("params")
    if not isinstance(method, str) or len(method) > MAX_METHOD_CHARS:
        raise ProtocolBroken("a method is not a name")
    if params is not None and not isinstance(params, dict):
        raise ProtocolBroken("params are not an object")
    if method == Method.PART:
        return _part(params or {})
    if method == Method.CREDIT:
        return Credit(_number(params or {}, "stream"), _number(params or {}, "parts"))
    call_id = _number(message, "id") if "id" in message else None
    return Request(call_id, method, params, _announced(message, "params", MAX_REQUEST_BYTES))


def parse_object(data: bytes) -> dict[str, Any]:
    """Parse one JSON object, strictly.

    Raises:
        ProtocolBroken: it is not JSON, or not an object.
    """
    try:
        value = json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise ProtocolBroken(f"not JSON: {str(error)[:200]}") from None
    if not isinstance(value, dict):
        raise ProtocolBroken("a message is not an object")
    return value


def build_line(head: dict[str, Any], name: str, body: bytes) -> bytes:
    """Build the line of a message whose member `name` is JSON already."""
    start = encode_json({"jsonrpc": "2.0", **head})
    return b"".join((start[:-1], b',"', name.encode(), b'":', body, b"}\n"))


def build_part(stream: int, data: bytes) -> bytes:
    """Build the line of one part."""
    params = b'{"stream":%d,"data":"%s"}' % (stream, base64.b64encode(data))
    return build_line({"method": Method.PART.value}, "params", params)


def encode_json(value: Any) -> bytes:
    """Encode as compact JSON; half a surrogate pair, which has no UTF-8 form, travels escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def _reply(message: dict[str, Any]) -> Reply:
    call_id = _number(message, "id")
    if "error" in message:
        error = message["error"]
        if not isinstance(error, dict) or not isinstance(error.get("code"), int):
            raise ProtocolBroken("an error has no code")
        data = error.get("data")
        text = str(error.get("message", ""))[:MAX_ERROR_CHARS]
        return Reply(call_id, error=(error["code"], text, data if isinstance(data, dict) else {}))
    streams, result = _announced(message, "result", MAX_STREAM_BYTES), message.get("result")
    if not streams and not isinstance(result, dict):
        raise ProtocolBroken("a result is not an object")
    return Reply(call_id, result=result, streams=streams)


def _part(params: dict[str, Any]) -> Part:
    data = params.get("data")
    if not isinstance(data, str):
        raise ProtocolBroken("a part has no data")
    try:
        decoded = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise ProtocolBroken("a part is not base64") from None
    if not 0 < len(decoded) <= PART_BYTES:
        raise ProtocolBroken(f"a part has {len(decoded)} bytes")
    return Part(_number(params, "stream"), decoded)


def _announced(message: dict[str, Any], allowed: str, most_bytes: int) -> dict[str, Announced]:
    streams = message.get("streams", {})
    if not isinstance(streams, dict) or not set(streams) <= {allowed}:
        raise ProtocolBroken("streams are announced that this message cannot have")
    found: dict[str, Announced] = {}
    for name, stream in streams.items():
        if not isinstance(stream, dict):
            raise ProtocolBroken("a stream is not an object")
        found[name] = Announced(_number(stream, "id"), _number(stream, "bytes"))
        if found[name].size_bytes > most_bytes:
            raise ProtocolBroken(f"a stream of {found[name].size_bytes} bytes")
    return found


def _number(holder: dict[str, Any], name: str) -> int:
    """Return a positive whole number that fits 53 bits."""
    value = holder.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 2**53:
        raise ProtocolBroken(f"{name} is not a number")
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
