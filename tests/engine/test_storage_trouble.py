"""The data folder gives out in the middle of a run: one sentence, no hang, nothing shown that is not kept."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from engine import events as ev
from engine.errors import JournalError, RunBusy
from engine.journal import ownership
from engine.journal.journal import Journal
from engine.journal.ownership import Owner, is_alive, process_start
from engine.recorder import Recorder
from engine.run import Run
from engine.texts import TextStore
from engine.values import RunOptions
from researcher_container.contract import Block, Document
from tests.engine.bench import Bench, ScriptedMinds, watch

FOUR = ("how high is the tide?", "how wide is the bay?", "how deep is the port?", "how long is the pier?")


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Bench]:
    bench = Bench(tmp_path, ScriptedMinds(FOUR), scripted=True)
    yield bench
    await bench.aclose()


async def shown_until_trouble(run: Run, act_at: int, act: Callable[[], object]) -> tuple[list[ev.JournalEntry], str]:
    """Follow a run; return what it showed and the sentence it ended with."""
    shown: list[ev.JournalEntry] = []
    try:
        async with asyncio.timeout(30), contextlib.aclosing(run.entries()) as entries:
            async for entry in entries:
                shown.append(entry)
                if len(shown) == act_at:
                    act()
    except JournalError as error:
        return shown, error.title
    last = shown[-1].event
    return shown, last.error.title if isinstance(last, ev.RunFailed) else ""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of six megabytes."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("only root can mount a small file system")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.parametrize("moment", [1, 6, 14, 22])
async def test_a_full_database_ends_the_run_with_a_sentence_and_it_goes_on_later(here: Bench, moment: int):
    def fill() -> None:
        here.journal.query("PRAGMA max_page_count=1")

    before = asyncio.all_tasks()
    run = here.start()
    shown, sentence = await shown_until_trouble(run, moment, fill)
    assert sentence == "The disk is full."
    assert not any(sandbox.alive for sandbox in here.taken)
    assert not asyncio.all_tasks() - before
    assert shown == list(here.journal.entries(run.run_id))
    here.journal.query("PRAGMA max_page_count=100000")
    # The lease could not be taken back, and still the run is free in the process that had it.
    assert here.journal.run(run.run_id).state in ("interrupted", "failed")
    assert (await watch(here.resume(run.run_id))).state == "done"


async def test_a_real_full_disk(small_disk: Path):
    here = Bench(small_disk, ScriptedMinds(FOUR), scripted=True)
    run = here.start()

    def fill() -> None:
        with contextlib.suppress(OSError), open(small_disk / "ballast", "wb") as file:
            while True:
                file.write(b"x" * 4096)
                file.flush()

    try:
        shown, sentence = await shown_until_trouble(run, 10, fill)
        assert sentence == "The disk is full."
        (small_disk / "ballast").unlink()
        kept = list(here.journal.entries(run.run_id))
        assert kept[: len(shown)] == shown
        assert (await watch(here.resume(run.run_id))).state == "done"
    finally:
        await here.aclose()


def test_a_full_disk_lets_the_history_be_read(small_disk: Path):
    journal = Journal(small_disk / "dossier.db")
    run_id = journal.create_run("tides", RunOptions()).run_id
    journal.close()
    with contextlib.suppress(OSError), open(small_disk / "ballast", "wb", buffering=0) as file:
        while file.write(b"x" * 4096):
            pass
    journal = Journal(small_disk / "dossier.db")
    try:
        assert [row.id for row in journal.runs()] == [run_id]
        assert [entry.seq for entry in journal.entries(run_id)] == [1]
        with pytest.raises(JournalError, match="The disk is full"):
            journal.create_run("tides", RunOptions())
        (small_disk / "ballast").unlink()
    finally:
        journal.close()


def test_a_log_on_a_full_disk_says_nothing(small_disk: Path):
    with contextlib.suppress(OSError), open(small_disk / "ballast", "wb", buffering=0) as file:
        while file.write(b"x" * 4096):
            pass
    script = (
        "import logging\nfrom app.logs import start_logging\nstart_logging()\n"
        "logging.getLogger('engine').error('x' * 9000, exc_info=ValueError('y'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "DOSSIER_HOME": str(small_disk)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


async def test_another_process_holds_the_database(here: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.journal.schema.BUSY_TIMEOUT_MS", 300)
    run = here.start()
    other = sqlite3.connect(tmp_path / "dossier.db", isolation_level=None)

    def hold() -> None:
        other.execute("BEGIN IMMEDIATE")

    began = time.monotonic()
    _, sentence = await shown_until_trouble(run, 12, hold)
    assert sentence == "Another process holds the research database."
    assert time.monotonic() - began < 5
    other.execute("ROLLBACK")
    other.close()
    assert (await watch(here.resume(run.run_id))).state == "done"


async def test_a_short_lock_is_waited_for(here: Bench, tmp_path: Path):
    run = here.start()
    script = (
        "import sqlite3, sys, time\n"
        "db = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "db.execute('BEGIN IMMEDIATE'); print('held', flush=True); time.sleep(0.5); db.execute('ROLLBACK')\n"
    )
    held: list[subprocess.Popen[bytes]] = []

    def hold() -> None:
        process = subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path / "dossier.db")], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        process.stdout.readline()
        held.append(process)

    shown, sentence = await shown_until_trouble(run, 12, hold)
    held[0].communicate()
    assert (sentence, shown[-1].event.kind) == ("", "report_finished")


async def test_a_lease_that_cannot_be_renewed_once_is_renewed_later(here: Bench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.run.HEARTBEAT_EVERY_S", 0.01)
    run = here.start(RunOptions(review_plan=True))
    beats: list[str] = []

    def beat() -> None:
        beats.append("failed" if not beats else "renewed")
        if len(beats) == 1:
            raise JournalError("Another process holds the research database.")
        if len(beats) == 2:
            run.control.approve_plan(1, FOUR)

    monkeypatch.setattr(run._journal, "beat", beat)
    assert (await watch(run)).state == "done"
    assert beats[:2] == ["failed", "renewed"]


async def test_a_draft_that_cannot_be_written_from_its_timer_ends_the_run(here: Bench):
    run = here.journal.create_run("tides", RunOptions())
    failed = asyncio.Event()
    recorder = Recorder(run, failed.set)
    recorder.emit(ev.ReportGrew(text="one "))
    here.journal.query("PRAGMA max_page_count=1")
    recorder.emit(ev.ReportGrew(text="x" * 200_000))
    await asyncio.wait_for(failed.wait(), 5)
    with pytest.raises(JournalError):
        recorder.emit(ev.ReportGrew(text="more"))
    # With room again, nothing of the draft is missing.
    here.journal.query("PRAGMA max_page_count=100000")
    recorder.conclude(ev.RunFailed(error=JournalError("The disk is full.").trouble()))
    recorder.close()
    entries = [entry.event async for entry in recorder.entries()]
    assert [event.kind for event in entries] == ["report_grew", "run_failed"]
    assert len(entries[0].text) == 200_004


async def test_nothing_is_written_after_the_end(here: Bench):
    run = here.journal.create_run("tides", RunOptions())
    recorder = Recorder(run)
    recorder.close()
    recorder.close()
    recorder.emit(ev.ReportGrew(text="late"))
    recorder.emit(ev.NoticeRaised(text="later"))
    assert [entry async for entry in recorder.entries()] == []
    assert len(list(run.entries())) == 1


def test_a_text_that_cannot_be_stored_is_a_sentence(small_disk: Path):
    store = TextStore(small_disk / "texts")
    document = Document(blocks=(Block(kind="paragraph", text=os.urandom(8_000_000).hex()),))
    with pytest.raises(JournalError, match="disk is full"):
        store.put(document)
    assert [path for path in small_disk.rglob("*") if path.is_file()] == []


def test_a_path_that_says_full_is_not_a_full_disk(tmp_path: Path):
    folder = tmp_path / "full of locked things"
    folder.write_text("in the way")
    with pytest.raises(JournalError, match="cannot be written"):
        Journal(folder / "dossier.db")


def _open_at_once(path: str, gate: object) -> None:
    gate.wait()  # type: ignore[attr-defined]
    Journal(Path(path)).close()


def test_many_first_starts_at_once(tmp_path: Path):
    context = multiprocessing.get_context("spawn")
    gate = context.Barrier(6)
    starts = [context.Process(target=_open_at_once, args=(str(tmp_path / "d.db"), gate)) for _ in range(6)]
    for process in starts:
        process.start()
    for process in starts:
        process.join(30)
    assert [process.exitcode for process in starts] == [0] * 6


def test_an_entry_of_a_newer_dossier_is_told(tmp_path: Path):
    journal = Journal(tmp_path / "dossier.db")
    run = journal.create_run("tides", RunOptions())
    with journal.transaction() as db:
        db.execute('UPDATE events SET body=\'{"kind": "dreamt"}\'')
    with pytest.raises(JournalError, match="Entry 1"):
        list(run.entries())
    run.release()
    with pytest.raises(JournalError, match="Entry 1"):
        Run.resume(journal, None, run.run_id)  # type: ignore[arg-type]
    assert journal.run(run.run_id).state == "interrupted"
    journal.close()


def test_a_killed_owner_that_nobody_has_looked_after_owns_nothing():
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    owner = Owner(pid=child.pid, boot_id=ownership.boot_id(), started=process_start(child.pid))
    assert is_alive(owner, 0.0)
    child.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it is dead, and still in the table
    try:
        assert not is_alive(owner, 0.0)
    finally:
        child.communicate()


async def test_a_run_at_work_here_is_busy_and_a_run_that_ended_is_not(here: Bench):
    run = here.start()
    with pytest.raises(RunBusy, match="in this window"):
        here.resume(run.run_id)
    await watch(run)
    await watch(here.resume(run.run_id))
