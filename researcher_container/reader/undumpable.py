"""Keep a process's memory from its own children and neighbours of the same user."""

from __future__ import annotations

import contextlib
import ctypes
import signal
import sys

# Source: linux/prctl.h.
PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4


def make_undumpable() -> None:
    """Forbid reading this process through /proc or ptrace; does nothing outside of Linux."""
    _prctl(PR_SET_DUMPABLE, 0)


def die_with_parent() -> None:
    """Ask the kernel to end this process when its parent ends; does nothing outside of Linux."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    if sys.platform.startswith("linux"):
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
