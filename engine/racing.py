"""Work that a wish may overtake, and work that nothing cuts off."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Overtaken(Exception):
    """A wish of the user came before the work was done; the work was cancelled."""


async def unless(fact: Callable[[], Awaitable[Any]], work: Coroutine[Any, Any, T]) -> T:
    """Do the work unless the fact comes true first.

    Raises:
        Overtaken: the fact came first; the work has been cancelled and has ended.
    """
    task = asyncio.ensure_future(work)
    watch = asyncio.ensure_future(fact())
    try:
        await asyncio.wait((task, watch), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise Overtaken
    finally:
        for waiting in (task, watch):
            waiting.cancel()
        await asyncio.gather(task, watch, return_exceptions=True)


async def to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """Do some cleaning up that a cancellation may interrupt waiting for, but never cuts off.

    Raises:
        asyncio.CancelledError: the caller was cancelled meanwhile; the work has ended all the same.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait((task,))
        raise
