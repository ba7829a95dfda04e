"""A child process as a conduit: pipes, threads, its end, its process group."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from engine.sandbox.bridge import Bridge
from engine.sandbox.conduit import Ending
from researcher_container.contract import EXIT_OUT_OF_MEMORY

READ_BYTES = 64 * 1024
LOG_BYTES = 16 * 1024
EXIT_S = 2.0
WRAPPER_EXIT_S = 0.5


class LogTail:
    """The last bytes of a program's stderr."""

    def __init__(self) -> None:
        self._data = bytearray()

    def add(self, data: bytes) -> None:
        """Add bytes, forgetting the oldest."""
        self._data += data
        del self._data[:-LOG_BYTES]

    def text(self) -> str:
        """Return the tail as text."""
        return self._data.decode(errors="replace").strip()


class PipeStream:
    """The pipes of a child. One thread reads stdout and stderr alike where pipes can be polled."""

    def __init__(self, process: subprocess.Popen[bytes], log: LogTail) -> None:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self._process, self._log = process, log
        self._stdin, self._stdout, self._stderr = process.stdin, process.stdout, process.stderr
        self._wake_out, self._wake_in = os.pipe()
        self._aborted = threading.Event()
        if sys.platform == "win32":
            threading.Thread(target=self._drain_stderr, name="sandbox log", daemon=True).start()
        else:
            self._poll = select.poll()
            for handle in (self._stdout.fileno(), self._stderr.fileno(), self._wake_out):
                self._poll.register(handle, select.POLLIN)

    def read(self) -> bytes:
        """Return the next bytes of stdout; stderr goes to the log."""
        if sys.platform == "win32":
            return os.read(self._stdout.fileno(), READ_BYTES)
        while not self._aborted.is_set():
            ready = {handle for handle, _ in self._poll.poll()}
            if self._stderr.fileno() in ready:
                text = os.read(self._stderr.fileno(), READ_BYTES)
                self._log.add(text)
                if not text:
                    self._poll.unregister(self._stderr.fileno())
            if self._stdout.fileno() in ready:
                return os.read(self._stdout.fileno(), READ_BYTES)
        return b""

    def write(self, data: bytes) -> None:
        """Write all of it to stdin."""
        view = memoryview(data)
        while view:
            view = view[os.write(self._stdin.fileno(), view) :]

    def abort(self) -> None:
        """Wake the reader; the writer wakes when the child is dead."""
        self._aborted.set()
        with contextlib.suppress(OSError):
            os.write(self._wake_in, b"x")

    def close(self) -> None:
        """Close every handle, after the threads have ended."""
        for pipe in (self._stdin, self._stdout, self._stderr):
            with contextlib.suppress(OSError):
                pipe.close()
        for handle in (self._wake_out, self._wake_in):
            with contextlib.suppress(OSError):
                os.close(handle)

    def _drain_stderr(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while text := os.read(self._stderr.fileno(), READ_BYTES):
                self._log.add(text)


class ChildConduit:
    """Implements `conduit.Conduit` for a child process in a session of its own.

    Args:
        on_removed: called last, off the loop: deletes what the child leaves behind.
    """

    def __init__(self, process: subprocess.Popen[bytes], on_removed: Callable[[], None]) -> None:
        self._process, self._on_removed = process, on_removed
        self._log = LogTail()
        self._reaped = False
        self._stream = PipeStream(process, self._log)
        self._bridge = Bridge(self._stream, f"sandbox {process.pid}")
        self.read = self._bridge.read
        self.write = self._bridge.write
        self.write_soon = self._bridge.write_soon

    async def ending(self) -> Ending:
        """Wait a moment for the exit status: stdout ends a little before the process."""
        try:
            status = await asyncio.to_thread(self._reap, EXIT_S)
        except subprocess.TimeoutExpired:
            return Ending(cause="exited", detail="it closed its output and went on")
        return ending_of(status, self._log.text())

    async def remove(self) -> None:
        """Kill the process and its group, reap it, release everything."""
        await asyncio.to_thread(self._kill)
        await self._bridge.close()
        await asyncio.to_thread(self._clean)

    def _kill(self) -> None:
        # Inside a wrapper the program is its child: when that ends first, the wrapper reaps it and ends too.
        children = watch_children(self._process.pid)
        for handle in children:
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(handle, signal.SIGKILL)
        if children:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._reap(WRAPPER_EXIT_S)
        if not self._reaped:
            end_group(self._process)
            self._reap(None)
        for handle in children:
            select.select([handle], [], [], EXIT_S)
            os.close(handle)

    def _reap(self, timeout_s: float | None) -> int:
        status = self._process.wait(timeout_s)
        if not self._reaped:
            # At once, for a number that has been given back may soon be somebody else's.
            self._reaped = True
            end_group(self._process)
        return status

    def _clean(self) -> None:
        self._stream.close()
        self._on_removed()


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its group, which outlives its leader when the leader's own children do."""
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def watch_children(pid: int) -> list[int]:
    """Return a handle for each direct child that becomes readable when it ends; none where Linux is not."""
    handles: list[int] = []
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
                handles.append(os.pidfd_open(int(child)))
    return handles


def ending_of(status: int, log: str) -> Ending:
    """Tell the cause from an exit status as `subprocess` gives it; wrappers report signals as 128 + number."""
    number = -status if status < 0 else status - 128 if status > 128 else 0
    detail = f"exit status {status}" + (f"; {log[-1_000:]}" if log else "")
    if status == EXIT_OUT_OF_MEMORY:
        return Ending(cause="memory", detail=detail)
    if sys.platform != "win32" and number == signal.SIGXCPU:
        return Ending(cause="time", detail=detail)
    if sys.platform != "win32" and number in (signal.SIGKILL, signal.SIGTERM):
        return Ending(cause="killed", detail=detail)
    return Ending(cause="exited", detail=detail)
