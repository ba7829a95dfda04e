"""What is deleted is really gone: from the files' bytes, and with the stored texts nobody else needs."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from engine import events as ev
from engine.errors import JournalError
from engine.history.cache_file import CacheFile
from engine.history.run_texts import RunTexts
from engine.history.search_index import SearchIndex
from engine.journal import shelving
from engine.journal.erasing import Eraser
from engine.journal.journal import Journal
from engine.journal.run_journal import StepMemory
from engine.texts import TextStore
from engine.values import Finding, GatheredSource, RunOptions
from researcher_container.contract import Block, Document

SECRET = "zanzibarquartz"
LONG_AGO_S = 3_600


class Folder:
    """A data folder with a journal, stored texts and an eraser."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = path / "dossier.db"
        self.journal = Journal(self.file)
        self.texts = TextStore(path / "texts")
        self.library: set[str] = set()
        self.cache = CacheFile(path / "history.cache")
        self.index = SearchIndex(self.cache, RunTexts(self.file))
        self.eraser = Eraser(self.file, self.texts, lambda: self.library)

    def put(self, words: str) -> str:
        """Store a text that was last touched long ago."""
        key = self.texts.put(Document(title=words, blocks=(Block(kind="paragraph", text=words),)))
        then = time.time() - LONG_AGO_S
        os.utime(self.path / "texts" / key[:2] / f"{key}.z", (then, then))
        return key

    def run(self, words: str, *keys: str, events: int = 3) -> str:
        run = self.journal.create_run(f"{words} topic", RunOptions())
        sources = tuple(
            GatheredSource(ref=f"r{place}", url="https://t.example/", text_sha256=key)
            for place, key in enumerate(keys)
        )
        finding = Finding(wave=1, researcher=1, question=f"{words}?", answer=f"{words} answer", sources=sources)
        # Long enough to fill pages of its own.
        run.append([ev.NoticeRaised(text=f"{words} {number} " * 400) for number in range(events)])
        run.append([ev.FindingArrived(finding=finding)])
        run.append([], StepMemory(key="k", input_sha256="i", output=f'{{"said": "{words}"}}'))
        run.release()
        return run.run_id

    def bytes(self) -> bytes:
        return b"".join(file.read_bytes() for file in self.path.iterdir() if file.is_file())

    def close(self) -> None:
        self.cache.close()
        self.journal.close()


@pytest.fixture
def folder(tmp_path: Path):
    folder = Folder(tmp_path)
    yield folder
    folder.close()


def test_what_is_erased_is_in_no_byte_of_the_files(folder: Folder):
    kept = folder.run("kept")
    run_id = folder.run(SECRET, events=40)
    shelving.rename(folder.journal, run_id, f"{SECRET} title")
    folder.index.refresh()
    assert SECRET.encode() in folder.bytes()
    assert len(folder.index.search(SECRET).named) == 1

    shelving.put_away(folder.journal, [run_id])
    assert folder.eraser.erase(time.time())
    folder.index.forget_gone()

    assert SECRET.encode() not in folder.bytes()
    assert folder.index.search(SECRET).named == ()
    for table in ("runs", "events", "steps", "run_texts"):
        column = "id" if table == "runs" else "run_id"
        assert folder.journal.query(f"SELECT 1 FROM {table} WHERE {column}=?", (run_id,)) == []
    assert [row.id for row in folder.journal.runs()] == [kept]
    assert len(folder.index.search("kept").named) == 1


def test_what_may_still_be_taken_back_is_not_erased(folder: Folder):
    run_id = folder.run("later")
    before = time.time() - 1
    shelving.put_away(folder.journal, [run_id])
    assert folder.eraser.erase(before)
    assert shelving.take_back(folder.journal, [run_id]) == 1
    assert len(list(folder.journal.entries(run_id))) == 5


