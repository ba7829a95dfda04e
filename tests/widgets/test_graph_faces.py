"""What stages and cards say in every state of a run."""

from __future__ import annotations

import example_runs as runs
import pytest
from graph_cases import STATES, drawn, mixed, researcher, run_of

from engine.declaration import WORKFLOW
from engine.snapshot import ReportView, ResearcherView, RunSnapshot, StageWork, WaveView
from engine.values import ReviewDecision
from widgets.graph import card_words as words
from widgets.graph import nodes
from widgets.graph.faces import StageFace
from widgets.graph.unrolled import unroll

NOW_S = runs.NOW_S


def faces(run: RunSnapshot) -> dict[str, StageFace]:
    run = drawn(run)
    return nodes.faces(run, unroll(WORKFLOW, run.waves).nodes, NOW_S)


def preparing(**fields) -> RunSnapshot:
    return runs.planning().model_copy(
        update={"state": "preparing", "preparing": "Building the image: step 4", **fields}
    )


def writing(draft: str) -> RunSnapshot:
    return runs.writing().model_copy(update={"report": ReportView(version=1, draft=draft)})


def waiting_for_plan() -> RunSnapshot:
    wave = WaveView(wave=1, questions=runs.FIRST, waits_for_user=True)
    return runs.planning().model_copy(update={"state": "waiting_for_plan", "waves": (wave,)})


# --- planner ----------------------------------------------------------------------------------------------


def test_the_planner_tells_what_is_prepared_and_how_far_it_is():
    face = faces(preparing(preparing_percent=43))["planner"]
    assert (face.words(), face.percent, face.state) == ("Building the image: step 4", 43, "live")
    assert faces(preparing())["planner"].percent is None
    assert faces(preparing(preparing_percent=140))["planner"].percent == 100


def test_a_library_that_is_read_counts_its_documents():
    assert faces(preparing(library_reading=(30, 120)))["planner"].percent == 25
    assert faces(preparing(library_reading=(30, 0)))["planner"].percent is None


def test_nothing_is_prepared_in_a_run_that_has_ended():
    assert faces(preparing(state="cancelled"))["planner"].words() == "Stopped"


@pytest.mark.parametrize(
    ("run", "said", "state"),
    [
        (runs.planning(), "Splits the topic into questions", "live"),
        (waiting_for_plan(), "Waits for you, 5 questions", "user"),
        (runs.running_first(), "5 questions", "done"),
        (runs.running_second(), "5 questions, then 4 more", "done"),
        (runs.three_waves(), "11 questions, in 3 waves", "done"),
        (run_of([mixed(3)], runs.MORE), "3 questions, Plans wave 2", "live"),
        (runs.planning().model_copy(update={"state": "failed"}), "No questions", "failed"),
        (runs.planning().model_copy(update={"state": "cancelled"}), "Stopped", "stopped"),
        (runs.planning().model_copy(update={"state": "interrupted"}), "Stopped", "stopped"),
    ],
)
def test_the_planner_in_every_state(run, said, state):
    face = faces(run)["planner"]
    assert (face.words(), face.state) == (said, state)


def test_the_planner_and_the_reviewer_tell_how_long_they_took():
    works = (
        StageWork(role="planner", number=1, started_at=NOW_S - 90, ended_at=NOW_S - 83),
        StageWork(role="planner", number=2, started_at=NOW_S - 40, ended_at=NOW_S - 34),
        StageWork(role="reviewer", number=1, started_at=NOW_S - 45, ended_at=NOW_S - 40),
    )
    found = faces(runs.running_second().model_copy(update={"stages": works}))
    assert found["planner"].lines == (("5 questions, 7 s", "5 questions"), ("then 4 more, 6 s", "then 4 more"))
    assert found["reviewer-1"].words() == "Read wave 1 in 5 s"


# --- collector, reviewer, writer --------------------------------------------------------------------------


def test_the_collector_counts_answers():
    found = faces(runs.running_second())
    assert (found["collector-1"].words(), found["collector-2"].words()) == ("5 of 5 answers", "1 of 4 answers")
    assert faces(runs.planning())["collector-1"].words() == "Waits"


@pytest.mark.parametrize(
    ("decision", "said", "state"),
    [
        (runs.MORE, "Read wave 1", "review"),
        (runs.APPROVED, "Approved", "approved"),
        (runs.APPROVED.model_copy(update={"by": "user"}), "Approved by you", "approved"),
        (runs.APPROVED.model_copy(update={"with_gaps": True}), "Approved with gaps", "done"),
    ],
)
def test_the_reviewer_after_its_verdict(decision, said, state):
    face = faces(run_of([mixed(3)], decision))["reviewer-1"]
    assert (face.words(), face.state) == (said, state)


