"""Wishes: journalled before they act, awaitable, and known again after a restart."""

from __future__ import annotations

import asyncio

import pytest

from engine.control import RunControl
from engine.errors import InputError
from engine.events import Event, FinishNowAsked, PlanApproved, QuestionsPlanned, RetryAsked, RunResumed, VerdictGiven
from engine.racing import Overtaken, unless
from engine.values import ReviewDecision


@pytest.fixture
def written() -> list[Event]:
    return []


@pytest.fixture
def control(written: list[Event]) -> RunControl:
    return RunControl(written.append)


MORE = ReviewDecision(status="needs_more_research", rationale="Thin.", follow_up_questions=("b?",), by="user")


def planned(control: RunControl, wave: int, *questions: str) -> None:
    """Let a wave be planned and approved."""
    control.observe(QuestionsPlanned(wave=wave, questions=questions))
    control.observe(PlanApproved(wave=wave, questions=questions))


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
    planned(control, 1, "a?")
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


def test_what_is_not_there_cannot_be_wished_for(control: RunControl, written: list[Event]):
    planned(control, 1, "a?", "b?")
    for wave, researcher in ((1, 3), (1, 0), (2, 1)):
        with pytest.raises(InputError, match="no researcher"):
            control.retry(wave, researcher)
    with pytest.raises(InputError, match="no wave 2"):
        control.give_verdict(2, MORE)
    with pytest.raises(InputError, match="no plan yet"):
        control.approve_plan(2, ("c?",))
    planned(control, 4, "d?")
    with pytest.raises(InputError, match="at most 4 waves"):
        control.give_verdict(4, MORE)
    assert written == []


def test_a_plan_is_approved_once(control: RunControl, written: list[Event]):
    control.observe(QuestionsPlanned(wave=1, questions=("a?",), waits_for_user=True))
    control.approve_plan(1, ("b?",))
    control.approve_plan(1, (" b? ",))
    assert written == [PlanApproved(wave=1, questions=("b?",), by_user=True)]
    with pytest.raises(InputError, match="has begun"):
        control.approve_plan(1, ("c?",))


def test_finish_now_is_written_once(control: RunControl, written: list[Event]):
    control.finish_now()
    control.finish_now()
    assert written == [FinishNowAsked()]


def test_an_ended_run_takes_no_wish(control: RunControl, written: list[Event]):
    control.end()
    with pytest.raises(InputError, match="has ended"):
        control.finish_now()
    assert written == []
    assert not control.finishing()


def test_a_new_plan_voids_what_was_wished_about_the_waves_it_replaces(control: RunControl):
    planned(control, 1, "a?")
    planned(control, 2, "x?")
    control.give_verdict(1, MORE)
    control.give_verdict(2, MORE)
    control.retry(2, 1)
    planned(control, 2, "b?")
    assert control.verdict(1) == MORE
    assert control.verdict(2) is None
    assert control.retries(2, 1) == 0


def test_a_wish_is_late_when_its_wave_has_closed(control: RunControl):
    planned(control, 1, "a?")
    control.retry(1, 1)
    assert not control.is_late()
    control.wave_closed(1)
    control.retry(1, 1)
    assert control.is_late()
    control.observe(RunResumed())
    assert not control.is_late()
    control.give_verdict(1, MORE)
    assert not control.is_late()
    control.wave_decided(1, MORE)
    control.give_verdict(1, MORE)
    assert control.is_late()


def test_halves_of_characters_never_reach_the_journal(control: RunControl):
    control.observe(QuestionsPlanned(wave=1, questions=("a?",), waits_for_user=True))
    control.approve_plan(1, ("how high \ud83d is it?",))
    assert control.approved_plan(1) == ("how high \ufffd is it?",)
