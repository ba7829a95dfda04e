"""The journal over a real file, and with real other processes."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import JournalError, RunBusy, RunNotFound
from engine.events import NoticeRaised, QuestionsPlanned, ReportGrew, RunCancelled, RunResumed
from engine.journal.journal import Journal, StepMemory
from engine.values import RunOptions


@pytest.fixture
def journal(tmp_path: Path):
    journal = Journal(tmp_path / "data" / "dossier.db")
    yield journal
    journal.close()


def test_entries_come_back_in_order_and_equal(journal: Journal):
    run = journal.create_run("tides", RunOptions())
    run.append([NoticeRaised(text="one"), ReportGrew(text="two")])
    run.append([QuestionsPlanned(wave=1, questions=("a?", "b?"))])

    entries = list(journal.entries(run.run_id))

    assert [entry.seq for entry in entries] == [1, 2, 3, 4]
    assert [entry.event.kind for entry in entries] == [
        "research_asked",
        "notice_raised",
        "report_grew",
        "questions_planned",
    ]
    assert entries[3].event == QuestionsPlanned(wave=1, questions=("a?", "b?"))
    assert [entry.seq for entry in journal.entries(run.run_id, after=2)] == [3, 4]


def test_a_step_is_recalled_only_with_its_key_and_its_input(journal: Journal):
    run = journal.create_run("tides", RunOptions())
    run.append([NoticeRaised(text="done")], StepMemory(key="planner/1", input_sha256="aa", output='{"x": 1}'))

    assert run.recall("planner/1", "aa") == {"x": 1}
    assert run.recall("planner/1", "bb") is None
    assert run.recall("planner/2", "aa") is None


def test_an_event_and_its_step_are_written_together_or_not_at_all(journal: Journal):
    run = journal.create_run("tides", RunOptions())
    memory = StepMemory.model_construct(key="k", input_sha256=None, output="{}")  # a NULL the table refuses

    with pytest.raises(JournalError):
        run.append([NoticeRaised(text="lost")], memory)

    assert [entry.event.kind for entry in run.entries()] == ["research_asked"]
    run.append([NoticeRaised(text="next")])
    assert [entry.seq for entry in run.entries()] == [1, 2]


def test_the_history_shows_states_and_waves(journal: Journal):
    first = journal.create_run("first", RunOptions())
    first.append([QuestionsPlanned(wave=2, questions=("a?",)), RunCancelled()])
    second = journal.create_run("second", RunOptions())

    rows = {row.topic: row for row in journal.runs()}
    assert (rows["first"].state, rows["first"].waves) == ("cancelled", 2)
    assert rows["first"].ended_at is not None
    assert rows["second"].state == "running"

    first.append([RunResumed()])
    second.release()
    rows = {row.topic: row for row in journal.runs()}
    assert (rows["first"].state, rows["first"].ended_at) == ("running", None)
    assert rows["second"].state == "interrupted"


def test_a_run_of_a_live_process_cannot_be_claimed_and_that_of_a_dead_one_can(tmp_path: Path):
    path = tmp_path / "dossier.db"
    code = (
        "import sys; from pathlib import Path; from engine.journal.journal import Journal;"
        "from engine.values import RunOptions;"
        "run = Journal(Path(sys.argv[1])).create_run('tides', RunOptions()); print(run.run_id, flush=True);"
        "sys.stdin.read()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdout is not None
        run_id = child.stdout.readline().strip()
        journal = Journal(path)
        with pytest.raises(RunBusy, match=f"process {child.pid}"):
            journal.claim(run_id)
        with pytest.raises(RunBusy):
            journal.delete(run_id)
        child.kill()
        child.wait(10)

        assert journal.run(run_id).state == "interrupted"
        run = journal.claim(run_id)
        assert [entry.seq for entry in run.append([NoticeRaised(text="mine now")])] == [2]
        with pytest.raises(RunBusy, match="in this window"):
            journal.claim(run_id)
        run.release()
        journal.delete(run_id)
        assert journal.runs() == []
        journal.close()


def test_a_reused_process_number_is_not_the_owner(journal: Journal):
    run = journal.create_run("tides", RunOptions())
    with journal.transaction() as db:
        db.execute("UPDATE runs SET owner_pid=?, owner_started='1'", (os.getpid(),))

    assert journal.run(run.run_id).state == ("interrupted" if sys.platform == "linux" else "running")


def test_unknown_and_ambiguous_ids_are_told(journal: Journal):
    run = journal.create_run("tides", RunOptions())
    assert journal.run(run.run_id[:12]).id == run.run_id
    with pytest.raises(RunNotFound):
        journal.run("nothing")
    with pytest.raises(RunNotFound):
        journal.run("")
    journal.create_run("again", RunOptions())
    with pytest.raises(RunNotFound, match="2 runs"):
        journal.run("2")


def test_a_damaged_file_is_one_sentence(tmp_path: Path):
    path = tmp_path / "dossier.db"
    path.write_bytes(b"this is no database, and long enough to be looked at as one" * 50)
    with pytest.raises(JournalError, match="is damaged"):
        Journal(path)


def test_a_newer_file_is_left_alone(tmp_path: Path):
    path = tmp_path / "dossier.db"
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version=999")
    db.close()
    with pytest.raises(JournalError, match="newer Dossier"):
        Journal(path)