def test_the_reviewer_before_its_verdict():
    run = runs.running_first()
    assert faces(run)["reviewer-1"].words() == "Waits for all 5"
    begun = run.model_copy(
        update={
            "state": "reviewing",
            "waves": (run.waves[0].model_copy(update={"collected": True, "review_started": True}),),
            "stages": (StageWork(role="reviewer", number=1, started_at=NOW_S - 5),),
        }
    )
    face = faces(begun)["reviewer-1"]
    assert (face.words(), face.state) == ("Reads wave 1 · 0:05", "live")
    assert faces(begun.model_copy(update={"state": "cancelled"}))["reviewer-1"].state == "stopped"
    assert faces(run.model_copy(update={"state": "failed"}))["reviewer-1"].words() == "Not reached"


@pytest.mark.parametrize(
    ("run", "said", "state"),
    [
        (runs.running_second(), "After approval", "waiting"),
        (writing(""), "Writes the report", "live"),
        (writing("Two words"), "Writes: 2 words", "live"),
        (runs.finished(), "Report written", "done"),
        (runs.broken(), "Not reached", "waiting"),
        (runs.writing().model_copy(update={"state": "failed"}), "Stopped early", "failed"),
        (runs.writing().model_copy(update={"state": "cancelled"}), "Stopped early", "stopped"),
    ],
)  # fmt: skip
def test_the_writer_in_every_state(run, said, state):
    face = faces(run)["writer"]
    assert (face.words(), face.state) == (said, state)


def test_a_second_report_is_called_by_its_version():
    run = runs.finished()
    second = run.model_copy(update={"report": run.report.model_copy(update={"version": 2})})
    assert faces(second)["writer"].words() == "Version 2, Report written"


# --- cards ------------------------------------------------------------------------------------------------


def test_every_state_of_a_card_has_a_word_of_its_own():
    said = {words.spoken(researcher(1, 1, state)).split(",")[1].split(":")[0].strip() for state in STATES}
    assert said == {"Waiting", "Starting", "Searching", "Reading", "Answering", "Done", "Failed", "Stopped"}


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("waiting", ("Waiting",)),
        ("reading", ("Reading · 3 sources · 0:50", "3 sources · 0:50")),
        ("done", ("1 source · confidence 0.82 · 0:29", "1 source · 0:29")),
        ("failed", ("No usable answer twice · 0:29", "Failed · 0:29")),
        ("stopped", ("Stopped · 0:29",)),
    ],
)
def test_a_small_card_says_sources_confidence_and_time_in_its_head(state, said):
    assert words.meta_words(researcher(1, 1, state), NOW_S, has_foot=False) == said


@pytest.mark.parametrize(
    ("state", "foot"),
    [
        ("waiting", ("", "", "text3")),
        ("searching", ("Searching: field trials", "3 sources", "text3")),
        ("done", ("1 source", "confidence 0.82", "text3")),
        ("failed", ("No usable answer twice · 1 source kept", "", "danger")),
        ("stopped", ("Stopped by you · 1 source kept", "", "text3")),
    ],
)
def test_a_large_card_says_it_at_its_foot(state, foot):
    view = researcher(1, 1, state)
    assert words.foot_words(view) == foot
    head = {"waiting": "Waiting", "searching": "0:50"}.get(state, "0:29")
    assert words.meta_words(view, NOW_S, has_foot=True) == (head,)


def test_a_researcher_without_confidence_claims_none():
    view = researcher(1, 1, "done")
    assert view.finding is not None
    unsure = view.model_copy(update={"finding": view.finding.model_copy(update={"confidence": None})})
    assert words.meta_words(unsure, NOW_S, has_foot=False) == ("1 source · 0:29",)


def test_what_there_is_no_room_for_is_in_the_tooltip():
    view = researcher(1, 3, "done").model_copy(update={"refused": 2, "attempt": 2})
    tip = words.tooltip(view)
    for part in (
        "1.3",
        "Done",
        view.question,
        "1 source",
        "confidence 0.82",
        "2 refused calls",
        "Took 29 s",
        "Attempt 2",
    ):
        assert part in tip


# --- edges ------------------------------------------------------------------------------------------------


def test_who_stopped_sent_no_answer():
    stopped = next(view for wave in runs.stopped().waves for view in wave.researchers if view.state == "stopped")
    assert nodes.answer_edge(stopped) == "waiting"


def test_questions_without_researchers_are_drawn_as_waiting_whoever_has_begun():
    begun = ResearcherView(wave=1, researcher=2, question=runs.FIRST[1], state="searching", started_at=NOW_S)
    wave = WaveView(wave=1, questions=runs.FIRST[:3], researchers=(begun,))
    filled = nodes.drawn_waves(runs.planning().model_copy(update={"waves": (wave,)}))[0].researchers
    assert [(view.researcher, view.state) for view in filled] == [(1, "waiting"), (2, "searching"), (3, "waiting")]


@pytest.mark.parametrize(
    ("last", "live"),
    [(None, False), (runs.MORE, True), (ReviewDecision(status="approved", rationale="All is there."), False)],
)
def test_the_planner_works_again_after_a_wish_for_more(last, live):
    assert (faces(run_of([mixed(2)], last))["planner"].state == "live") is live
