"""Server-sent events from bytes, however they are cut: comments, CR, LF, CRLF, a last frame without a blank line."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINE_END = re.compile(rb"\r\n|\n|\r")
# A line longer than this is not a model's answer.
MAX_EVENT_BYTES = 8 * 1024 * 1024


class EventTooLong(ValueError):
    """A single event exceeds MAX_EVENT_BYTES."""


class SseReader:
    """Feeds on byte chunks, gives the `data` of each event.

    Bytes are split before they are decoded, so a character cut in two by the network comes out whole.

    Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream; unlike it,
    a frame that the end of the stream cuts short of its blank line is given out too, as servers forget the line.
    """

    def __init__(self) -> None:
        self._rest = bytearray()
        self._data: list[bytes] = []
        self._data_bytes = 0

    def feed(self, chunk: bytes) -> Iterator[str]:
        """Give the events that this chunk completes."""
        self._rest += chunk
        if len(self._rest) + self._data_bytes > MAX_EVENT_BYTES:
            raise EventTooLong(f"one event is longer than {MAX_EVENT_BYTES} bytes")
        start = 0
        # A CR at the very end may be half of a CRLF: it waits for the next chunk.
        limit = len(self._rest) - 1 if self._rest.endswith(b"\r") else len(self._rest)
        lines = []
        for match in _LINE_END.finditer(self._rest, 0, limit):
            lines.append(bytes(self._rest[start : match.start()]))
            start = match.end()
        del self._rest[:start]
        for line in lines:
            yield from self._line(line)

    def finish(self) -> Iterator[str]:
        """Give what the end of the stream completes."""
        if self._rest:
            yield from self._line(bytes(self._rest.rstrip(b"\r")))
            self._rest.clear()
        yield from self._line(b"")

    def _line(self, line: bytes) -> Iterator[str]:
        if not line:
            if self._data:
                yield b"\n".join(self._data).decode("utf-8", "replace")
                self._data.clear()
                self._data_bytes = 0
            return
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
            self._data_bytes += len(value)
