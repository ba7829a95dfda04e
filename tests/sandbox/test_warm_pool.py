"""The warm pool, with real children."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable

import pytest

from engine.errors import SandboxError
from engine.sandbox.pool import WarmPool
from engine.sandbox.port import SandboxOwner
from engine.sandbox.process import ProcessMaker
from engine.sandbox.running import RunningSandbox
from tests.sandbox import programs
from tests.sandbox.conftest import MakeMaker


class Counting(ProcessMaker):
    """Counts starts; `made_from` can be changed like an image."""

    made_from = ""

    def __init__(self, source: str = programs.HONEST) -> None:
        super().__init__(source=source)
        self.started: list[RunningSandbox] = []

    async def start(self, program: object, owner: SandboxOwner) -> RunningSandbox:
        sandbox = await super().start(program, owner)  # type: ignore[arg-type]
        sandbox.made_from = self.made_from
        self.started.append(sandbox)
        return sandbox


async def until(happens: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not happens():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.01)


async def test_a_waiting_one_is_taken_at_once_and_only_once(owner: SandboxOwner) -> None:
    maker = Counting()
    pool = WarmPool(maker, owner)
    pool.warm(2)
    pool.warm(2)
    await until(lambda: len(maker.started) == 2)
    first, second, third = [await pool.take("researcher") for _ in range(3)]
    assert {first.id, second.id} == {sandbox.id for sandbox in maker.started[:2]}
    assert third is maker.started[2]
    reader = await pool.take("reader")
    assert reader is maker.started[3]
    await pool.aclose()
    assert all(sandbox.alive for sandbox in maker.started)
    await maker.aclose()


async def test_what_waits_is_closed_at_once_and_started_again_when_wanted(owner: SandboxOwner) -> None:
    maker = Counting()
    pool = WarmPool(maker, owner)
    pool.warm(2)
    await until(lambda: len(maker.started) == 2)
    await pool.cool()
    assert not any(sandbox.alive for sandbox in maker.started)
    assert (await pool.take("researcher")).alive  # type: ignore[attr-defined]
    await pool.aclose()
    await maker.aclose()


async def test_one_that_still_starts_is_waited_for(owner: SandboxOwner) -> None:
    maker = Counting()
    pool = WarmPool(maker, owner)
    pool.warm(1)
    sandbox = await pool.take("researcher")
    assert maker.started == [sandbox]
    await pool.aclose()
    await maker.aclose()


async def test_a_dead_one_is_replaced(owner: SandboxOwner) -> None:
    maker = Counting()
    pool = WarmPool(maker, owner)
    pool.warm(1)
    await until(lambda: len(maker.started) == 1)
    os.kill(int(maker.started[0].id.rpartition("-")[2]), signal.SIGKILL)
    await until(lambda: not maker.started[0].alive)
    assert (await pool.take("researcher")) is maker.started[1]
    await pool.aclose()
    await maker.aclose()


async def test_one_of_an_old_image_is_replaced_and_closed(owner: SandboxOwner) -> None:
    maker = Counting()
    pool = WarmPool(maker, owner)
    pool.warm(1)
    await until(lambda: len(maker.started) == 1)
    maker.made_from = "a newer image"
    taken = await pool.take("researcher")
    assert taken is maker.started[1]
    await until(lambda: not maker.started[0].alive)
    await pool.aclose()
    await maker.aclose()


async def test_a_failing_start_is_tried_once_more_then_reported(owner: SandboxOwner) -> None:
    maker = Counting(source="raise SystemExit(3)")
    pool = WarmPool(maker, owner)
    pool.warm(1)
    with pytest.raises(SandboxError):
        await pool.take("researcher")
    await pool.aclose()
    await maker.aclose()


async def test_waiting_ones_are_closed_when_nobody_wants_any(owner: SandboxOwner) -> None:
    now = 100.0
    maker = Counting()
    pool = WarmPool(maker, owner, clock=lambda: now)
    pool.warm(2)
    await until(lambda: len(maker.started) == 2)
    now += 119
    await pool.trim()
    assert len(pool) == 2
    now += 2
    await pool.trim()
    assert len(pool) == 0
    assert not any(sandbox.alive for sandbox in maker.started)
    await pool.aclose()
    await maker.aclose()


async def test_the_trimming_comes_by_itself(owner: SandboxOwner) -> None:
    maker = Counting()
    pool = WarmPool(maker, owner, idle_s=0.4)
    pool.warm(1)
    assert len(pool) == 1
    await until(lambda: len(pool) == 0)
    await pool.aclose()
    await maker.aclose()


async def test_closing_while_starting_leaves_nothing(make_maker: MakeMaker, owner: SandboxOwner) -> None:
    pool = WarmPool(make_maker("process", programs.NEVER_READY), owner)
    pool.warm(6)
    pool.warm(60)
    assert len(pool) == 6
    await asyncio.sleep(0.05)
    await pool.aclose()
    pool.warm(1)
    assert len(pool) == 0


async def test_a_taker_that_is_cancelled_loses_no_sandbox(owner: SandboxOwner) -> None:
    maker = Counting()
    pool = WarmPool(maker, owner)
    pool.warm(1)
    taking = asyncio.create_task(pool.take("researcher"))
    await asyncio.sleep(0)
    taking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await taking
    await pool.aclose()
    assert len(pool) == 0
    assert not any(sandbox.alive for sandbox in maker.started)
    await maker.aclose()
