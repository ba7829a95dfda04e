"""Keeps the app's memory and environment from other processes of the same user."""

from __future__ import annotations

import ctypes
import sys

PR_SET_DUMPABLE = 4


def make_undumpable() -> bool:
    """Make this process undumpable (Linux); call it before a key is read. Return whether it is so now.

    Otherwise a child of the same user, such as a `process` sandbox, reads /proc/PPID/environ and /proc/PPID/mem.
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0)
