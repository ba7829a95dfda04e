"""Waiting for facts in a qasync loop: never for time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest


async def until(fact: Callable[[], object], what: str, limit_s: float = 10.0) -> None:
    """Wait until something is true; fail with `what` when it does not come."""
    end = time.monotonic() + limit_s
    while not fact():
        if time.monotonic() > end:
            pytest.fail(f"did not come within {limit_s} s: {what}")
        await asyncio.sleep(0.005)
