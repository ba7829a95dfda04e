"""The workflow with real child processes: waves, failures, wishes, resume."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from engine import events as ev
from engine.control import RunControl
from engine.errors import InputError, ModelError
from engine.fold import Fold
from engine.values import MAX_TOPIC_CHARS, ReviewDecision, RunOptions
from tests.engine.bench import Bench, ScriptedMinds, watch

FOUR = ("how high is the tide?", "how wide is the bay?", "how deep is the port?", "how long is the pier?")
MORE = ReviewDecision(
    status="needs_more_research",
    rationale="The wall is missing.",
    follow_up_questions=("how old is the wall?", "how thick is the gate?"),
)
BenchMaker = Callable[..., "Bench"]


@pytest.fixture
async def bench_of(tmp_path: Path) -> AsyncIterator[BenchMaker]:
    made: list[Bench] = []

    def make(questions: tuple[str, ...] = FOUR, *decisions: ReviewDecision) -> Bench:
        made.append(Bench(tmp_path, ScriptedMinds(questions, decisions)))
        return made[-1]

    yield make
    for one in made:
        assert all(not sandbox.alive for sandbox in one.taken)
        await one.aclose()


async def test_one_wave_from_topic_to_report(bench_of: BenchMaker):
    here = bench_of()
    run = await watch(here.start())

    assert run.state == "done"
    assert [view.state for view in run.waves[0].researchers] == ["done"] * 4
    assert [source.id for source in run.sources] == ["S1", "S2", "S3", "S4"]
    assert {quote.status for source in run.sources for quote in source.quotes} == {"found"}
    assert (run.report.audit.citations, run.report.audit.found) == (4, 4)
    assert "The tide is 4.2 m high" in run.report.markdown
    assert here.minds.asked == ["plan", "review 1 (1 left)", "write"]
    assert here.journal.run(run.run_id).state == "done"


async def test_a_second_wave_is_asked_for_and_keeps_the_ids_of_the_first(bench_of: BenchMaker):
    here = bench_of(FOUR, MORE)
    first_wave: list[tuple[str, str]] = []

    def react(entry: ev.JournalEntry, control: RunControl) -> None:
        if entry.event.kind == "wave_collected" and entry.event.wave == 1:
            first_wave.extend((source.id, source.url) for source in entry.event.sources)

    run = await watch(here.start(), react)
    assert [wave.questions for wave in run.waves] == [FOUR, MORE.follow_up_questions]
    assert [wave.decision.status for wave in run.waves] == ["needs_more_research", "approved"]
    assert len(run.sources) == 6
    assert set(first_wave) <= {(source.id, source.url) for source in run.sources}


async def test_when_no_wave_remains_the_wish_for_more_becomes_an_approval_with_gaps(bench_of: BenchMaker):
    here = bench_of(FOUR, MORE)
    run = await watch(here.start(RunOptions(max_waves=1)))
    decision = run.waves[0].decision
    assert (decision.status, decision.by, decision.with_gaps) == ("approved", "limit", True)
    assert "The wall is missing." in decision.rationale
    assert run.state == "done"


async def test_a_sandbox_that_dies_is_replaced_once_and_then_reported(bench_of: BenchMaker):
    here = bench_of((*FOUR[:3], "die at the pier"))
    run = await watch(here.start())
    dead = run.waves[0].researchers[3]
    assert (dead.state, dead.attempt) == ("failed", 2)
    assert dead.finding.error.kind in ("exited", "killed")
    assert run.state == "done"


@pytest.mark.parametrize(("word", "kind"), [("malformed", "unusable_answer"), ("giveup", "no_answer")])
async def test_a_useless_answer_is_a_finding_with_an_error(bench_of: BenchMaker, word: str, kind: str):
    here = bench_of((*FOUR[:3], f"{word} at the pier"))
    run = await watch(here.start())
    assert run.waves[0].researchers[3].finding.error.kind == kind
    assert run.state == "done"


async def test_a_researcher_that_never_ends_is_ended_by_time(bench_of: BenchMaker):
    here = bench_of((*FOUR[:3], "hang at the pier"))
    run = await watch(here.start(RunOptions(researcher_time_s=2.0)))
    finding = run.waves[0].researchers[3].finding
    assert finding.error.kind == "time"
    assert [source.quotes for source in finding.sources] == [("The pier is 4.2 m high.",)]


async def test_more_questions_than_slots_wait_their_turn(bench_of: BenchMaker):
    here = bench_of()
    at_work: list[int] = []
    most = 0

    def react(entry: ev.JournalEntry, control: RunControl) -> None:
        nonlocal most
        if entry.event.kind == "researcher_started":
            at_work.append(entry.event.researcher)
        elif entry.event.kind == "finding_arrived":
            at_work.remove(entry.event.finding.researcher)
        most = max(most, len(at_work))

    run = await watch(here.start(RunOptions(concurrency=2)), react)
    assert (run.state, most) == ("done", 2)


async def test_finish_now_ends_every_researcher_within_a_second_and_keeps_its_sources(bench_of: BenchMaker):
    here = bench_of(("hang at the pier", "hang in the bay", *FOUR[:2]))
    asked_at = 0.0
    seen: set[tuple[str, int]] = set()
    stopped_at: list[float] = []
    ready = {("quote_noted", 1), ("quote_noted", 2), ("finding_arrived", 3), ("finding_arrived", 4)}

    def react(entry: ev.JournalEntry, control: RunControl) -> None:
        nonlocal asked_at
        event = entry.event
        if event.kind == "quote_noted":
            seen.add((event.kind, event.researcher))
        elif event.kind == "finding_arrived":
            seen.add((event.kind, event.finding.researcher))
            if event.finding.error is not None:
                stopped_at.append(entry.at)
        if not asked_at and seen >= ready:
            asked_at = entry.at
            control.finish_now()

    run = await watch(here.start(), react)
    assert run.state == "done"
    stopped = [view for view in run.waves[0].researchers if view.state == "stopped"]
    assert [view.researcher for view in stopped] == [1, 2]
    assert all(view.finding.sources for view in stopped)
    assert max(stopped_at) - asked_at < 1.0
    decision = run.waves[0].decision
    assert (decision.by, decision.with_gaps) == ("user", True)
    assert not any(asked.startswith("review") for asked in here.minds.asked)


async def test_retry_gives_a_hanging_researcher_a_new_sandbox(bench_of: BenchMaker):
    here = bench_of((*FOUR[:3], "hang at the pier"))
    retried: list[ev.JournalEntry] = []

    def react(entry: ev.JournalEntry, control: RunControl) -> None:
        if entry.event.kind == "quote_noted" and entry.event.researcher == 4 and not retried:
            retried.append(entry)
            control.retry(1, 4)
        elif entry.event.kind == "sandbox_started" and entry.event.attempt == 2:
            control.finish_now()

    run = await watch(here.start(), react)
    view = run.waves[0].researchers[3]
    assert (view.attempt, view.state) == (2, "stopped")
    assert len({sandbox.id for sandbox in here.taken}) == 5


async def test_the_plan_waits_for_the_user_and_takes_his_changes(bench_of: BenchMaker):
    here = bench_of()

    def react(entry: ev.JournalEntry, control: RunControl) -> None:
        if entry.event.kind == "questions_planned":
            assert here.taken == []
            control.approve_plan(1, ("how high is the mast?",))

    run = await watch(here.start(RunOptions(review_plan=True)), react)
    assert [view.question for view in run.waves[0].researchers] == ["how high is the mast?"]
    assert run.state == "done"


async def interrupted(
    here: Bench, until: Callable[[ev.JournalEntry], bool], options: RunOptions | None = None
) -> str:
    """Work on a run until an entry, then leave it as a killed window would; return its id."""
    run = here.start(options)
    async with asyncio.timeout(30), contextlib.aclosing(run.entries()) as entries:
        async for entry in entries:
            if until(entry):
                break
    assert here.journal.run(run.run_id).state == "interrupted"
    return run.run_id


async def test_a_paused_plan_waits_again_after_a_restart(bench_of: BenchMaker):
    here = bench_of()
    run_id = await interrupted(here, lambda e: e.event.kind == "questions_planned", RunOptions(review_plan=True))

    def react(entry: ev.JournalEntry, control: RunControl) -> None:
        if entry.event.kind == "run_resumed":
            control.approve_plan(1, FOUR[:2])

    run = await watch(here.resume(run_id), react)
    assert (run.state, len(run.waves[0].researchers)) == ("done", 2)
    assert here.minds.asked.count("plan") == 1


@pytest.mark.parametrize("kind", ["questions_planned", "search_answered", "finding_arrived", "wave_collected"])
async def test_a_resumed_run_pays_for_nothing_twice_and_ends_the_same(
    bench_of: BenchMaker, kind: str, tmp_path: Path
):
    here = bench_of(FOUR, MORE)
    run_id = await interrupted(here, lambda entry: entry.event.kind == kind)
    resumed = await watch(here.resume(run_id))

    assert resumed.state == "done"
    assert len(here.shelf.searches) == len(set(here.shelf.searches)) == 6
    assert here.minds.asked == ["plan", "review 1 (1 left)", "review 2 (0 left)", "write"]
    undisturbed = Bench(tmp_path / "other", ScriptedMinds(FOUR, (MORE,)))
    try:
        assert (await watch(undisturbed.start())).report == resumed.report
    finally:
        await undisturbed.aclose()


async def test_stopping_keeps_the_run_and_resume_stands_where_stop_stood(bench_of: BenchMaker):
    here = bench_of((*FOUR[:3], "hang at the pier"))
    run = here.start()
    stopped_at = 0.0

    arrived: list[ev.JournalEntry] = []

    def react(entry: ev.JournalEntry, control: RunControl) -> None:
        nonlocal stopped_at
        if entry.event.kind == "finding_arrived":
            arrived.append(entry)
        if len(arrived) == 3 and here.shelf.hanging.is_set() and not stopped_at:
            stopped_at = time.monotonic()
            run.stop()

    stopped = await watch(run, react)
    assert time.monotonic() - stopped_at < 3.0
    assert stopped.state == "cancelled"
    assert all(not sandbox.alive for sandbox in here.taken)
    assert here.journal.run(run.run_id).state == "cancelled"

    def finish(entry: ev.JournalEntry, control: RunControl) -> None:
        if entry.event.kind == "run_resumed":
            resumed.append(entry)
        elif resumed and entry.event.kind == "sandbox_started":
            control.finish_now()

    resumed: list[ev.JournalEntry] = []
    done = await watch(here.resume(run.run_id), finish)
    assert done.state == "done"
    assert [view.state for view in done.waves[0].researchers] == ["done", "done", "done", "stopped"]
    assert len(here.taken) == 5


async def test_overruling_a_finished_run_writes_a_second_version(bench_of: BenchMaker):
    here = bench_of()
    first = await watch(here.start())
    again = here.resume(first.run_id)
    again.control.give_verdict(1, MORE.model_copy(update={"follow_up_questions": ("how old is the wall?",)}))
    seen: list[int] = []
    second = await watch(again, lambda entry, control: seen.append(entry.seq))
    assert seen == list(range(1, len(seen) + 1))
    assert (second.state, second.versions, len(second.waves)) == ("done", 2, 2)
    assert "The wall is 4.2 m high" in second.report.markdown
    assert here.minds.asked.count("plan") == 1


async def test_resuming_a_finished_run_only_shows_it(bench_of: BenchMaker):
    here = bench_of()
    first = await watch(here.start())
    assert await watch(here.resume(first.run_id)) == first
    assert here.journal.run(first.run_id).state == "done"
    assert len(here.taken) == 4


async def test_a_planner_that_fails_ends_the_run_with_its_sentence(bench_of: BenchMaker):
    here = bench_of()
    here.minds.failure = ModelError("bad_key", "The key was not accepted.", "Check it in Settings, Model.")
    run = await watch(here.start())
    assert (run.state, run.error.kind) == ("failed", "bad_key")
    here.minds.failure = None
    assert (await watch(here.resume(run.run_id))).state == "done"


async def test_too_few_questions_are_not_a_plan(bench_of: BenchMaker):
    run = await watch(bench_of(FOUR[:3]).start())
    assert run.state == "failed"
    assert "3 questions" in run.error.title


async def test_a_review_that_fails_lets_the_report_be_written_with_gaps(bench_of: BenchMaker):
    here = bench_of()
    here.minds.review_failure = ModelError("timeout", "The model did not answer in time.")
    run = await watch(here.start())
    assert run.state == "done"
    assert run.waves[0].decision.with_gaps
    assert "did not answer in time" in run.waves[0].decision.rationale


@pytest.mark.parametrize("topic", ["", "   \n", "x" * (MAX_TOPIC_CHARS + 1), "x" * 20_000])
async def test_a_topic_that_cannot_be_used_is_refused_before_anything_is_written(bench_of: BenchMaker, topic: str):
    from engine.run import Run

    here = bench_of()
    with pytest.raises(InputError):
        Run.start(here.journal, here, topic, RunOptions())
    assert here.journal.runs() == []


async def test_live_and_replayed_runs_look_the_same(bench_of: BenchMaker):
    here = bench_of(FOUR, MORE)
    live = await watch(here.start())
    assert Fold().apply_all(here.journal.entries(live.run_id)).snapshot() == live
