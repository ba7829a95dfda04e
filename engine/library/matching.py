"""Weighted full-text matching: SQLite's BM25, phrase by phrase, with a frequency weight that fits small libraries."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

# What FTS5 gives a phrase that stands in more than half of all rows.
# Source: the SQLite documentation, fts5.html, "The bm25() function".
_FTS5_LEAST_IDF = 1e-6


@dataclass(frozen=True)
class Weighed:
    """A phrase of a query with its weight.

    Attributes:
        match: the FTS5 expression.
        rows: how many rows hold it.
        idf: its inverse document frequency, greater than zero.
        factor: what SQLite's score of it is multiplied with.
    """

    match: str
    rows: int
    idf: float
    factor: float


class Matching:
    """Matches phrases in one FTS5 table.

    FTS5 counts a word that stands in more than half of the rows as worth nothing. In a library about heat pumps "heat
    pump" stands nearly everywhere, and is still what the question is about. So each phrase is matched by itself, and
    its score is brought to the frequency weight log(1 + (N - n + 0.5) / (n + 0.5)), which never falls to zero.

    Args:
        table: name of the FTS5 table.
        columns: BM25 weights of its columns.
    """

    def __init__(self, connection: sqlite3.Connection, table: str, columns: tuple[float, ...]) -> None:
        self._connection, self._table, self._columns = connection, table, columns
        self.rows = int(connection.execute(f"SELECT count(*) FROM {_COUNTED[table]}").fetchone()[0])

    def weigh(self, phrase: str, weight: float = 1.0) -> Weighed:
        """Return a phrase with its weight; `phrase` is made of letters, digits and spaces."""
        match = f'"{phrase}"'
        count = f"SELECT count(*) FROM {self._table} WHERE {self._table} MATCH ?"
        rows = int(self._connection.execute(count, (match,)).fetchone()[0])
        odds = (self.rows - rows + 0.5) / (rows + 0.5)
        idf = math.log1p(max(odds, 0.0))
        fts5_idf = math.log(odds) if odds > 1 else 0.0
        return Weighed(match, rows, idf, weight * idf / max(fts5_idf, _FTS5_LEAST_IDF))

    def weigh_near(self, first: str, second: str, weight: float) -> Weighed:
        """Return two words within a few words of each other, weighed as FTS5 does."""
        return Weighed(f'NEAR("{first}" "{second}", {NEAR_WORDS})', 1, 0.0, weight)

    def expression(self, phrases: Iterable[Weighed]) -> tuple[str, list[object]]:
        """Return an SQL query of (rowid, score), one row for each phrase and match, with its parameters."""
        marks = ", ".join("?" * len(self._columns))
        selects: list[str] = []
        parameters: list[object] = []
        for phrase in dict.fromkeys(phrases):
            if phrase.rows:
                selects.append(
                    f"SELECT rowid, -bm25({self._table}, {marks}) * ? FROM {self._table} WHERE {self._table} MATCH ?"
                )
                parameters += [*self._columns, phrase.factor, phrase.match]
        return " UNION ALL ".join(selects) or "SELECT 0, 0.0 WHERE 0", parameters


# Two content words of a question belong together when their hits stand within this many words.
NEAR_WORDS = 6
# Counting an FTS5 table reads all of it; the tables beside them have the same rows.
_COUNTED = {"passage_words": "passage", "text_words": "text"}
