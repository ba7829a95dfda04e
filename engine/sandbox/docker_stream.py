"""The attach stream of a container: one socket both ways, its output in frames that may split anywhere."""

from __future__ import annotations

import contextlib
import socket
import struct
from typing import Any

from engine.sandbox.child import LogTail

READ_BYTES = 64 * 1024
HEADER = struct.Struct(">BxxxL")
STDOUT, STDERR = 1, 2


class FrameReader:
    """Takes the multiplexed output apart: headers of 8 bytes (stream, size), then that many bytes."""

    def __init__(self) -> None:
        self._header = bytearray()
        self._stream = 0
        self._left_bytes = 0

    def feed(self, chunk: bytes) -> list[tuple[int, bytes]]:
        """Take a chunk; return the pieces of streams in it. No frame is ever held back whole.

        Raises:
            OSError: this is not a multiplexed stream.
        """
        pieces: list[tuple[int, bytes]] = []
        view = memoryview(chunk)
        while view:
            if self._left_bytes:
                piece, view = view[: self._left_bytes], view[self._left_bytes :]
                self._left_bytes -= len(piece)
                pieces.append((self._stream, bytes(piece)))
                continue
            missing = HEADER.size - len(self._header)
            self._header += view[:missing]
            view = view[missing:]
            if len(self._header) == HEADER.size:
                self._stream, self._left_bytes = HEADER.unpack(bytes(self._header))
                self._header.clear()
                if self._stream > STDERR:
                    raise OSError(f"a frame of the unknown stream {self._stream}")
        return pieces


class AttachStream:
    """Implements `bridge.BlockingStream` over what docker-py hands out, which differs by endpoint.

    Args:
        handle: a `SocketIO`, a TLS socket, a named pipe or an SSH channel.
        log: gets the program's stderr.
    """

    def __init__(self, handle: Any, log: LogTail) -> None:
        self._handle = handle
        # A plain socket hides behind a reader that cannot write.
        self._socket = getattr(handle, "_sock", None) or handle
        self._log = log
        self._frames = FrameReader()
        with contextlib.suppress(AttributeError, OSError):
            self._socket.settimeout(None)

    def read(self) -> bytes:
        """Return the next bytes of the program's stdout; its stderr goes to the log."""
        while chunk := self._receive():
            out = bytearray()
            for stream, piece in self._frames.feed(chunk):
                if stream == STDERR:
                    self._log.add(piece)
                else:
                    out += piece
            if out:
                return bytes(out)
        return b""

    def write(self, data: bytes) -> None:
        """Write all of it to the program's stdin."""
        self._socket.sendall(data)

    def abort(self) -> None:
        """End both ways; this wakes whoever is blocked."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except AttributeError:
            self.close()  # a named pipe knows no half of it
        except OSError:
            pass  # it has ended by itself

    def close(self) -> None:
        """Give the connection back, after the threads have ended."""
        response = getattr(self._handle, "_response", None)
        with contextlib.suppress(Exception):
            (self._handle if response is None else response).close()

    def _receive(self) -> bytes:
        try:
            return bytes(self._socket.recv(READ_BYTES) or b"")
        except OSError:
            raise
        except Exception as error:  # pywintypes.error of a pipe that has ended
            raise OSError(str(error)) from error
