"""A command's loop: whole when an interrupt comes, its work cancelled and ended."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from app import async_run


def test_it_returns_what_the_work_returns() -> None:
    async def work() -> int:
        await asyncio.sleep(0)
        return 7

    assert async_run.run(work) == 7


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="POSIX")
def test_an_interrupt_while_the_loop_is_made_waits_until_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def new_loop() -> asyncio.AbstractEventLoop:
        os.kill(os.getpid(), signal.SIGINT)
        made.append(asyncio.SelectorEventLoop())
        return made[0]

    monkeypatch.setattr(asyncio.events, "new_event_loop", new_loop)
    begun = []

    async def work() -> None:
        begun.append(True)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            async_run.run(work)
    finally:
        signal.signal(signal.SIGINT, before)
    assert made
    assert made[0].is_closed()
    assert not begun


def test_an_interrupt_cancels_the_work_and_waits_for_it() -> None:
    ended = []

    async def work() -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            async_run.run(work)
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended
