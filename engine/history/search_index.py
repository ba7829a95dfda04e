"""Finds runs by words in their topics, titles, reports and answers. Blocking: for a thread of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from engine.history.cache_file import CacheFile
from engine.history.folded_words import folded
from engine.history.run_texts import KeptRun, RunTexts
from engine.history.search_query import SearchQuery, Span
from engine.history.snippets import Snippet, snippet
from engine.values import Value

# A list nobody scrolls through to its end; the words are narrowed down instead.
MAX_FOUND = 50
# So few changed runs are read before an answer; more are left to `refresh`.
_READ_FIRST = 8
_BATCH = 20  # runs read per commit


class FoundRun(Value):
    """A run that holds the words; `marks` are places in what it is called, its title or else its topic."""

    run_id: str
    marks: tuple[Span, ...] = ()
    topic_snippet: Snippet = Snippet()  # where a run with a title of its own was found by its topic
    snippet: Snippet = Snippet()  # of its report or answers, when it was found by them


class FoundRuns(Value):
    """What a search found, newest first: by what runs are called, then by what they say."""

    named: tuple[FoundRun, ...] = ()
    saying: tuple[FoundRun, ...] = ()
    is_cut: bool = False  # there are more


class SearchIndex:
    """Keeps the words of all runs in the cache, and looks into them."""

    def __init__(self, cache: CacheFile, texts: RunTexts) -> None:
        self._cache, self._texts = cache, texts

    def search(self, words: str) -> FoundRuns:
        """Find runs.

        Raises:
            JournalError: the data folder cannot be used.
        """
        query = SearchQuery(words)
        if not query:
            return FoundRuns()
        self._catch_up(_READ_FIRST)
        with self._cache.open() as db:
            find = _find_words if self._cache.has_words else _find_anywhere
            named = find(db, query, in_head=True)
            ids = {row[0] for row in named}
            saying = [row for row in find(db, query, in_head=False) if row[0] not in ids]
        is_cut = len(named) > MAX_FOUND or len(saying) > MAX_FOUND
        return FoundRuns(
            named=tuple(_named(query, *row[1:4]) for row in named[:MAX_FOUND]),
            saying=tuple(
                FoundRun(run_id=row[1], marks=query.marks(row[2] or row[3]), snippet=snippet(query, row[4]))
                for row in saying[:MAX_FOUND]
            ),
            is_cut=is_cut,
        )

    def refresh(self) -> bool:
        """Read what changed since the last time; return whether anything had.

        Raises:
            JournalError: the data folder cannot be used.
        """
        return self._catch_up(None)

    def forget_gone(self) -> None:
        """Let go of runs that are deleted.

        Raises:
            JournalError: the data folder cannot be used.
        """
        self._catch_up(0)

    def _catch_up(self, limit: int | None) -> bool:
        kept = self._texts.runs()
        with self._cache.open() as db:
            known = {row[0]: row[1:] for row in db.execute("SELECT run_id, seq, title FROM found_texts")}
        gone = known.keys() - {run.run_id for run in kept}
        if gone:
            self._forget(sorted(gone))
        changed = [run for run in kept if known.get(run.run_id) != (run.seq, run.title)][:limit]
        for start in range(0, len(changed), _BATCH):
            batch = [(run, _storable(self._texts.body(run.run_id))) for run in changed[start : start + _BATCH]]
            with self._cache.commit() as db:
                for run, body in batch:
                    self._take_out(db, run.run_id)
                    self._put_in(db, run, body)
        return bool(gone or changed)

    def _forget(self, run_ids: Sequence[str]) -> None:
        """Take runs out for good: full-text search keeps the words of what was deleted until it is put in order."""
        with self._cache.commit() as db:
            for run_id in run_ids:
                self._take_out(db, run_id)
                db.execute("DELETE FROM snapshots WHERE run_id=?", (run_id,))
            if self._cache.has_words:
                db.execute("INSERT INTO words (words) VALUES ('optimize')")
        with self._cache.open() as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _take_out(self, db: sqlite3.Connection, run_id: str) -> None:
        row = db.execute("SELECT id, title, topic, body FROM found_texts WHERE run_id=?", (run_id,)).fetchone()
        if row is None:
            return
        if self._cache.has_words:
            sql = "INSERT INTO words (words, rowid, head, body) VALUES ('delete', ?, ?, ?)"
            db.execute(sql, (row[0], folded(f"{row[1]}\n{row[2]}"), folded(row[3])))
        db.execute("DELETE FROM found_texts WHERE id=?", (row[0],))

    def _put_in(self, db: sqlite3.Connection, run: KeptRun, body: str) -> None:
        head = folded(f"{run.title}\n{run.topic}")
        kept = "" if self._cache.has_words else f"{head}\n{folded(body)}"
        row = db.execute(
            "INSERT INTO found_texts (run_id, seq, started_at, title, topic, body, folded)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (run.run_id, run.seq, run.started_at, run.title, run.topic, body, kept),
        )
        if self._cache.has_words:
            sql = "INSERT INTO words (rowid, head, body) VALUES (?, ?, ?)"
            db.execute(sql, (row.lastrowid, head, folded(body)))


_Row = tuple[int, str, str, str, str]  # id, run_id, title, topic, body
_NEWEST = "ORDER BY started_at DESC LIMIT ?"


def _find_words(db: sqlite3.Connection, query: SearchQuery, *, in_head: bool) -> list[_Row]:
    expression = f"head : ({query.expression()})" if in_head else query.expression()
    # Places first: the long texts are read of the few that are shown only.
    sql = f"SELECT id FROM found_texts WHERE id IN (SELECT rowid FROM words WHERE words MATCH ?) {_NEWEST}"
    return _rows(db, [row[0] for row in db.execute(sql, (expression, 2 * MAX_FOUND + 1))])


def _find_anywhere(db: sqlite3.Connection, query: SearchQuery, *, in_head: bool) -> list[_Row]:
    """Look through the folded texts, where SQLite has no full-text search."""
    words = [word for term in query.terms for word in term.words]
    holds = " AND ".join(["instr(folded, ?) > 0"] * len(words))
    sql = f"SELECT id, title, topic, folded FROM found_texts WHERE {holds} ORDER BY started_at DESC"
    fitting = (
        row[0] for row in db.execute(sql, words) if query.fits(folded(f"{row[1]}\n{row[2]}") if in_head else row[3])
    )
    return _rows(db, [row_id for row_id, _ in zip(fitting, range(2 * MAX_FOUND + 1), strict=False)])


def _rows(db: sqlite3.Connection, ids: Sequence[int]) -> list[_Row]:
    sql = "SELECT id, run_id, title, topic, body FROM found_texts WHERE id=?"
    return [db.execute(sql, (row_id,)).fetchone() for row_id in ids]


def _named(query: SearchQuery, run_id: str, title: str, topic: str) -> FoundRun:
    by_topic = snippet(query, topic) if title and not query.fits(folded(title)) else Snippet()
    return FoundRun(run_id=run_id, marks=query.marks(title or topic), topic_snippet=by_topic)


def _storable(text: str) -> str:
    """Return a text without halves of characters, which no database takes."""
    return text.encode("utf-8", "replace").decode()
