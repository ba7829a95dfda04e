"""A pipe from a child, read with a limit on size and time."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable

CHUNK_BYTES = 256 * 1024
# How long a cancelled reader goes on at most.
POLL_S = 0.1


class PipeTimeout(Exception):
    """The child took too long."""


class Interrupted(Exception):
    """Nobody wants the answer any more."""


class PipeTooLong(Exception):
    """The child said too much."""


def read_pipe(source: int, limit_bytes: int, wall_s: float, is_cancelled: Callable[[], bool]) -> bytes:
    """Read until the other end closes.

    Raises:
        PipeTimeout: not finished after `wall_s` seconds.
        PipeTooLong: more than `limit_bytes` came.
        Interrupted: `is_cancelled` became true.
    """
    deadline = time.monotonic() + wall_s
    received = bytearray()
    while True:
        if is_cancelled():
            raise Interrupted
        left_s = deadline - time.monotonic()
        if left_s <= 0:
            raise PipeTimeout
        ready, _, _ = select.select([source], [], [], min(left_s, POLL_S))
        if not ready:
            continue
        chunk = os.read(source, CHUNK_BYTES)
        if not chunk:
            return bytes(received)
        received += chunk
        if len(received) > limit_bytes:
            raise PipeTooLong


def write_pipe(sink: int, payload: bytes) -> None:
    """Write everything."""
    view = memoryview(payload)
    while view:
        view = view[os.write(sink, view) :]
