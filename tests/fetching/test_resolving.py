"""Names are looked up by this machine's resolver, in a thread that may be given up."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest

from engine.fetching.daemon_thread import in_daemon_thread
from engine.fetching.resolving import system_resolver


async def test_numbers_and_own_names_resolve_without_a_network() -> None:
    assert await system_resolver("127.0.0.1", 80) == ["127.0.0.1"]
    assert set(await system_resolver("localhost", 80)) <= {"127.0.0.1", "::1"}


async def test_a_name_without_an_address_is_an_error() -> None:
    with pytest.raises(socket.gaierror):
        await system_resolver("nothing.invalid", 80)


async def test_errors_come_back() -> None:
    def fail() -> None:
        raise ValueError("from the thread")

    with pytest.raises(ValueError, match="from the thread"):
        await in_daemon_thread(fail, "failing")


def test_a_call_that_is_given_up_does_not_keep_the_loop() -> None:
    release, started = threading.Event(), threading.Event()

    def wait() -> None:
        started.set()
        release.wait(30)

    async def give_up() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await in_daemon_thread(wait, "given up")

    asyncio.run(give_up())  # returns although the thread still waits
    assert started.is_set()
    waiting = next(thread for thread in threading.enumerate() if thread.name == "given up")
    assert waiting.daemon
    release.set()
    waiting.join(10)  # it tells a loop that is closed, quietly
    assert not waiting.is_alive()
