"""Wishes, stops and ends at every moment of a run: no hang, nothing left behind, nothing paid for twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from engine import events as ev
from engine.run import Run
from engine.values import ReviewDecision, RunOptions
from tests.engine.bench import Bench, ScriptedMinds, watch

FOUR = ("how high is the tide?", "how wide is the bay?", "how deep is the port?", "how long is the pier?")
MORE = ReviewDecision(
    status="needs_more_research",
    rationale="The wall is missing.",
    follow_up_questions=("how old is the wall?", "how thick is the gate?"),
)
APPROVED = ReviewDecision(status="approved", rationale="Enough.", by="user")
BenchMaker = Callable[..., Bench]


@pytest.fixture
async def bench_of(tmp_path: Path) -> AsyncIterator[BenchMaker]:
    made: list[Bench] = []

    def make(*decisions: ReviewDecision, questions: tuple[str, ...] = FOUR) -> Bench:
        folder = tmp_path / str(len(made))
        made.append(Bench(folder, ScriptedMinds(questions, decisions or (MORE,)), scripted=True))
        return made[-1]

    yield make
    for one in made:
        await one.aclose()


async def followed(run: Run, act_at: int, act: Callable[[Run], object]) -> list[ev.JournalEntry]:
    """Follow a run to its end and act once, when the entry of this number is shown; return what was shown."""
    shown: list[ev.JournalEntry] = []
    async with asyncio.timeout(20), contextlib.aclosing(run.entries()) as entries:
        async for entry in entries:
            shown.append(entry)
            if len(shown) == act_at:
                act(run)
    return shown


def nothing_is_left(here: Bench, before: set[asyncio.Task[object]]) -> None:
    assert not any(sandbox.alive for sandbox in here.taken)
    left = asyncio.all_tasks() - before
    assert not left, left


def nothing_is_paid_twice(here: Bench) -> None:
    assert not [query for query, count in Counter(here.shelf.searches).items() if count > 1]
    # A report that was cut off in its middle has to be written again.
    asked = [what for what in here.minds.asked if what != "write"]
    assert len(asked) == len(set(asked))


async def length(bench_of: BenchMaker) -> int:
    return (await watch(bench_of().start())).last_seq


async def test_stopped_at_any_entry_it_ends_at_once_and_goes_on_where_it_stood(bench_of: BenchMaker):
    whole = await watch(bench_of().start())
    for moment in range(1, whole.last_seq + 1):
        here, before = bench_of(), asyncio.all_tasks()
        run = here.start()
        shown = await followed(run, moment, lambda run: (run.stop(), run.stop()))
        nothing_is_left(here, before)
        assert shown == list(here.journal.entries(run.run_id))
        assert here.journal.run(run.run_id).state in ("cancelled", "done")
        resumed = await watch(here.resume(run.run_id))
        assert (resumed.state, resumed.report) == ("done", whole.report)
        nothing_is_paid_twice(here)


async def test_a_whole_draft_is_not_written_again(bench_of: BenchMaker, monkeypatch: pytest.MonkeyPatch):
    whole = await watch(bench_of().start())
    here = bench_of()
    run = here.start()

    def stopping(*arguments: object) -> None:
        run.stop()
        raise RuntimeError("the app ends while the citations are checked")

    with monkeypatch.context() as patched:
        patched.setattr("engine.workflow.writer.finish_report", stopping)
        await watch(run)
    assert (await watch(here.resume(run.run_id))).report == whole.report
    assert here.minds.asked.count("write") == 1


async def test_stopped_before_it_begins(bench_of: BenchMaker):
    here = bench_of()
    run = here.start()
    run.stop()
    assert (await watch(run)).state == "cancelled"
    assert here.minds.asked == []


@pytest.mark.parametrize("ticks", range(24))
async def test_stopped_at_any_turn_of_the_loop_after_its_beginning(bench_of: BenchMaker, ticks: int):
    here, before = bench_of(), asyncio.all_tasks()
    run = here.start()
    following = asyncio.create_task(watch(run))
    for _ in range(ticks):
        await asyncio.sleep(0)
    run.stop()
    run.stop()
    assert (await following).state == "cancelled"
    del following
    nothing_is_left(here, before)


async def test_left_at_any_entry_the_run_is_interrupted_and_free(bench_of: BenchMaker):
    whole = await watch(bench_of().start())
    for moment in range(1, whole.last_seq):
        here, before = bench_of(), asyncio.all_tasks()
        run = here.start()
        async with asyncio.timeout(20), contextlib.aclosing(run.entries()) as entries:
            async for entry in entries:
                if entry.seq == moment:
                    break
        nothing_is_left(here, before)
        assert here.journal.run(run.run_id).state in ("interrupted", "done")
        # Left a second time while it still tells what was before: the run is free for the next one.
        async with contextlib.aclosing(here.resume(run.run_id).entries()) as entries:
            await anext(entries)
        resumed = await watch(here.resume(run.run_id))
        assert (resumed.state, resumed.report) == ("done", whole.report)
        nothing_is_paid_twice(here)


async def test_finish_now_at_any_entry_writes_from_what_there_is(bench_of: BenchMaker):
    moments = await length(bench_of)
    for moment in range(1, moments):
        here, before = bench_of(), asyncio.all_tasks()
        run = here.start()
        await followed(run, moment, lambda run: run.control.finish_now())
        nothing_is_left(here, before)
        done = await watch(here.resume(run.run_id))
        assert done.state == "done"
        assert all(wave.decision is not None for wave in done.waves)
        assert done.waves[-1].decision.status == "approved"


async def test_finish_now_in_the_second_wave_keeps_it_over_a_restart(bench_of: BenchMaker):
    here = bench_of(MORE.model_copy(update={"follow_up_questions": ("how old is the wall?", "hang at the gate")}))
    run = here.start()
    async with asyncio.timeout(20), contextlib.aclosing(run.entries()) as entries:
        async for entry in entries:
            if entry.event.kind == "quote_noted" and entry.event.wave == 2:
                run.control.finish_now()
            if entry.event.kind == "finish_now_asked":
                break
    done = await watch(here.resume(run.run_id))
    assert (done.state, len(done.waves)) == ("done", 2)
    assert done.waves[0].decision.status == "needs_more_research"
    assert done.waves[1].decision.by == "user"


async def test_a_retry_at_any_entry_is_done_before_the_run_ends(bench_of: BenchMaker):
    moments = await length(bench_of)
    approved = 4  # asked, planning started, planned, approved
    for moment in range(approved, moments):
        here, before = bench_of(MORE, MORE), asyncio.all_tasks()
        run = here.start(RunOptions(max_waves=2))
        shown = await followed(run, moment, lambda run: run.control.retry(1, 2))
        nothing_is_left(here, before)
        findings = [e.event.finding for e in shown if e.event.kind == "finding_arrived"]
        assert [finding.attempt for finding in findings if (finding.wave, finding.researcher) == (1, 2)][-1] == 2, (
            moment
        )
        done = await watch(here.resume(run.run_id))
        assert done.state == "done"
        assert done.waves[0].researchers[1].attempt == 2
        assert all(wave.decision is not None and wave.collected for wave in done.waves)


async def test_a_researcher_that_failed_is_retried_while_the_others_work(bench_of: BenchMaker):
    here = bench_of(APPROVED, questions=("hang at the tide", *FOUR[1:]))
    retried: list[int] = []

    def react(entry: ev.JournalEntry, control: object) -> None:
        event = entry.event
        if event.kind == "finding_arrived" and event.finding.researcher == 2:
            retried.append(event.finding.attempt)
            run.control.retry(1, 2) if len(retried) == 1 else run.control.finish_now()

    run = here.start()
    done = await watch(run, react)
    assert retried == [1, 2]
    assert [view.state for view in done.waves[0].researchers] == ["stopped", "done", "done", "done"]
    # Nobody else began again for it.
    assert Counter(here.shelf.searches)["hang at the tide"] == 1


async def test_a_verdict_at_any_entry_is_followed_before_the_run_ends(bench_of: BenchMaker):
    moments = await length(bench_of)
    for moment in range(4, moments):
        here, before = bench_of(), asyncio.all_tasks()
        run = here.start()
        shown = await followed(run, moment, lambda run: run.control.give_verdict(1, APPROVED))
        nothing_is_left(here, before)
        assert shown[-1].event.kind == "report_finished"
        done = await watch(here.resume(run.run_id))
        assert done.state == "done"
        assert done.waves[0].decision == APPROVED, moment


async def test_two_wishes_at_once(bench_of: BenchMaker):
    here = bench_of(APPROVED, questions=("hang at the tide", *FOUR[1:]))
    done_by: list[int] = []

    def both(run: Run) -> None:
        run.control.retry(1, 1)
        run.control.finish_now()

    run = here.start()
    shown = await followed(run, 12, both)
    done_by.append(len(shown))
    assert shown[-1].event.kind == "report_finished"
    assert run.control.retries(1, 1) == 1


async def test_the_same_wish_twice_ends_the_run_twice(bench_of: BenchMaker):
    here = bench_of()
    run_id = (await watch(here.start())).run_id
    for _ in range(2):
        again = here.resume(run_id)
        again.control.give_verdict(1, APPROVED)
        assert (await watch(again)).state == "done"
        assert here.journal.run(run_id).state == "done"


async def test_a_retry_wished_before_the_resumed_run_begins_counts_once(bench_of: BenchMaker):
    here = bench_of()
    run_id = (await watch(here.start())).run_id
    again = here.resume(run_id)
    again.control.retry(1, 1)
    assert again.control.retries(1, 1) == 1
    assert (await watch(again)).waves[0].researchers[0].attempt == 2
    assert again.control.retries(1, 1) == 1


async def test_overruled_there_and_back_the_first_plan_stands_again(bench_of: BenchMaker):
    here = bench_of()
    run_id = (await watch(here.start())).run_id
    other = MORE.model_copy(update={"by": "user", "follow_up_questions": ("how tall is the mast?",)})
    same = MORE.model_copy(update={"by": "user"})
    for verdict in (other, same):
        again = here.resume(run_id)
        again.control.give_verdict(1, verdict)
        done = await watch(again)
        assert done.waves[1].questions == verdict.follow_up_questions
        assert tuple(view.question for view in done.waves[1].researchers) == verdict.follow_up_questions
        # What is remembered is told again: it had gone from the screen with its plan.
        assert all(view.finding is not None for view in done.waves[1].researchers)
        assert done.waves[1].collected
        assert done.waves[1].decision is not None


async def test_resumed_with_another_sandbox_or_a_consent_everything_is_remembered(bench_of: BenchMaker):
    here = bench_of()
    run = here.start()
    await followed(run, 30, Run.stop)
    changed = RunOptions(sandbox="process", process_consent=True, concurrency=2, base_url="http://moved.example/v1")
    done = await watch(here.resume(run.run_id, changed))
    assert (done.state, done.options) == ("done", changed)
    nothing_is_paid_twice(here)
    # It goes on as it was last asked for.
    again = here.resume(run.run_id)
    again.control.retry(1, 1)
    assert (await watch(again)).options == changed


async def test_resumed_with_another_model_or_language_everything_is_asked_again(bench_of: BenchMaker):
    for changed in (RunOptions(language="de"), RunOptions(model="other"), RunOptions(library=("/other",))):
        here = bench_of()
        run = here.start()
        await followed(run, 30, Run.stop)
        await watch(here.resume(run.run_id, changed))
        assert here.minds.asked.count("plan") == 2


async def test_halves_of_characters_and_nul_bytes_go_through(bench_of: BenchMaker):
    here = bench_of(APPROVED, questions=("half of the tide", *FOUR[1:]))
    run = Run.start(here.journal, here, "tides \udcff\0 مد\n# and bays", RunOptions())
    done = await watch(run)
    assert (done.state, done.topic) == ("done", "tides \ufffd مد\n# and bays")
    assert done.waves[0].researchers[0].state == "done"
    assert "\ufffd" in done.waves[0].researchers[0].finding.answer


async def test_a_bug_in_a_branch_is_a_finding_that_is_shown(bench_of: BenchMaker, monkeypatch: pytest.MonkeyPatch):
    here = bench_of(APPROVED)

    async def broken() -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(here, "_take", broken)
    ended = await watch(here.start())
    assert {view.finding.error.kind for view in ended.waves[0].researchers} == {"bug"}
    # With nobody left to answer there is nothing to write from.
    assert ended.state == "failed"
    assert "None of the" in ended.error.title
