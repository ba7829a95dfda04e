"""The rows of the history: figures kept in step with the fold, titles, deletions, files of earlier versions."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine import events as ev
from engine.errors import JournalError, RunBusy, RunNotFound, Trouble
from engine.fold import Fold
from engine.journal import shelving
from engine.journal.journal import Journal
from engine.journal.run_journal import StepMemory
from engine.journal.tables import SCHEMA_VERSION
from engine.values import Audit, Finding, GatheredSource, ReviewDecision, RunOptions

KEY, OTHER_KEY = "ab" * 32, "cd" * 32
# The tables as the first version made them; written out, so that nobody changes them by changing the program.
VERSION_1 = """
CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    topic TEXT NOT NULL,
    state TEXT NOT NULL,
    started_at REAL NOT NULL,
    ended_at REAL,
    waves INTEGER NOT NULL DEFAULT 0,
    last_seq INTEGER NOT NULL DEFAULT 0,
    owner_pid INTEGER,
    owner_boot TEXT,
    owner_started TEXT,
    heartbeat REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE events (
    run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    at REAL NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run_id, seq)
) WITHOUT ROWID;
CREATE TABLE steps (
    run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    input_sha256 TEXT NOT NULL,
    output TEXT NOT NULL,
    PRIMARY KEY (run_id, key, input_sha256)
) WITHOUT ROWID;
PRAGMA user_version=1;
"""


def found(researcher: int, wave: int = 1, error: Trouble | None = None) -> ev.FindingArrived:
    source = GatheredSource(ref="r1", url="https://t.example/", text_sha256=KEY)
    finding = Finding(wave=wave, researcher=researcher, question="q?", answer="yes", error=error, sources=(source,))
    return ev.FindingArrived(finding=finding)


def started(researcher: int, attempt: int = 1, wave: int = 1) -> ev.ResearcherStarted:
    return ev.ResearcherStarted(wave=wave, researcher=researcher, attempt=attempt, question="q?")


THREE = ("a?", "b?", "c?")
TWO_WAVES: tuple[ev.Event, ...] = (
    ev.PlanningStarted(wave=1),
    ev.QuestionsPlanned(wave=1, questions=THREE, waits_for_user=True),
    ev.PlanApproved(wave=1, questions=("a?", "b?"), by_user=True),
    started(1), started(2), found(1), found(2, error=Trouble(kind="killed", title="Killed.")),
    ev.RunCancelled(), ev.RunResumed(), started(2, attempt=2), found(2),
    ev.WaveCollected(wave=1, sources=()), ev.ReviewStarted(wave=1),
    ev.ReviewDecided(wave=1, decision=ReviewDecision(status="needs_more_research", rationale="More.",
                                                     follow_up_questions=("c?", "d?"))),
    ev.PlanningStarted(wave=2), ev.QuestionsPlanned(wave=2, questions=("c?", "d?", "e?")),
    ev.PlanApproved(wave=2, questions=("c?", "d?", "e?")), started(1, wave=2), found(1, wave=2),
    ev.FinishNowAsked(),
    ev.WritingStarted(version=1),
    ev.ReportFinished(version=1, markdown="# T", audit=Audit(citations=9, found=5, found_folded=2), sources=()),
    ev.VerdictGiven(wave=1, decision=ReviewDecision(status="approved", rationale="Enough.", by="user")),
    ev.RunResumed(), ev.QuestionsPlanned(wave=1, questions=THREE),
)  # fmt: skip


class Clock:
    """Every look is ten seconds later."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        self.now += 10
        return self.now


@pytest.fixture
def journal(tmp_path: Path):
    journal = Journal(tmp_path / "data" / "dossier.db", Clock())
    yield journal
    journal.close()


def figures(journal: Journal, run_id: str) -> tuple[object, ...]:
    row = journal.run(run_id)
    return row.tally.asked, row.tally.answered, row.tally.quotes, row.tally.quotes_found, row.tally.rested_s


def folded_figures(journal: Journal, run_id: str) -> tuple[object, ...]:
    run = Fold().apply_all(journal.entries(run_id)).snapshot()
    views = [view for wave in run.waves for view in wave.researchers]
    audit = run.report.audit or Audit()
    answered = sum(view.state == "done" for view in views)
    return len(views), answered, audit.citations, audit.found + audit.found_folded, run.rested_s


def test_figures_follow_the_fold_after_every_event(journal: Journal):
    run = journal.create_run("tides", RunOptions())
    seen = set()
    for event in TWO_WAVES:
        run.append([event])
        assert figures(journal, run.run_id) == folded_figures(journal, run.run_id), event.kind
        seen.add(figures(journal, run.run_id)[:2])
    assert (2, 2) in seen
    assert (5, 3) in seen
    assert journal.run(run.run_id).tally.rested_s > 0


def test_the_stage_of_a_run_at_work_is_told(journal: Journal):
    run = journal.create_run("tides", RunOptions())
    stages = []
    for event in TWO_WAVES[:21]:
        run.append([event])
        stages.append(journal.run(run.run_id).tally.stage)
    assert list(dict.fromkeys(stages)) == [
        "planning", "waiting_for_plan", "researching", "collecting", "reviewing", "writing",
    ]  # fmt: skip


