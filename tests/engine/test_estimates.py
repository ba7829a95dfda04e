"""What a run will take is told from real journals of earlier runs, and never made up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.errors import Trouble
from engine.estimates import estimate
from engine.events import (
    Event,
    FinishNowAsked,
    ModelAnswered,
    PlanApproved,
    QuestionsPlanned,
    ReportFinished,
    ReportGrew,
    RunCancelled,
    RunFailed,
    RunResumed,
    VerdictGiven,
)
from engine.journal.figures import run_figures
from engine.journal.journal import Journal
from engine.values import Audit, Budget, Estimate, Prices, ReviewDecision, RunOptions
from researcher_container.contract import Usage

ONLINE = RunOptions(mode="model", model="large", web=True)
DONE = ReportFinished(version=1, markdown='# Done {"kind":"finish_now_asked"}', audit=Audit(), sources=())


class Past:
    """A journal whose clock the test sets."""

    def __init__(self, path: Path) -> None:
        self.path, self.now = path, 1_000.0
        self.journal = Journal(path, clock=lambda: self.now)

    def run(self, options: RunOptions, *happened: tuple[float, Event]) -> None:
        """Write a run; each event comes so many seconds after the one before."""
        run = self.journal.create_run("A topic", options)
        for after_s, event in happened:
            self.now += after_s
            run.append([event])
        run.release()

    def estimate(self, options: RunOptions) -> Estimate:
        return estimate(options, run_figures(self.path))


@pytest.fixture
def past(tmp_path: Path):
    made = Past(tmp_path / "dossier.db")
    yield made
    made.journal.close()


def asked(tokens_in: int, tokens_out: int, cost: float | None = None) -> ModelAnswered:
    usage = Usage(input_tokens=tokens_in, output_tokens=tokens_out)
    return ModelAnswered(role="researcher", model="large", usage=usage, cost_usd=cost)


def changed(options: RunOptions, **fields: Any) -> RunOptions:
    return options.model_copy(update=fields)


def test_the_median_of_runs_of_the_same_kind(past: Past):
    for duration_s, tokens in ((100, 1_000), (300, 9_000), (200, 2_000)):
        past.run(ONLINE, (duration_s, asked(tokens, tokens // 2, 0.1)), (0, asked(0, 0, 0.2)), (0, DONE))
    past.run(changed(ONLINE, depth="deep"), (9_000, DONE))
    past.run(changed(ONLINE, model="small"), (9_000, DONE))
    past.run(RunOptions(), (9_000, DONE))
    told = past.estimate(ONLINE)
    assert (told.runs, told.duration_s, told.calls, told.tokens) == (3, 200, 2, 3_000)
    assert told.cost_usd == pytest.approx(0.3)


def test_runs_of_the_same_sources_tell_more(past: Past):
    past.run(ONLINE, (100, DONE))
    past.run(changed(ONLINE, web=False, library=("/docs",)), (500, DONE))
    assert past.estimate(ONLINE).duration_s == 100
    assert past.estimate(changed(ONLINE, web=False, documents=("/a.pdf",))).duration_s == 500
    assert past.estimate(changed(ONLINE, web=False, hosted_search=True)).runs == 2


def test_pauses_for_the_user_and_rests_are_no_work(past: Past):
    past.run(
        ONLINE,
        (10, QuestionsPlanned(wave=1, questions=("Why?",), waits_for_user=True)),
        (3_600, PlanApproved(wave=1, questions=("Why?",), by_user=True)),
        (20, RunCancelled()),
        (86_400, RunResumed()),
        (30, ReportGrew(text="Done")),
        (0, DONE),
    )
    assert past.estimate(ONLINE).duration_s == 60


def test_the_time_until_one_more_wave_was_asked_for_is_no_work(past: Past):
    more = ReviewDecision(status="needs_more_research", rationale="More.", follow_up_questions=("Why?",), by="user")
    again = DONE.model_copy(update={"version": 2})
    past.run(ONLINE, (20, DONE), (86_400, VerdictGiven(wave=1, decision=more)), (10, again))
    assert past.estimate(ONLINE).duration_s == 30


def test_what_was_cut_short_or_failed_tells_nothing(past: Past):
    past.run(ONLINE, (5, FinishNowAsked()), (1, DONE))
    past.run(ONLINE, (5, RunFailed(error=Trouble(kind="model", title="No."))))
    past.run(ONLINE, (5, RunCancelled()))
    past.run(ONLINE)
    assert past.estimate(ONLINE).runs == 0


def test_a_cost_that_is_not_known_is_not_told(past: Past):
    past.run(ONLINE, (100, asked(1_000_000, 500_000, 0.1)), (0, asked(0, 0, None)), (0, DONE))
    assert past.estimate(ONLINE).cost_usd is None
    prices = Prices(input_usd_per_million=2.0, output_usd_per_million=8.0)
    assert past.estimate(changed(ONLINE, prices=prices)).cost_usd == pytest.approx(6.0)


def test_offline_costs_nothing_and_asks_no_model(past: Past):
    offline = RunOptions(library=("/docs",))
    assert past.estimate(offline) == Estimate(calls=0, tokens=0, cost_usd=0.0)
    past.run(offline, (40, DONE))
    assert past.estimate(offline) == Estimate(runs=1, duration_s=40, calls=0, tokens=0, cost_usd=0.0)


def test_without_a_run_the_limits_are_told(past: Past):
    quick = changed(ONLINE, depth="quick", max_waves=1)
    assert past.estimate(quick) == Estimate(calls=4 * (4 + 4) + 2 * 3)
    limited = changed(quick, budget=Budget(tokens=50_000, usd=2.0, minutes=10))
    told = past.estimate(limited)
    assert (told.duration_s, told.tokens, told.cost_usd) == (600, 50_000, 2.0)
    free = Prices(input_usd_per_million=0, output_usd_per_million=0)
    assert past.estimate(changed(limited, prices=free)).cost_usd == 0


def test_only_the_last_runs_count(past: Past):
    for _ in range(12):
        past.run(ONLINE, (1_000, DONE))
    for _ in range(9):
        past.now += 1
        past.run(ONLINE, (10, DONE))
    assert past.estimate(ONLINE).duration_s == 10


def test_a_journal_that_cannot_be_read_tells_nothing(tmp_path: Path):
    assert run_figures(tmp_path / "none.db") == ()
    (tmp_path / "broken.db").write_bytes(b"not a database at all" * 100)
    assert run_figures(tmp_path / "broken.db") == ()
