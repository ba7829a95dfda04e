"""Wishes: journalled before they act, awaitable, and known again after a restart."""

from __future__ import annotations

import asyncio

import pytest

from engine.control import Overtaken, RunControl, unless
from engine.errors import InputError
from engine.events import Event, FinishNowAsked, PlanApproved, QuestionsPlanned, RetryAsked, VerdictGiven
from engine.values import ReviewDecision


@pytest.fixture
def written() -> list[Event]:
    return []


@pytest.fixture
def control(written: list[Event]) -> RunControl:
    return RunControl(written.append)


async def test_finish_now_is_written_first_and_wakes_who_waits(control: RunControl, written: list[Event]):
    waiting = asyncio.create_task(control.until_finishing())
    await asyncio.sleep(0)
    control.finish_now()
    assert written == [FinishNowAsked()]
    await asyncio.wait_for(waiting, 5)


async def test_a_wish_that_cannot_be_written_does_not_act():
    def full_disk(event: Event) -> None:
        raise OSError("no space left")

    control = RunControl(full_disk)
    with pytest.raises(OSError, match="no space"):
        control.finish_now()
    assert not control.finishing()


async def test_work_is_overtaken_and_has_ended_when_it_is_said(control: RunControl):
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    waiting = asyncio.create_task(unless(control.until_finishing, work()))
    await asyncio.sleep(0)
    control.finish_now()
    with pytest.raises(Overtaken):
        await asyncio.wait_for(waiting, 5)
    assert ended.is_set()


async def test_work_that_is_done_first_gives_its_result(control: RunControl):
    async def work() -> str:
        return "done"

    assert await unless(control.until_finishing, work()) == "done"


async def test_an_error_of_the_work_comes_through(control: RunControl):
    async def work() -> None:
        raise KeyError("x")

    with pytest.raises(KeyError):
        await unless(control.until_finishing, work())


async def test_cancelling_ends_the_work_too(control: RunControl):
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    task = asyncio.create_task(unless(control.until_finishing, work()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()


def test_a_journal_teaches_the_wishes_of_an_earlier_process(control: RunControl):
    verdict = ReviewDecision(status="approved", rationale="enough", by="user")
    for event in (
        QuestionsPlanned(wave=1, questions=("a?",)),
        PlanApproved(wave=1, questions=("b?",), by_user=True),
        RetryAsked(wave=1, researcher=2),
        RetryAsked(wave=1, researcher=2),
        VerdictGiven(wave=1, decision=verdict),
        FinishNowAsked(),
    ):
        control.observe(event)
    assert control.approved_plan(1) == ("b?",)
    assert control.retries(1, 2) == 2
    assert control.retries(1, 1) == 0
    assert control.verdict(1) == verdict
    assert control.finishing()


def test_a_new_plan_needs_a_new_approval(control: RunControl):
    control.observe(PlanApproved(wave=1, questions=("a?",)))
    control.observe(QuestionsPlanned(wave=1, questions=("c?",)))
    assert control.approved_plan(1) is None


def test_wishing_for_more_takes_back_finish_now(control: RunControl):
    control.finish_now()
    control.retry(1, 1)
    assert not control.finishing()


@pytest.mark.parametrize("questions", [(), ("a?", "  "), tuple(f"{n}?" for n in range(17))])
def test_a_plan_that_cannot_be_used_is_refused_and_not_written(
    control: RunControl, written: list[Event], questions: tuple[str, ...]
):
    with pytest.raises(InputError, match="1 to 16"):
        control.approve_plan(1, questions)
    assert written == []
