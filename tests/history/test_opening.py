"""Long runs are folded once: what the cache gives is what the journal tells, or it is not used."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import many_runs

from engine import events as ev
from engine.fold import Fold
from engine.history import opening
from engine.history.cache_file import CacheFile
from engine.history.opening import CACHED_FROM_EVENTS, Opening
from engine.history.packed_snapshot import packed, unpacked
from engine.journal.journal import Journal
from engine.journal.run_journal import append_events


def long_run(journal: Journal, events: int, run_id: str = "long", *, ends: bool = True) -> str:
    dice = random.Random(5)
    base = many_runs.whole_run(dice, run_id, "A long run", report_words=600)
    told: list[ev.Event] = []
    while len(told) < events:
        who = {"wave": 1, "researcher": 1 + len(told) % 4}
        told += [
            ev.SearchAnswered(**who, query=many_runs.prose(dice, 4), results=8),
            ev.PageOpened(**who, ref="r1", url="https://t.example/a", title="T", size_bytes=9, sha256="ab"),
            ev.CallRefused(**who, call="fetch", target="http://10.0.0.1/", why="private"),
            ev.QuoteNoted(**who, ref="r1", text=many_runs.prose(dice, 9)),
            ev.ModelAnswered(role="researcher", **who),
        ]
    end = base[3:] if ends else []
    whole = [*[*base[:3], *told][: events - len(end)], *end]
    with journal.transaction() as db:
        db.execute("INSERT INTO runs (id, topic, state, started_at) VALUES (?, 'A long run', 'open', 1)", (run_id,))
        append_events(db, run_id, 0, many_runs.NOW_S, whole)
    return run_id


class Counting:
    """A journal's entries, counted as they are read."""

    def __init__(self, journal: Journal, run_id: str) -> None:
        self.journal, self.run_id, self.read = journal, run_id, 0

    def __iter__(self) -> Iterator[ev.JournalEntry]:
        for entry in self.journal.entries(self.run_id):
            self.read += 1
            yield entry


@pytest.fixture
def journal(tmp_path: Path):
    journal = Journal(tmp_path / "dossier.db")
    yield journal
    journal.close()


@pytest.fixture
def cache(tmp_path: Path):
    cache = CacheFile(tmp_path / "history.cache")
    yield cache
    cache.close()


def opened(journal: Journal, cache: CacheFile, run_id: str, *, is_interrupted: bool = False):
    entries = Counting(journal, run_id)
    run = Opening(cache).snapshot(run_id, journal.last_seq(run_id), entries, is_interrupted=is_interrupted)
    return run, entries.read


@pytest.mark.parametrize("is_interrupted", [False, True])
def test_a_long_run_is_read_once_and_looks_the_same(journal: Journal, cache: CacheFile, is_interrupted: bool):
    run_id = long_run(journal, CACHED_FROM_EVENTS + 7, ends=not is_interrupted)
    whole = Fold().apply_all(journal.entries(run_id)).snapshot(interrupted=is_interrupted)
    assert whole.state == ("interrupted" if is_interrupted else "done")
    first, read_first = opened(journal, cache, run_id, is_interrupted=is_interrupted)
    again, read_again = opened(journal, cache, run_id, is_interrupted=is_interrupted)
    assert (read_first, read_again) == (CACHED_FROM_EVENTS + 7, 0)
    assert first == again == whole
    assert again.model_dump() == whole.model_dump()


def test_a_short_run_is_not_cached(journal: Journal, cache: CacheFile):
    run_id = long_run(journal, 300)
    opened(journal, cache, run_id)
    assert opened(journal, cache, run_id)[1] == 300


def test_what_is_cached_is_only_used_for_the_very_same_run(
    journal: Journal, cache: CacheFile, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(opening, "CACHED_FROM_EVENTS", 50)
    run_id = long_run(journal, 60, ends=False)
    opened(journal, cache, run_id)
    assert opened(journal, cache, run_id)[1] == 0
    assert opened(journal, cache, run_id, is_interrupted=True)[1] == 60  # looks different
    opened(journal, cache, run_id)
    with journal.transaction() as db:
        append_events(db, run_id, 60, many_runs.NOW_S, [ev.RunCancelled()])
    run, read = opened(journal, cache, run_id)
    assert (run.state, read) == ("cancelled", 61)  # goes on after what is cached
    with monkeypatch.context() as patch:
        patch.setattr(opening, "program_stamp", lambda: "another program")
        assert opened(journal, cache, run_id)[1] == 61
    other = packed(run.model_copy(update={"run_id": "other"}))
    for body in (b"", b"no bytes of ours", other, packed(run)[:-9]):
        with cache.commit() as db:
            db.execute("UPDATE snapshots SET body=?, stamp=?", (body, opening.program_stamp()))
        assert opened(journal, cache, run_id) == (run, 61)
    cache.close()  # a cache that cannot be used costs time, nothing else
    assert opened(journal, cache, run_id) == (run, 61)


def test_packing_keeps_everything():
    dice = random.Random(9)
    events = many_runs.whole_run(dice, "r", "Topic — “quoted” 熱\u2028泵")
    entries = [ev.JournalEntry(seq=seq, at=100.0 + seq, event=event) for seq, event in enumerate(events, 1)]
    for length in range(1, len(entries) + 1):
        run = Fold().apply_all(entries[:length]).snapshot()
        assert unpacked(packed(run)) == run
    told = [ev.QuoteNoted(wave=1, researcher=1 + n % 3, ref="r", text=f"line\n{n}") for n in range(1_700)]
    for number, event in enumerate(told, len(entries) + 1):
        entries.append(ev.JournalEntry(seq=number, at=200.0, event=event))
    run = Fold().apply_all(entries).snapshot()
    assert unpacked(packed(run)).model_dump() == run.model_dump()


def test_a_long_run_that_has_ended_is_read_once(journal: Journal, cache: CacheFile):
    run_id = long_run(journal, 20_000)
    first, read = opened(journal, cache, run_id)
    assert read == 20_000
    assert opened(journal, cache, run_id) == (first, 0)
