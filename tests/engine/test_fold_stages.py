"""The fold: what the stages took, whose clock stands still while nobody works, and what older journals say."""

from __future__ import annotations

import json

import pytest

from engine import events as ev
from engine.activity import is_told
from engine.errors import Trouble
from engine.fold import Fold
from engine.snapshot import StageWork
from engine.values import Audit, Finding, ReviewDecision, RunOptions
from researcher_container.contract import Usage

ASKED = ev.ResearchAsked(run_id="r", topic="tides", options=RunOptions())
PLANNED = ev.QuestionsPlanned(wave=1, questions=("a?", "b?"))
APPROVED = ev.PlanApproved(wave=1, questions=("a?", "b?"))
DECIDED = ev.ReviewDecided(wave=1, decision=ReviewDecision(status="approved", rationale="fine"))


def at(*timed: tuple[float, ev.Event]) -> list[ev.JournalEntry]:
    return [ev.JournalEntry(seq=seq, at=when, event=event) for seq, (when, event) in enumerate(timed, 1)]


def started(researcher: int, attempt: int = 1) -> ev.ResearcherStarted:
    return ev.ResearcherStarted(wave=1, researcher=researcher, attempt=attempt, question="a?")


def found(researcher: int) -> ev.FindingArrived:
    return ev.FindingArrived(finding=Finding(wave=1, researcher=researcher, question="a?", answer="yes"))


def answered(role: str, wave: int = 0, researcher: int = 0, cost: float | None = None) -> ev.ModelAnswered:
    return ev.ModelAnswered(role=role, wave=wave, researcher=researcher, model=f"m-{role}", cost_usd=cost,
                            usage=Usage(input_tokens=100, output_tokens=10))  # fmt: skip


WHOLE = at(
    (100, ASKED),
    (101, ev.PlanningStarted(wave=1)),
    (104, answered("planner", 1, cost=0.01)),
    (105, PLANNED),
    (105, APPROVED),
    (106, started(1)),
    (106, started(2)),
    (107, answered("researcher", 1, 1)),
    (110, found(1)),
    (120, found(2)),
    (121, ev.WaveCollected(wave=1, sources=())),
    (121, ev.ReviewStarted(wave=1)),
    (125, answered("reviewer", 1)),
    (125, answered("reviewer", 1)),
    (126, DECIDED),
    (127, ev.WritingStarted(version=1)),
    (140, answered("writer")),
    (141, ev.ReportFinished(version=1, markdown="# T", audit=Audit(), sources=())),
)


def times(work: StageWork) -> tuple[float | None, float | None]:
    return work.started_at, work.ended_at


def test_every_stage_has_its_times_its_model_and_its_use():
    run = Fold().apply_all(WHOLE).snapshot()
    assert times(run.stage("planner", 1)) == (101, 105)
    assert times(run.stage("collector", 1)) == (110, 121)
    assert times(run.stage("reviewer", 1)) == (121, 126)
    assert times(run.stage("writer", 1)) == (127, 141)
    assert (run.stage("planner", 1).model, run.stage("planner", 1).usage.cost_usd) == ("m-planner", 0.01)
    assert run.stage("reviewer", 1).usage.calls == 2
    assert run.stage("writer", 1).usage.input_tokens == 100
    assert run.waves[0].researchers[0].model == "m-researcher"
    assert times(run.stage("reviewer", 7)) == (None, None)


def test_a_snapshot_at_every_step_changes_nothing():
    fold = Fold()
    for entry in WHOLE:
        fold.apply(entry)
        fold.snapshot()
        fold.snapshot(interrupted=True)
    assert fold.snapshot() == Fold().apply_all(WHOLE).snapshot()


def test_a_planner_that_is_cut_off_ends_with_its_process_and_begins_again():
    fold = Fold().apply_all(WHOLE[:3])
    assert times(fold.snapshot().stage("planner", 1)) == (101, None)
    assert times(fold.snapshot(interrupted=True).stage("planner", 1)) == (101, 104)
    fold.apply(ev.JournalEntry(seq=4, at=500, event=ev.RunResumed()))
    assert times(fold.snapshot().stage("planner", 1)) == (101, 104)
    fold.apply(ev.JournalEntry(seq=5, at=501, event=ev.PlanningStarted(wave=1)))
    assert times(fold.snapshot().stage("planner", 1)) == (501, None)
    assert fold.snapshot().stage("planner", 1).usage.calls == 1  # what was paid for stays paid for


@pytest.mark.parametrize("ending", [ev.RunCancelled(), ev.RunFailed(error=Trouble(kind="x", title="X."))])
def test_whoever_is_at_work_ends_with_the_run(ending):
    fold = Fold().apply_all([*WHOLE[:12], ev.JournalEntry(seq=13, at=130, event=ending)])
    assert times(fold.snapshot().stage("reviewer", 1)) == (121, 130)


def test_a_new_plan_takes_back_what_rests_on_the_old_one():
    fold = Fold().apply_all([*WHOLE, ev.JournalEntry(seq=19, at=200, event=PLANNED)])
    run = fold.snapshot()
    assert times(run.stage("collector", 1)) == times(run.stage("reviewer", 1)) == (None, None)
    assert times(run.stage("planner", 1)) == (101, 105)
    assert run.stage("reviewer", 1).usage.calls == 2


