"""The child where the system cannot fork: a new Python that reads one document from stdin and answers on stdout."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import threading
from collections.abc import Callable

from researcher_container.contract import ReadParams
from researcher_container.reader.pipe import CHUNK_BYTES, POLL_S, Interrupted, PipeTimeout, PipeTooLong

HEADER = struct.Struct(">I")
SOURCE = "from researcher_container.reader.spawned import main; main()"


def command() -> tuple[str, ...]:
    """Return how to run `main` in a new process with the same code, as a script or in a frozen app."""
    if getattr(sys, "frozen", False):
        # The frozen app's own way into a sandbox's program, which takes other source as well.
        setup = {"program": "reader", "folders": [], "limits": {}, "source": SOURCE}
        return (sys.executable, "--sandbox-program", json.dumps(setup))
    start = f"import json, sys; sys.path[:] = json.loads(sys.argv[1]); {SOURCE}"
    return (sys.executable, "-I", "-S", "-B", "-X", "utf8", "-c", start, json.dumps(sys.path))


def read(
    data: bytes, params: ReadParams, limit_bytes: int, wall_s: float, is_cancelled: Callable[[], bool]
) -> tuple[bytes, int]:
    """Return the child's answer and exit status.

    Raises:
        PipeTimeout, PipeTooLong, Interrupted: as `pipe.read_pipe` does.
    """
    with subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        exchange = _Exchange(child, data, params, limit_bytes)
        try:
            exchange.wait(wall_s, is_cancelled)
            return bytes(exchange.received), child.wait(timeout=5)
        finally:
            child.kill()
            exchange.join()


class _Exchange:
    """Feeds a child and gathers its answer in two threads, since pipes cannot be polled on Windows."""

    def __init__(self, child: subprocess.Popen[bytes], data: bytes, params: ReadParams, limit_bytes: int) -> None:
        self.received = bytearray()
        self._child, self._limit_bytes = child, limit_bytes
        self._is_too_long = False
        head = params.model_dump_json().encode()
        self._question = HEADER.pack(len(head)) + head + data
        self._threads = [threading.Thread(target=self._feed), threading.Thread(target=self._gather)]
        for thread in self._threads:
            thread.start()

    def wait(self, wall_s: float, is_cancelled: Callable[[], bool]) -> None:
        """Wait for the end of the answer."""
        waited_s = 0.0
        while self._threads[1].is_alive():
            self._threads[1].join(POLL_S)
            waited_s += POLL_S
            if is_cancelled():
                raise Interrupted
            if waited_s > wall_s:
                raise PipeTimeout
        if self._is_too_long:
            raise PipeTooLong

    def join(self) -> None:
        """Let the threads end; the child has ended before."""
        for thread in self._threads:
            thread.join()

    def _feed(self) -> None:
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(self._question)
            self._child.stdin.close()
        except OSError:
            return  # the child has ended, which its status tells

    def _gather(self) -> None:
        assert self._child.stdout is not None
        while chunk := os.read(self._child.stdout.fileno(), CHUNK_BYTES):
            self.received += chunk
            if len(self.received) > self._limit_bytes:
                self._is_too_long = True
                return


def main() -> None:
    """Read one document."""
    from researcher_container.reader.child_process import reply_to

    question = sys.stdin.buffer.read()
    answer = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a library prints belongs to the log
    (length,) = HEADER.unpack_from(question)
    params = ReadParams.model_validate_json(question[HEADER.size : HEADER.size + length])
    answer.write(reply_to(question[HEADER.size + length :], params))
    answer.flush()
