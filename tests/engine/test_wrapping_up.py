"""A real researcher that is asked to come to its end hands in what it has read, without any claim."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import pytest

from engine.fold import Fold
from engine.journal.journal import Journal
from engine.run import Run
from engine.snapshot import RunSnapshot
from engine.values import Budget
from engine.workshop import Workshop
from tests.engine.test_budget import ManualClock
from tests.models.desk import until

TOPIC = "the lighthouse of Port Alder"


async def wrapped_up(run: Run, server: Any, act: Callable[[], None]) -> tuple[RunSnapshot, float]:
    """Act when every researcher has read and waits for the model; return how the run ended, and how soon they did."""
    loop, fold, ended_at, acted_at = asyncio.get_running_loop(), Fold(), 0.0, 0.0

    def all_wait() -> bool:
        return sum(entry["turn"] == 3 for entry in server.asked("researcher")) == 4

    async def act_when_all_wait() -> None:
        nonlocal acted_at
        await asyncio.to_thread(until, all_wait, 30)
        acted_at = loop.time()
        act()

    async with asyncio.timeout(60), contextlib.aclosing(run.entries()) as entries:
        acting = asyncio.create_task(act_when_all_wait())
        async for entry in entries:
            fold.apply(entry)
            if entry.event.kind == "finding_arrived":
                ended_at = loop.time()
        await acting
    return fold.snapshot(), ended_at - acted_at


@pytest.mark.parametrize("by", ["user", "budget"])
async def test_the_pages_they_have_read_become_sources(
    by: str, model_run: Any, workshop: Workshop, run_journal: Journal
):
    server, options = model_run(hold="researcher:3", budget=Budget(minutes=1))
    clock = ManualClock()
    run = Run.start(run_journal, workshop, TOPIC, options, clock=clock)
    act = run.control.finish_now if by == "user" else lambda: clock.advance(60)
    ended, within_s = await wrapped_up(run, server, act)

    assert ended.state == "done", ended.error
    assert within_s < 1.0
    title = "Stopped by you." if by == "user" else "Stopped: limit reached."
    for view in ended.waves[0].researchers:
        assert (view.state, view.finding.error.title, view.finding.answer) == ("stopped", title, "")
        assert view.finding.sources[0].quotes
    assert {quote.status for source in ended.sources for quote in source.quotes} == {"found"}
    assert ended.report.audit.citations == ended.report.audit.found > 0
    assert ended.waves[0].decision.by == ("user" if by == "user" else "limit")
    assert server.asked("reviewer") == []
    assert len(server.asked("writer")) == 1
