"""A review that the user overrules: what stands then, what is void, and that live and replayed runs agree."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from engine import events as ev
from engine.control import RunControl
from engine.fold import Fold
from engine.snapshot import RunSnapshot
from engine.values import ReviewDecision, RunOptions
from tests.engine.bench import Bench, ScriptedMinds, watch

FOUR = ("how high is the tide?", "how wide is the bay?", "how deep is the port?", "how long is the pier?")
MORE = ReviewDecision(
    status="needs_more_research",
    rationale="The wall is missing.",
    follow_up_questions=("how old is the wall?", "hang at the gate"),
)
ENOUGH = ReviewDecision(status="approved", rationale="Enough for me.", by="user")
OWN = ReviewDecision(
    status="needs_more_research", rationale="I want more.", follow_up_questions=("how red is the buoy?",), by="user"
)
BenchMaker = Callable[..., Bench]


@pytest.fixture
async def bench_of(tmp_path: Path) -> AsyncIterator[BenchMaker]:
    made: list[Bench] = []

    def make(*decisions: ReviewDecision) -> Bench:
        made.append(Bench(tmp_path, ScriptedMinds(FOUR, decisions), scripted=True))
        return made[-1]

    yield make
    for one in made:
        assert all(not sandbox.alive for sandbox in one.taken)
        await one.aclose()


def replayed(bench: Bench, run: RunSnapshot) -> RunSnapshot:
    return Fold().apply_all(bench.journal.entries(run.run_id)).snapshot()


async def approved_during_the_second_wave(bench: Bench, **options: bool) -> RunSnapshot:
    """Let the user approve the first wave while the second is at work, or waits for its plan."""

    def react(entry: ev.JournalEntry, control: RunControl) -> None:
        waits = entry.event.kind == "questions_planned" and options.get("review_plan", False)
        if waits and entry.event.wave == 1:
            control.approve_plan(1, entry.event.questions)
        elif (waits or entry.event.kind == "quote_noted") and control.planned(2) and not control.verdict(1):
            control.give_verdict(1, ENOUGH)

    return await watch(bench.start(RunOptions(**options)), react)


@pytest.mark.parametrize("review_plan", [False, True])
async def test_approving_the_first_wave_makes_the_second_void(bench_of: BenchMaker, review_plan: bool):
    here = bench_of(MORE)
    run = await approved_during_the_second_wave(here, review_plan=review_plan)
    assert (run.state, [wave.wave for wave in run.waves]) == ("done", [1])
    assert run.waves[0].decision == ENOUGH
    assert run.waves[0].overruled == MORE
    assert "wall" not in run.report.markdown
    assert replayed(here, run) == run


async def test_what_was_void_is_planned_and_told_anew_when_it_is_wanted_again(bench_of: BenchMaker):
    here = bench_of(MORE)
    run = await approved_during_the_second_wave(here)
    again = here.resume(run.run_id)
    wall = OWN.model_copy(update={"follow_up_questions": ("how old is the wall?",)})
    again.control.give_verdict(1, wall)
    second = await watch(again)
    assert (second.state, second.versions) == ("done", 2)
    assert second.waves[1].questions == ("how old is the wall?",)
    assert second.waves[1].approved
    assert [view.state for view in second.waves[1].researchers] == ["done"]
    assert second.waves[0].overruled == MORE  # the reviewer's, not the user's own earlier one
    assert replayed(here, second) == second


async def test_the_same_follow_ups_after_all(bench_of: BenchMaker):
    quick = MORE.model_copy(update={"follow_up_questions": ("how old is the wall?", "how thick is the gate?")})
    here = bench_of(quick)
    first = await watch(here.start(RunOptions(max_waves=2)))
    assert len(first.waves) == 2
    approved = here.resume(first.run_id)
    approved.control.give_verdict(1, ENOUGH)
    assert len((await watch(approved)).waves) == 1
    again = here.resume(first.run_id)
    again.control.give_verdict(1, quick.model_copy(update={"by": "user"}))
    third = await watch(again)
    assert [wave.approved for wave in third.waves] == [True, True]
    assert third.waves[1].collected
    assert third.waves[1].decision is not None
    assert "The wall is 4.2 m high" in third.report.markdown
    assert replayed(here, third) == third
    assert len(here.taken) == 6  # nobody worked twice


async def test_a_review_of_its_own_is_not_overruled(bench_of: BenchMaker):
    here = bench_of(MORE.model_copy(update={"follow_up_questions": ("how old is the wall?", "how thick is it?")}))
    run = await watch(here.start())
    assert [wave.overruled for wave in run.waves] == [None, None]
    finished = here.resume(run.run_id)
    finished.control.give_verdict(2, OWN)
    more = await watch(finished)
    assert [wave.overruled is not None for wave in more.waves] == [False, True, False]