def test_only_texts_that_nobody_else_needs_go(folder: Folder):
    own, shared, of_library = (folder.put(words) for words in ("own", "shared", "library"))
    folder.library = {of_library}
    run_id = folder.run("one", own, shared, of_library)
    other = folder.run("two", shared)

    shelving.put_away(folder.journal, [run_id])
    assert folder.eraser.erase(time.time())
    assert [folder.texts.text(key) for key in (own, shared, of_library)] == [None, "shared", "library"]

    shelving.put_away(folder.journal, [other])
    assert folder.eraser.erase(time.time())
    assert folder.texts.text(shared) is None


def test_two_deleted_together_take_the_text_they_share_with_them(folder: Folder):
    shared = folder.put("shared")
    ids = [folder.run("one", shared), folder.run("two", shared)]
    shelving.put_away(folder.journal, ids)
    assert folder.eraser.erase(time.time())
    assert folder.texts.text(shared) is None


def test_a_text_somebody_has_just_stored_stays_for_the_next_time(folder: Folder):
    key = folder.put("fresh")
    run_id = folder.run(SECRET, key)
    live = folder.journal.create_run("live", RunOptions())
    folder.texts.put(Document(title="fresh", blocks=(Block(kind="paragraph", text="fresh"),)))  # touches it
    shelving.put_away(folder.journal, [run_id])

    assert not folder.eraser.erase(time.time())
    assert folder.texts.text(key) == "fresh"
    assert SECRET.encode() not in folder.file.read_bytes()  # its rows are gone at once
    assert shelving.take_back(folder.journal, [run_id]) == 0

    live.release()  # nobody is at work any more who could mean to name it
    assert folder.eraser.erase(time.time())
    assert folder.texts.text(key) is None


def test_a_library_that_cannot_be_read_leaves_everything_for_the_next_time(folder: Folder):
    key = folder.put("own")
    run_id = folder.run("one", key)
    shelving.put_away(folder.journal, [run_id])

    def unreadable() -> set[str]:
        raise JournalError("The library index cannot be opened.")

    with pytest.raises(JournalError):
        Eraser(folder.file, folder.texts, unreadable).erase(time.time())
    assert folder.texts.text(key) == "own"
    assert folder.eraser.erase(time.time())
    assert folder.texts.text(key) is None


def test_a_locked_database_is_a_sentence_and_nothing_is_lost(folder: Folder, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.journal.schema.BUSY_TIMEOUT_MS", 50)
    run_id = folder.run("one")
    shelving.put_away(folder.journal, [run_id])
    other = sqlite3.connect(folder.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError, match="Another process holds the research database"):
        folder.eraser.erase(time.time())
    folder.journal.wait_at_most(50)
    with pytest.raises(JournalError, match="Another process holds the research database"):
        shelving.take_back(folder.journal, [run_id])
    other.execute("ROLLBACK")
    other.close()
    assert shelving.take_back(folder.journal, [run_id]) == 1
    assert len(list(folder.journal.entries(run_id))) == 5


def test_work_goes_on_while_a_long_run_is_erased(folder: Folder):
    long = folder.run("long", events=6_000)
    live = folder.journal.create_run("live", RunOptions())
    shelving.put_away(folder.journal, [long])
    waited: list[float] = []
    erasing = threading.Thread(target=folder.eraser.erase, args=(time.time(),))
    erasing.start()
    while erasing.is_alive():
        begun = time.perf_counter()
        live.append([ev.NoticeRaised(text="on")])
        waited.append(time.perf_counter() - begun)
    erasing.join()
    assert max(waited) < 4  # never as long as a writer is willing to wait
    assert len(waited) > 5
    assert folder.journal.query("SELECT count(*) FROM events WHERE run_id=?", (long,)) == [(0,)]


def test_an_open_reader_puts_the_last_step_off(folder: Folder):
    run_id = folder.run(SECRET)
    other = folder.run("other", events=50)
    shelving.put_away(folder.journal, [run_id])
    reading = folder.journal.entries(other)
    next(reading)
    begun = time.perf_counter()
    assert not folder.eraser.erase(time.time())
    assert time.perf_counter() - begun < 10
    reading.close()
    assert folder.eraser.erase(time.time())
    assert SECRET.encode() not in folder.bytes()
