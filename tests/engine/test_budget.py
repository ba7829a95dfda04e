"""The soft budget: told near its end, wrapped up at it, gone on with when it is raised."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from engine import events as ev
from engine.agents.port import Emit, PlanTask, ReviewTask
from engine.budget import BudgetWatch
from engine.control import RunControl
from engine.errors import Trouble
from engine.fold import Fold
from engine.run import Run
from engine.values import Budget, ResearchQuestions, ReviewDecision, RunOptions
from researcher_container.contract import Usage
from tests.engine.bench import Bench, ScriptedMinds, watch

FOUR = ("how high is the tide?", "how wide is the bay?", "how deep is the port?", "how long is the pier?")
MORE = ReviewDecision(
    status="needs_more_research",
    rationale="The wall is missing.",
    follow_up_questions=("how old is the wall?", "how thick is the gate?"),
)
BenchMaker = Callable[..., "Bench"]


class ManualClock:
    """A clock that stands until it is told to go on."""

    def __init__(self) -> None:
        self.time = 0.0
        self._sleeping: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleeping.append((self.time + seconds, woken))
        await woken

    def advance(self, seconds: float) -> None:
        self.time += seconds
        for until, woken in self._sleeping:
            if until <= self.time and not woken.done():
                woken.set_result(None)


class SpendingMinds(ScriptedMinds):
    """Minds that use so many tokens a step."""

    def __init__(self, questions: tuple[str, ...], decisions: tuple[ReviewDecision, ...], **tokens: int) -> None:
        super().__init__(questions, decisions)
        self.tokens = tokens

    async def plan(self, task: PlanTask, emit: Emit) -> ResearchQuestions:
        emit(answered("planner", self.tokens.get("plan", 0)))
        return await super().plan(task, emit)

    async def review(self, task: ReviewTask, emit: Emit) -> ReviewDecision:
        decision = await super().review(task, emit)
        emit(answered("reviewer", self.tokens.get("review", 0)))
        return decision


def answered(role: str, tokens: int, cost_usd: float | None = None) -> ev.ModelAnswered:
    return ev.ModelAnswered(role=role, usage=Usage(input_tokens=tokens), cost_usd=cost_usd)


@pytest.fixture
async def bench_of(tmp_path: Path) -> AsyncIterator[BenchMaker]:
    made: list[Bench] = []

    def make(*decisions: ReviewDecision, questions: tuple[str, ...] = FOUR, **tokens: int) -> Bench:
        minds = SpendingMinds(questions, decisions, **tokens)
        made.append(Bench(tmp_path / str(len(made)), minds, scripted=True))
        return made[-1]

    yield make
    for one in made:
        assert all(not sandbox.alive for sandbox in one.taken)
        await one.aclose()


def options(**limits: float) -> RunOptions:
    return RunOptions(mode="model", budget=Budget(**limits))


# --- what is used -----------------------------------------------------------------------------------------


def entry(at: float, event: ev.Event) -> ev.JournalEntry:
    return ev.JournalEntry(seq=1, at=at, event=event)


def news_of(budget: BudgetWatch) -> list[tuple[str, str]]:
    return [(event.limit, event.stage) for event in budget.news() if isinstance(event, ev.BudgetUsed)]


def test_each_stage_is_told_once_and_a_limit_that_is_up_is_not_near():
    budget = BudgetWatch(Budget(tokens=1_000, usd=0.5), lambda: 0.0)
    budget.observe(answered("planner", 799, 0.1))
    assert news_of(budget) == []
    budget.observe(answered("planner", 1, 0.35))
    assert news_of(budget) == [("usd", "up"), ("tokens", "near")]
    assert news_of(budget) == []
    budget.observe(answered("researcher", 100))
    assert news_of(budget) == [("tokens", "up")]


def test_the_notice_says_in_words_what_is_used_and_what_follows():
    budget = BudgetWatch(Budget(tokens=20_000), lambda: 0.0)
    budget.observe(answered("planner", 16_200))
    budget.observe(answered("planner", 0))
    near = budget.news()[1]
    assert isinstance(near, ev.NoticeRaised)
    assert (near.level, near.key) == ("warning", "budget")
    assert "16,200 tokens of 20,000 tokens" in near.text
    budget.observe(answered("reviewer", 2_000))
    up = budget.news()[1]
    assert isinstance(up, ev.NoticeRaised)
    assert "The report is written from what there is" in up.text
    assert up.key == near.key


def test_the_writer_is_exempt():
    budget = BudgetWatch(Budget(tokens=100), lambda: 0.0)
    budget.observe(ev.WritingStarted(version=1))
    budget.observe(answered("writer", 5_000))
    assert budget.news() == []


def test_minutes_count_work_and_neither_rest_nor_the_users_time():
    clock = ManualClock()
    budget = BudgetWatch(Budget(), clock.now)
    asked = ev.ResearchAsked(run_id="r", topic="t", options=options(minutes=10))
    for at, event in (
        (1_000, asked),
        (1_060, ev.QuestionsPlanned(wave=1, questions=("a?",), waits_for_user=True)),  # a minute
        (1_660, ev.PlanApproved(wave=1, questions=("a?",), by_user=True)),  # ten for the user
        (1_720, answered("planner", 1)),  # a minute
        (90_000, ev.RunResumed()),  # a day at rest
        (90_060, answered("planner", 1)),  # a minute
    ):
        budget.replay(entry(at, event))
    budget.begin()
    assert budget.used("minutes") == pytest.approx(3)
    clock.advance(120)
    assert budget.used("minutes") == pytest.approx(5)
    assert budget.seconds_left() == pytest.approx(180)
    budget.observe(ev.QuestionsPlanned(wave=2, questions=("a?",), waits_for_user=True))
    clock.advance(3_600)
    assert budget.used("minutes") == pytest.approx(5)
    budget.observe(ev.PlanApproved(wave=2, questions=("a?",)))
    clock.advance(60)
    assert budget.used("minutes") == pytest.approx(6)


# --- what a run does ----------------------------------------------------------------------------------------


async def test_near_its_limit_a_run_goes_on_as_it_would(bench_of: BenchMaker):
    here = bench_of(plan=850)
    run = await watch(here.start(options(tokens=1_000)))
    assert (run.state, run.limit_reached, run.finish_now) == ("done", "", False)
    assert [view.state for view in run.waves[0].researchers] == ["done"] * 4
    assert [notice.key for notice in run.notices] == ["budget"]
    assert here.minds.asked == ["plan", "review 1 (1 left)", "write"]


async def test_at_its_limit_a_run_asks_for_no_further_wave_and_writes(bench_of: BenchMaker):
    here = bench_of(MORE, plan=100, review=900)
    run = await watch(here.start(options(tokens=1_000)))
    assert (run.state, run.limit_reached, len(run.waves)) == ("done", "tokens", 1)
    decision = run.waves[0].decision
    assert (decision.status, decision.by, decision.with_gaps) == ("approved", "limit", True)
    assert "The wall is missing." in decision.rationale
    assert here.minds.asked == ["plan", "review 1 (1 left)", "write"]
    assert "The tide is 4.2 m high" in run.report.markdown
    assert Fold().apply_all(here.journal.entries(run.run_id)).snapshot() == run


async def test_researchers_at_work_hand_in_what_they_have_read(bench_of: BenchMaker):
    here = bench_of(questions=("hang at the pier", "hang in the bay", *FOUR[:2]))
    clock = ManualClock()
    seen: list[int] = []

    def react(entry: ev.JournalEntry, control: RunControl) -> None:
        if entry.event.kind in ("quote_noted", "finding_arrived"):
            seen.append(entry.seq)
            if len(seen) == 6:
                clock.advance(60)

    run = await watch(Run.start(here.journal, here, "tides", options(minutes=1), clock=clock), react)
    assert (run.state, run.limit_reached) == ("done", "minutes")
    stopped = [view for view in run.waves[0].researchers if view.state == "stopped"]
    assert [view.finding.error.title for view in stopped] == ["Stopped: limit reached."] * 2
    assert all(view.finding.sources for view in stopped)
    assert run.waves[0].decision.by == "limit"
    assert "2 of 4 questions are answered" in run.waves[0].decision.rationale
    assert not any(asked.startswith("review") for asked in here.minds.asked)


async def cut_off(here: Bench, kind: str, wanted: RunOptions) -> str:
    """Work on a run until an event, then leave it as a killed window would; return its id."""
    run = here.start(wanted)
    async with asyncio.timeout(30), contextlib.aclosing(run.entries()) as entries:
        async for shown in entries:
            if shown.event.kind == kind:
                break
    return run.run_id


async def test_a_run_resumed_past_its_budget_goes_on_writing(bench_of: BenchMaker):
    here = bench_of(MORE, plan=950)
    run_id = await cut_off(here, "budget_used", options(tokens=1_000))
    run = await watch(here.resume(run_id))
    assert (run.state, run.limit_reached, len(run.waves)) == ("done", "tokens", 1)
    assert [view.finding.error.kind for view in run.waves[0].researchers] == ["limit"] * 4
    assert sum(e.event.kind == "budget_used" for e in here.journal.entries(run_id)) == 1


async def test_a_larger_budget_goes_on_with_the_research_it_had_ended(bench_of: BenchMaker):
    here = bench_of(MORE, plan=950)
    ended = await watch(here.start(options(tokens=1_000)))
    assert (ended.state, ended.versions, ended.sources) == ("done", 1, ())
    # As much as before, or a budget that is used up as well, changes nothing.
    for same in (None, options(tokens=1_000), options(tokens=1_050)):
        assert (await watch(here.resume(ended.run_id, same))).versions == 1
    run = await watch(here.resume(ended.run_id, options(tokens=50_000)))
    assert (run.state, run.versions, run.limit_reached, run.finish_now) == ("done", 2, "", False)
    assert [view.state for wave in run.waves for view in wave.researchers] == ["done"] * 6
    assert here.minds.asked.count("plan") == 1
    assert [wave.decision.by for wave in run.waves] == ["reviewer", "reviewer"]


async def test_a_review_that_the_budget_ended_is_made_with_a_larger_one(bench_of: BenchMaker):
    here = bench_of(MORE, MORE, plan=100, review=850)
    ended = await watch(here.start(options(tokens=1_000)))
    assert (ended.limit_reached, len(ended.waves)) == ("tokens", 1)
    run = await watch(here.resume(ended.run_id, options()))
    assert (run.state, len(run.waves), run.versions) == ("done", 2, 2)
    assert len(here.shelf.searches) == len(set(here.shelf.searches)) == 6


async def test_the_users_wish_for_more_goes_beyond_the_budget(bench_of: BenchMaker):
    here = bench_of(plan=100, review=850)
    ended = await watch(here.start(options(tokens=1_000)))
    again = here.resume(ended.run_id)
    again.control.give_verdict(1, MORE.model_copy(update={"follow_up_questions": ("how old is the wall?",)}))
    run = await watch(again)
    assert (run.state, len(run.waves), run.limit_reached) == ("done", 2, "")
    assert run.waves[1].researchers[0].state == "done"


def test_a_limit_is_known_again_and_lifted_by_another_budget():
    control = RunControl(lambda event: None)
    control.observe(ev.ResearchAsked(run_id="r", topic="t", options=options(tokens=10)))
    control.observe(ev.BudgetUsed(limit="tokens", stage="near", used=8, allowed=10))
    assert not control.finishing()
    control.observe(ev.BudgetUsed(limit="tokens", stage="up", used=9, allowed=10))
    assert (control.finishing(), control.limit()) == (True, "tokens")
    control.observe(ev.RunResumed())
    control.observe(ev.RunResumed(options=options(tokens=10)))
    assert control.limit() == "tokens"
    control.finish_now()
    assert (control.finishing(), control.limit()) == (True, "")
    control.observe(ev.RunResumed(options=options(tokens=20)))
    assert control.finishing()
    assert control.is_budget_raised()


def test_a_researcher_stopped_by_the_budget_looks_stopped():
    finding = ev.Finding(
        wave=1, researcher=1, question="a?", error=Trouble(kind="limit", title="Stopped: limit reached.")
    )
    events = (
        ev.ResearchAsked(run_id="r", topic="t", options=options(tokens=10)),
        ev.PlanApproved(wave=1, questions=("a?",)),
        ev.BudgetUsed(limit="tokens", stage="up", used=9, allowed=10),
        ev.FindingArrived(finding=finding),
    )
    run = Fold().apply_all(entry(1.0 + n, event) for n, event in enumerate(events)).snapshot()
    assert (run.waves[0].researchers[0].state, run.limit_reached, run.finish_now) == ("stopped", "tokens", True)
