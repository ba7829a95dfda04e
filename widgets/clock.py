"""The time the widgets read: seconds since the epoch, replaceable for pictures and tests."""

from __future__ import annotations

import time
from collections.abc import Callable

_read: Callable[[], float] = time.time


def now() -> float:
    """Return the time, in seconds since the epoch."""
    return _read()


def set_clock(read: Callable[[], float]) -> None:
    """Read the time from `read` from now on."""
    global _read
    _read = read
