"""Messages as lines: read with a hard limit, written whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from researcher_container.contract import MAX_LINE_BYTES, Wire

READ_BYTES = 64 * 1024


class WireBroken(Exception):
    """What the other side sent is not the protocol."""


def read_messages(stdin: BinaryIO) -> Iterator[dict[str, Any]]:
    """Yield the objects of a stream until it ends.

    Raises:
        WireBroken: a line is too long, or not a JSON object.
    """
    # A buffered reader would wait for all it was asked for; both kinds must return what there is.
    read = getattr(stdin, "read1", stdin.read)
    buffer = bytearray()
    while chunk := read(READ_BYTES):
        searched = len(buffer)
        buffer += chunk
        while (end := buffer.find(b"\n", searched)) >= 0:
            line = bytes(buffer[:end])
            del buffer[: end + 1]
            searched = 0
            yield _parse(line)
        if len(buffer) > MAX_LINE_BYTES:
            raise WireBroken(f"a line is longer than {MAX_LINE_BYTES} bytes")


def encode_json(value: Any) -> bytes:
    """Encode as compact JSON; half a surrogate pair, which has no UTF-8 form, travels escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def encode_params(params: Wire) -> bytes:
    """Encode a value of the contract."""
    try:
        return params.model_dump_json().encode()
    except ValueError:
        return encode_json(params.model_dump())


def build_line(head: dict[str, Any], name: str, body: bytes) -> bytes:
    """Make the line of a message whose member `name` is JSON already."""
    start = encode_json({"jsonrpc": "2.0", **head})
    return b"".join((start[:-1], b',"', name.encode(), b'":', body, b"}\n"))


def _parse(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise WireBroken(f"a line is not JSON: {error}") from None
    if not isinstance(message, dict):
        raise WireBroken("a line is not an object")
    return message