def test_a_title_stands_beside_the_topic(journal: Journal):
    run_id = journal.create_run("the tides\nof the bay", RunOptions()).run_id
    shelving.rename(journal, run_id, "  My \t tides\x07 ")
    assert (journal.run(run_id).name, journal.run(run_id).topic) == ("My tides", "the tides\nof the bay")
    shelving.rename(journal, run_id, "the tides of the bay")
    assert journal.run(run_id).title == ""
    shelving.rename(journal, run_id, "x" * 999)
    assert len(journal.run(run_id).title) == shelving.MAX_TITLE_CHARS
    shelving.rename(journal, run_id, " ")
    assert journal.run(run_id).name == "the tides\nof the bay"
    with pytest.raises(RunNotFound):
        shelving.rename(journal, "nobody", "x")


def test_a_deleted_run_is_gone_for_everybody_until_it_is_taken_back(journal: Journal):
    runs = [journal.create_run(topic, RunOptions()) for topic in ("one", "two")]
    ids = [run.run_id for run in runs]
    with pytest.raises(RunBusy, match="One of these runs is still running"):
        shelving.put_away(journal, ids)
    for run in runs:
        run.release()
    shelving.put_away(journal, ids[:1])
    assert [row.id for row in journal.runs()] == ids[1:]
    for act in (journal.run, journal.claim, journal.delete, lambda run_id: shelving.put_away(journal, [run_id])):
        with pytest.raises(RunNotFound):
            act(ids[0])
    assert shelving.take_back(journal, ids) == 1
    assert {row.id for row in journal.runs()} == set(ids)
    assert journal.run(ids[0]).state == "interrupted"


def test_a_run_of_another_process_is_told_as_running_elsewhere(tmp_path: Path):
    path = tmp_path / "dossier.db"
    code = (
        "import sys; from pathlib import Path; from engine.journal.journal import Journal;"
        "from engine.values import RunOptions;"
        "run = Journal(Path(sys.argv[1])).create_run('tides', RunOptions()); print(run.run_id, flush=True);"
        "sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        run_id = child.stdout.readline().strip()
        journal = Journal(path)
        mine = journal.create_run("mine", RunOptions()).run_id
        assert (journal.run(run_id).state, journal.run(run_id).is_elsewhere) == ("running", True)
        assert (journal.run(mine).state, journal.run(mine).is_elsewhere) == ("running", False)
        child.kill()
        child.wait(10)
        assert (journal.run(run_id).state, journal.run(run_id).is_elsewhere) == ("interrupted", False)
        journal.close()


def version_1(path: Path) -> str:
    """Write a file as the first version wrote it: a run with two waves and a remembered page."""
    made = Journal(path.with_name("made.db"), Clock())
    run = made.create_run("tides", RunOptions())
    for event in TWO_WAVES:
        run.append([event])
    page = StepMemory(key="page", input_sha256="aa", output=f'{{"page": {{"text_sha256": "{OTHER_KEY}"}}}}')
    run.append([], page)
    db = sqlite3.connect(path)
    db.executescript(VERSION_1)
    for table, columns in (
        ("runs", "id, topic, state, started_at, ended_at, waves, last_seq, heartbeat"),
        ("events", "run_id, seq, at, body"),
        ("steps", "run_id, key, input_sha256, output"),
    ):
        rows = made.query(f"SELECT {columns} FROM {table}")
        db.executemany(f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(rows[0]))})", rows)
    db.commit()
    db.close()
    made.close()
    return run.run_id


def test_a_file_of_the_first_version_is_brought_up_to_date(tmp_path: Path):
    path = tmp_path / "dossier.db"
    run_id = version_1(path)
    journal = Journal(path)
    try:
        row = journal.run(run_id)
        assert (row.topic, row.state, row.waves, row.title) == ("tides", "interrupted", 1, "")
        assert figures(journal, run_id) == folded_figures(journal, run_id)
        assert len(list(journal.entries(run_id))) == len(TWO_WAVES) + 1
        assert journal.claim(run_id).recall("page", "aa") == {"page": {"text_sha256": OTHER_KEY}}
        keys = {row[0] for row in journal.query("SELECT text_sha256 FROM run_texts WHERE run_id=?", (run_id,))}
        assert keys == {KEY, OTHER_KEY}
        assert journal.query("PRAGMA user_version") == [(SCHEMA_VERSION,)]
    finally:
        journal.close()
    again = Journal(path)
    assert again.run(run_id).tally == row.tally
    again.close()


def test_an_updated_file_is_made_like_a_new_one(tmp_path: Path):
    version_1(tmp_path / "old.db")
    shapes = []
    for name in ("old.db", "new.db"):
        journal = Journal(tmp_path / name)
        tables = ("runs", "events", "steps", "run_texts")
        shapes.append([journal.query(f"PRAGMA table_info({table})") for table in tables])
        shapes[-1].append(journal.query("SELECT name FROM sqlite_master WHERE name LIKE 'run_texts%' ORDER BY name"))
        journal.close()
    assert shapes[0] == shapes[1]


def test_an_update_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "dossier.db"
    run_id = version_1(path)

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("no room")

    with monkeypatch.context() as patch:
        patch.setattr("engine.journal.migrations.note_texts", fail)
        with pytest.raises(JournalError):
            Journal(path)
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (1,)
    assert "title" not in [row[1] for row in db.execute("PRAGMA table_info(runs)")]
    db.close()
    journal = Journal(path)
    assert journal.run(run_id).tally.asked == 3
    journal.close()


def test_a_newer_file_is_left_alone_to_the_last_byte(tmp_path: Path):
    path = tmp_path / "dossier.db"
    db = sqlite3.connect(path)
    db.executescript(f"CREATE TABLE something (new TEXT); PRAGMA user_version={SCHEMA_VERSION + 1}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="newer Dossier"):
        Journal(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["dossier.db"]
