"""Lines out of chunks, with a hard limit: what never ends is an error, not a buffer that grows."""

from __future__ import annotations

from researcher_container.contract import MAX_LINE_BYTES


class ProtocolBroken(Exception):
    """What a sandbox sent is not the protocol; it is removed."""


class LineReader:
    """Cuts a byte stream into lines of at most `limit_bytes`."""

    def __init__(self, limit_bytes: int = MAX_LINE_BYTES) -> None:
        self._limit_bytes = limit_bytes
        self._buffer = bytearray()

    def feed(self, chunk: bytes) -> list[bytes]:
        """Take a chunk; return the lines it completes, without their ends.

        Raises:
            ProtocolBroken: a line is longer than the limit, complete or not.
        """
        searched = len(self._buffer)
        self._buffer += chunk
        lines: list[bytes] = []
        start = 0
        while (end := self._buffer.find(b"\n", max(start, searched))) >= 0:
            self._check(end - start)
            lines.append(bytes(self._buffer[start:end]))
            start = end + 1
        del self._buffer[:start]
        self._check(len(self._buffer))
        return lines

    def _check(self, length_bytes: int) -> None:
        if length_bytes > self._limit_bytes:
            raise ProtocolBroken(f"a line is longer than {self._limit_bytes} bytes")
