"""The fold: what a journal shows, live and replayed."""

from __future__ import annotations

from engine import events as ev
from engine.errors import Trouble
from engine.fold import Fold
from engine.values import Audit, Finding, ReviewDecision, RunOptions
from researcher_container.contract import Usage


def entries(*events: ev.Event) -> list[ev.JournalEntry]:
    return [ev.JournalEntry(seq=seq, at=100.0 + seq, event=event) for seq, event in enumerate(events, 1)]


ASKED = ev.ResearchAsked(run_id="r", topic="tides", options=RunOptions())
PLANNED = ev.QuestionsPlanned(wave=1, questions=("a?", "b?"))
APPROVED = ev.PlanApproved(wave=1, questions=("a?", "b?"))


def started(researcher: int, attempt: int = 1, wave: int = 1) -> ev.ResearcherStarted:
    return ev.ResearcherStarted(wave=wave, researcher=researcher, attempt=attempt, question="a?")


def found(researcher: int, error: Trouble | None = None) -> ev.FindingArrived:
    return ev.FindingArrived(finding=Finding(wave=1, researcher=researcher, question="a?", answer="yes", error=error))


WHOLE_RUN = entries(
    ASKED,
    ev.SandboxPreparing(text="Building", percent=10),
    ev.SandboxChosen(sandbox="docker", label="Isolated"),
    ev.PlanningStarted(wave=1),
    PLANNED,
    APPROVED,
    started(1),
    started(2),
    ev.SandboxStarted(wave=1, researcher=1, attempt=1, sandbox_id="c1", sandbox="docker"),
    ev.ResearcherMoved(wave=1, researcher=1, state="searching", text="tide"),
    ev.SearchAnswered(wave=1, researcher=1, query="tide", results=1),
    ev.PageOpened(wave=1, researcher=1, ref="r1", url="https://t.example/", title="T", size_bytes=3, sha256="s"),
    ev.CallRefused(wave=1, researcher=1, call="fetch", target="http://10.0.0.1/", why="private"),
    ev.ModelAnswered(role="researcher", wave=1, researcher=1, usage=Usage(input_tokens=10, output_tokens=5)),
    found(1),
    found(2, Trouble(kind="killed", title="Killed.")),
    ev.WaveCollected(wave=1, sources=()),
    ev.ReviewStarted(wave=1),
    ev.ReviewDecided(wave=1, decision=ReviewDecision(status="approved", rationale="fine")),
    ev.WritingStarted(version=1),
    ev.ReportGrew(text="# T"),
    ev.ReportGrew(text="ides"),
    ev.ReportFinished(version=1, markdown="# Tides", audit=Audit(citations=1, found=1), sources=()),
)


def test_a_whole_run_folds_to_what_happened():
    run = Fold().apply_all(WHOLE_RUN).snapshot()

    assert (run.state, run.topic, run.sandbox, run.preparing) == ("done", "tides", "docker", "")
    first, second = run.waves[0].researchers
    assert (first.state, first.pages, first.refused, first.sandbox_id) == ("done", 1, 1, "c1")
    assert [step.what for step in first.steps] == ["searched", "opened", "refused"]
    assert first.usage.input_tokens == 10
    assert second.state == "failed"
    assert run.allowed_calls == 3
    assert run.refusals == (("1.1", "fetch", "http://10.0.0.1/", "private"),)
    assert (run.report.markdown, run.report.draft, run.versions) == ("# Tides", "", 1)
    assert (run.started_at, run.ended_at) == (101.0, 123.0)


def test_folding_step_by_step_gives_the_same_as_folding_at_once():
    fold = Fold()
    for entry in WHOLE_RUN:
        fold.apply(entry)
        fold.snapshot()
    assert fold.snapshot() == Fold().apply_all(WHOLE_RUN).snapshot()


def test_unchanged_slices_are_the_same_objects():
    fold = Fold().apply_all(WHOLE_RUN[:8])
    before = fold.snapshot()
    fold.apply(WHOLE_RUN[8])
    after = fold.snapshot()
    assert after.waves[0].researchers[1] is before.waves[0].researchers[1]
    assert after.waves[0].researchers[0] is not before.waves[0].researchers[0]
    assert fold.snapshot().waves[0] is after.waves[0]


