"""The window onto a journal: the same lines as the fold counts, narrowed down, quick in a long run."""

from __future__ import annotations

import time
from typing import get_args

import pytest

from engine import events as ev
from engine.activity import EVERYTHING, OF_RESEARCHERS, TOLD, ActivityFilter, is_told
from engine.errors import Trouble
from engine.journal.journal import Journal
from engine.journal.window import JournalWindow
from engine.values import Finding, RunOptions

FAILED = Finding(wave=2, researcher=1, question="c?", error=Trouble(kind="killed", title="Killed."))
STOPPED = Finding(wave=2, researcher=2, question="d?", error=Trouble(kind="stopped", title="Stopped by you."))
EVENTS: list[ev.Event] = [
    ev.LibraryIndexed(documents=2, total=9, final=False),
    ev.LibraryIndexed(documents=9),
    ev.SandboxStarted(wave=1, researcher=1, attempt=1, sandbox_id="c", sandbox="docker"),
    ev.PlanApproved(wave=1, questions=("a?",)),
    ev.PlanApproved(wave=1, questions=("a?",), by_user=True),
    ev.ResearcherStarted(wave=1, researcher=1, attempt=1, question="a?"),
    ev.ResearcherStarted(wave=1, researcher=1, attempt=2, question="a?"),
    ev.SearchAnswered(wave=1, researcher=1, query='"wave":2,"researcher":1', results=1),
    ev.CallRefused(wave=1, researcher=2, call="fetch", target="http://10.0.0.1/", why="private"),
    ev.CallFailed(wave=2, researcher=1, call="fetch", target="https://t.example/", why="404"),
    ev.FindingArrived(finding=Finding(wave=1, researcher=1, question="a?", answer="yes")),
    ev.FindingArrived(finding=FAILED),
    ev.FindingArrived(finding=STOPPED),
    ev.NoticeRaised(text="fine"),
    ev.NoticeRaised(level="error", text="broken"),
    ev.ReportGrew(text='{"kind":"call_refused"}'),
    ev.RunFailed(error=Trouble(kind="x", title="X.")),
]


@pytest.fixture
def journal(tmp_path):
    journal = Journal(tmp_path / "journal.db")
    yield journal
    journal.close()


def written(journal: Journal, events: list[ev.Event]) -> str:
    run = journal.create_run("tides", RunOptions())
    run.append(events)
    run.release()
    return run.run_id


def kinds(journal: Journal, run_id: str, wanted: ActivityFilter) -> list[str]:
    window = JournalWindow(journal)
    return [entry.event.kind for entry in window.entries(run_id, window.places(run_id, wanted))]


def test_the_window_and_the_fold_agree_on_what_a_line_is(journal):
    run_id = written(journal, EVENTS)
    told = [entry.event.kind for entry in journal.entries(run_id) if is_told(entry.event)]
    assert kinds(journal, run_id, EVERYTHING) == told
    assert told[0] == "research_asked"
    assert told.count("library_indexed") == told.count("plan_approved") == told.count("researcher_started") == 1


def test_every_event_is_written_with_its_kind_first(journal):
    for kind in get_args(get_args(ev.Event)[0]):
        name = kind.model_fields["kind"].default
        assert kind.model_construct().model_dump_json().startswith(f'{{"kind":"{name}"')


def test_what_is_listed_exists():
    known = {kind.model_fields["kind"].default: kind for kind in get_args(get_args(ev.Event)[0])}
    assert known.keys() >= TOLD
    for name in OF_RESEARCHERS:
        assert {"wave", "researcher"} <= known[name].model_fields.keys()


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (ActivityFilter(scope="researcher", wave=1, researcher=1),
         ["researcher_started", "search_answered", "finding_arrived"]),
        (ActivityFilter(scope="researcher", wave=2, researcher=1), ["call_failed", "finding_arrived"]),
        (ActivityFilter(scope="refusals"), ["call_refused"]),
        (ActivityFilter(scope="errors"), ["call_failed", "finding_arrived", "notice_raised", "run_failed"]),
    ],
)  # fmt: skip
def test_lines_can_be_narrowed_down(journal, wanted, expected):
    assert kinds(journal, written(journal, EVENTS), wanted) == expected


def test_only_what_is_new_is_looked_for(journal):
    run_id = written(journal, EVENTS)
    window = JournalWindow(journal)
    places = window.places(run_id, EVERYTHING)
    assert window.places(run_id, EVERYTHING, after=places[-1]) == window.places("another", EVERYTHING)
    assert list(window.places(run_id, EVERYTHING, after=places[-3])) == list(places[-2:])


def test_earlier_lines_are_found_step_by_step(journal):
    run_id = written(journal, EVENTS)
    window = JournalWindow(journal)
    for wanted in (
        EVERYTHING,
        ActivityFilter(scope="researcher", wave=1, researcher=1),
        ActivityFilter(scope="errors"),
    ):
        found: list[int] = []
        before = 1_000
        while more := list(window.earlier(run_id, wanted, before, 2)):
            found, before = more + found, more[0]
        assert found == list(window.places(run_id, wanted))


def test_a_line_of_a_newer_program_is_left_out(journal):
    run_id = written(journal, EVENTS)
    with journal.transaction() as db:
        db.execute("UPDATE events SET body=? WHERE run_id=? AND seq=3", ('{"kind":"library_indexed"}', run_id))
    assert [entry.seq for entry in JournalWindow(journal).entries(run_id, [2, 3, 4])] == [2, 4]


def test_a_long_run_is_looked_through_quickly(journal):
    page = ev.PageOpened(wave=1, researcher=1, ref="r", url="https://t.example/" + "x" * 60, title="T" * 40,
                         size_bytes=3, sha256="s" * 64)  # fmt: skip
    refused = ev.CallRefused(wave=1, researcher=2, call="fetch", target="http://10.0.0.1/", why="private")
    some = [page, ev.ReportGrew(text="y " * 60)] * 12_495 + [refused] * 10
    run_id = written(journal, some)
    window = JournalWindow(journal)
    for wanted, count in ((EVERYTHING, 12_506), (ActivityFilter(scope="refusals"), 10)):
        took = []
        for _ in range(5):
            begun = time.process_time()
            assert len(window.places(run_id, wanted)) == count
            took.append(time.process_time() - begun)
        assert min(took) < 0.5  # 0.03 s is usual; reading every line takes seconds
