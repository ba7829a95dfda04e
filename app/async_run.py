"""Runs a command's coroutine in a loop that an interrupt finds whole: not yet made, or made."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

Result = TypeVar("Result")


def run(work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run what `work` makes to its end, as `asyncio.run` does.

    Raises:
        KeyboardInterrupt: Ctrl+C was pressed; the work was cancelled and has ended.
    """
    runner = asyncio.Runner()
    try:
        # Interrupted in the middle of its making, a loop is thrown away half made and complains on the terminal.
        with _interrupts_wait():
            runner.get_loop()
        return runner.run(work())
    finally:
        runner.close()


@contextlib.contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Let Ctrl+C wait until the block has ended; elsewhere than on POSIX it does not wait."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