def test_states_follow_the_events():
    states = []
    fold = Fold()
    for entry in WHOLE_RUN:
        fold.apply(entry)
        states.append(fold.snapshot().state)
    assert list(dict.fromkeys(states)) == [
        "planning",
        "preparing",
        "researching",
        "collecting",
        "reviewing",
        "writing",
        "done",
    ]


def test_a_plan_that_waits_shows_as_waiting_until_approved():
    waiting = ev.QuestionsPlanned(wave=1, questions=("a?",), waits_for_user=True)
    fold = Fold().apply_all(entries(ASKED, waiting))
    assert fold.snapshot().state == "waiting_for_plan"
    fold.apply(ev.JournalEntry(seq=3, at=1, event=ev.PlanApproved(wave=1, questions=("x?", "y?"), by_user=True)))
    run = fold.snapshot()
    assert run.state == "researching"
    assert [view.question for view in run.waves[0].researchers] == ["x?", "y?"]


def test_a_new_plan_makes_the_waves_below_it_void():
    follow = ev.QuestionsPlanned(wave=2, questions=("c?", "d?"))
    fold = Fold().apply_all(entries(ASKED, PLANNED, APPROVED, found(1), follow, PLANNED))
    assert [wave.wave for wave in fold.snapshot().waves] == [1]
    assert fold.snapshot().waves[0].researchers[0].finding is None


def test_stopping_ends_every_researcher_and_resuming_goes_on_where_it_stood():
    fold = Fold().apply_all(entries(ASKED, PLANNED, APPROVED, started(1), found(2), ev.RunCancelled()))
    stopped = fold.snapshot()
    assert stopped.state == "cancelled"
    assert [view.state for view in stopped.waves[0].researchers] == ["stopped", "done"]
    fold.apply(ev.JournalEntry(seq=7, at=200, event=ev.RunResumed()))
    assert (fold.snapshot().state, fold.snapshot().ended_at) == ("researching", None)


def test_whoever_worked_for_a_dead_process_has_stopped():
    cut_off = Fold().apply_all(WHOLE_RUN[:10]).snapshot(interrupted=True)

    assert [view.state for view in cut_off.waves[0].researchers] == ["stopped", "stopped"]
    assert cut_off.ended_at == cut_off.waves[0].researchers[0].ended_at == WHOLE_RUN[9].at


def test_the_time_a_run_rested_is_not_its_own():
    fold = Fold().apply_all(WHOLE_RUN[:10])
    resumed = ev.JournalEntry(seq=11, at=5_000.0, event=ev.RunResumed(remembered=3))
    again = ev.JournalEntry(seq=13, at=9_000.0, event=ev.RunResumed(remembered=3))
    cancelled = ev.JournalEntry(seq=12, at=5_010.0, event=ev.RunCancelled())
    fold.apply_all((resumed, cancelled, again))

    assert fold.snapshot().rested_s == (5_000.0 - WHOLE_RUN[9].at) + (9_000.0 - 5_010.0)


def test_a_run_nobody_owns_shows_as_interrupted_only_when_it_has_not_ended():
    assert Fold().apply_all(WHOLE_RUN[:9]).snapshot(interrupted=True).state == "interrupted"
    assert Fold().apply_all(WHOLE_RUN).snapshot(interrupted=True).state == "done"


def test_a_retry_after_the_wave_opens_it_again():
    fold = Fold().apply_all(WHOLE_RUN)
    for seq, event in enumerate((ev.RetryAsked(wave=1, researcher=2), ev.RunResumed(), started(2, attempt=2)), 24):
        fold.apply(ev.JournalEntry(seq=seq, at=300, event=event))
    run = fold.snapshot()
    assert run.state == "researching"
    assert run.waves[0].decision is None
    assert run.waves[0].researchers[1].attempt == 2
    assert run.report.markdown == "# Tides"  # version 1 stays until version 2 is there


def test_a_notice_replaces_the_one_with_its_key():
    fold = Fold().apply_all(
        entries(
            ASKED, ev.NoticeRaised(text="1", key="k"), ev.NoticeRaised(text="x"), ev.NoticeRaised(text="2", key="k")
        )
    )
    assert [notice.text for notice in fold.snapshot().notices] == ["x", "2"]
