"""Blocking calls in threads that may be given up: one that hangs must not keep the program from ending."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_daemon_thread(call: Callable[[], T], name: str) -> T:
    """Run a call in a thread of its own and wait for it; cancelling leaves the thread to end by itself.

    The loop's own executor would be waited for when the loop closes.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = call()
        except BaseException as error:
            _tell(loop, _fail, done, error)
        else:
            _tell(loop, _succeed, done, result)

    threading.Thread(target=run, name=name, daemon=True).start()
    return await done


def _tell(loop: asyncio.AbstractEventLoop, settle: Callable[..., None], *facts: object) -> None:
    try:
        loop.call_soon_threadsafe(settle, *facts)
    except RuntimeError:  # the loop has ended, and with it whoever waited
        return


def _succeed(done: asyncio.Future[T], result: T) -> None:
    if not done.done():
        done.set_result(result)


def _fail(done: asyncio.Future[T], error: BaseException) -> None:
    if not done.done():
        done.set_exception(error)
