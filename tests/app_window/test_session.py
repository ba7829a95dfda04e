"""The session: folds every event, tells at most every 33 ms, ends its tasks."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise

import pytest
import qasync
from scripted_desk import ScriptedRun, answered, begun, written
from window_waiting import until

from app.session import CHANGED_EVERY_MS, Session
from engine.errors import InputError
from engine.events import ReportGrew


@pytest.fixture
def in_loop(qapp):
    """Return a function that runs a coroutine in a qasync loop."""

    def run(work) -> None:
        loop = qasync.QEventLoop(qapp)
        asyncio.set_event_loop(loop)
        try:
            with loop:
                loop.run_until_complete(work())
        finally:
            asyncio.set_event_loop(None)

    return run


def test_many_events_are_told_as_few_changes(in_loop):
    async def work() -> None:
        session, run = Session(), ScriptedRun("run-1", "A topic")
        told: list[float] = []
        last: list[int] = []
        session.changed.connect(lambda snapshot: told.append(time.monotonic()))
        session.changed.connect(lambda snapshot: last.append(snapshot.last_seq))
        session.work(lambda: run)
        run.tell(*begun(), *answered())
        for _ in range(60):
            run.tell(*(ReportGrew(text="word ") for _ in range(20)))
            await asyncio.sleep(0.002)
        run.tell(*written()[-1:], None)
        await until(lambda: not session.is_working(), "the end")
        gaps = [after - before for before, after in pairwise(told[:-1])]
        assert min(gaps) * 1_000 >= CHANGED_EVERY_MS - 4  # timers are whole milliseconds
        assert len(told) < 30
        assert last[-1] == len(run.kept) > 1_200  # nothing is lost on the way

    in_loop(work)


def test_the_last_change_comes_though_nothing_follows_it(in_loop):
    async def work() -> None:
        session, run = Session(), ScriptedRun("run-1", "A topic")
        seen = []
        session.changed.connect(seen.append)
        session.work(lambda: run)
        run.tell(*begun())
        await until(lambda: seen and seen[-1].last_seq == len(begun()) + 1, "the last event")
        await session.aclose(2)

    in_loop(work)


def test_closing_cuts_the_run_off_and_waits_for_it(in_loop):
    async def work() -> None:
        session, run = Session(), ScriptedRun("run-1", "A topic")
        ended = []
        session.ended.connect(ended.append)
        session.work(lambda: run)
        run.tell(*begun())
        await until(lambda: run.is_alive, "work")
        assert await session.aclose(2)
        assert run.was_cut_off
        assert [snapshot.state for snapshot in ended] == ["interrupted"]

    in_loop(work)


def test_what_is_begun_while_a_run_is_tidied_up_begins_after_it(in_loop):
    async def work() -> None:
        session, run, second = Session(), ScriptedRun("run-1", "A topic"), ScriptedRun("run-2", "Another")
        troubles, begun_runs = [], []
        session.trouble.connect(troubles.append)
        session.work(lambda: run)
        run.tell(*begun())
        await until(lambda: run.is_alive, "work")
        session.work(lambda: second)
        assert [trouble.kind for trouble in troubles] == ["busy"]  # a run in the midst of its work is not waited for
        run.is_tidying = True
        session.work(lambda: second, lambda wishes: wishes.finish_now(), lambda: begun_runs.append(session.run_id()))
        assert session.run_id() == "run-1"
        run.tell(None)
        await until(lambda: second.is_alive, "the second")
        await until(lambda: second.kept[-1].event.kind == "finish_now_asked", "its wish")
        assert (begun_runs, len(troubles)) == (["run-2"], 1)
        assert await session.aclose(2)

    in_loop(work)


def test_what_does_not_end_is_left_after_the_limit(in_loop):
    async def work() -> None:
        session = Session()
        may_end = asyncio.Event()

        async def stubborn() -> None:
            while not may_end.is_set():
                try:
                    await may_end.wait()
                except asyncio.CancelledError:
                    continue

        session.do(stubborn())
        await asyncio.sleep(0)
        begun_at = time.monotonic()
        assert not await session.aclose(0.1)
        assert time.monotonic() - begun_at < 10  # not for ever
        may_end.set()
        assert await session.aclose(2)

    in_loop(work)


def test_expected_errors_are_troubles_and_others_are_bugs(in_loop):
    async def work() -> None:
        session = Session()
        troubles, bugs = [], []
        session.trouble.connect(troubles.append)
        session.bug.connect(bugs.append)

        async def refuse() -> None:
            raise InputError("It cannot be.", "Do something else.")

        async def break_down() -> None:
            raise KeyError("a bug")

        session.do(refuse())
        session.do(break_down())
        await until(lambda: troubles and bugs, "both")
        assert troubles[0].advice == "Do something else."
        assert isinstance(bugs[0], KeyError)

    in_loop(work)