def test_a_researcher_that_tries_again_opens_collecting_and_review():
    fold = Fold().apply_all([*WHOLE, ev.JournalEntry(seq=19, at=200, event=started(2, attempt=2))])
    run = fold.snapshot()
    assert times(run.stage("collector", 1)) == times(run.stage("reviewer", 1)) == (None, None)
    assert [step.what for step in run.waves[0].researchers[1].steps] == ["attempt"]
    assert run.waves[0].researchers[1].steps[0].attempt == 2


def test_a_retried_researchers_clock_stands_while_it_did_not_work():
    fold = Fold().apply_all([*WHOLE, ev.JournalEntry(seq=19, at=9_000, event=started(2, attempt=2))])
    view = fold.snapshot().waves[0].researchers[1]
    assert (view.started_at, view.ended_at, view.rested_s) == (106, None, 9_000 - 120)


def test_a_resumed_researchers_clock_stands_from_the_last_word_of_the_dead_process():
    fold = Fold().apply_all(WHOLE[:8])
    fold.apply(ev.JournalEntry(seq=9, at=5_000, event=ev.RunResumed()))
    waiting = fold.snapshot().waves[0].researchers[0]
    assert (waiting.state, waiting.started_at, waiting.ended_at) == ("waiting", 106, 107)
    fold.apply(ev.JournalEntry(seq=10, at=5_002, event=started(1)))
    working = fold.snapshot().waves[0].researchers[0]
    assert (working.state, working.ended_at, working.rested_s) == ("starting", None, 5_002 - 107)
    assert fold.snapshot().rests == ((107, 5_000),)


def test_who_was_stopped_waits_again_when_the_run_goes_on_and_who_answered_does_not():
    fold = Fold().apply_all(WHOLE[:9])
    fold.apply(ev.JournalEntry(seq=10, at=130, event=ev.RunCancelled()))
    fold.apply(ev.JournalEntry(seq=11, at=900, event=ev.RunResumed()))
    first, second = fold.snapshot().waves[0].researchers
    assert (first.state, second.state, second.ended_at) == ("done", "waiting", 130)


def test_the_timeline_holds_figures_not_only_words():
    opened = ev.PageOpened(wave=1, researcher=1, ref="r1", url="https://t.example/", title="T", size_bytes=41_000,
                           sha256="s")  # fmt: skip
    refused = ev.CallRefused(wave=1, researcher=1, call="fetch", target="http://10.0.0.1/", why="private")
    waited = ev.ModelWaiting(until=160, why="Too many requests.", wave=1, researcher=1)
    searched = ev.SearchAnswered(wave=1, researcher=1, query="tide", results=1)
    fold = Fold().apply_all([*WHOLE[:8], *at((108, searched), (109, opened), (110, refused), (111, waited))])
    steps = fold.snapshot().waves[0].researchers[0].steps
    assert [step.what for step in steps] == ["searched", "opened", "refused", "waiting"]
    assert (steps[0].results, steps[0].detail) == (1, "1 result")
    assert (steps[1].size_bytes, steps[2].call, steps[3].until) == (41_000, "fetch", 160)


@pytest.mark.parametrize(
    ("documents", "total", "words"),
    [(120, 530, "120 of 530 documents"), (1, 1, "1 of 1 document"), (1, 0, "1 document"), (0, 0, "0 documents")],
)
def test_progress_of_the_library_reads_as_a_sentence(documents, total, words):
    fold = Fold().apply_all(at((1, ASKED), (2, ev.LibraryIndexed(documents=documents, total=total, final=False))))
    run = fold.snapshot()
    assert (run.preparing, run.library_reading) == (f"Reading the library: {words}", (documents, total))
    fold.apply(ev.JournalEntry(seq=3, at=3, event=ev.LibraryIndexed(documents=total)))
    assert (fold.snapshot().preparing, fold.snapshot().library_reading) == ("", None)


def test_lines_of_the_activity_are_counted():
    fold = Fold().apply_all(WHOLE)
    assert fold.snapshot().activity == sum(is_told(entry.event) for entry in WHOLE) == 8


def test_an_older_journal_folds_without_what_it_did_not_tell():
    old = [
        {"kind": "library_indexed", "documents": 3, "final": False},
        {"kind": "model_waiting", "until": 5.0, "why": "busy"},
        {"kind": "questions_planned", "wave": 1, "questions": ["a?"]},
        {"kind": "review_decided", "wave": 1, "decision": {"status": "approved", "rationale": "fine"}},
    ]
    events = [ev.EVENT.validate_json(json.dumps(line)) for line in old]
    fold = Fold().apply_all(at((1, ASKED), *((2 + place, event) for place, event in enumerate(events))))
    run = fold.snapshot()
    assert run.preparing == "Reading the library: 3 documents"
    assert times(run.stage("planner", 1)) == (None, 4)
    assert times(run.stage("reviewer", 1)) == (None, 5)
