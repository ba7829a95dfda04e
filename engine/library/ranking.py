"""Ranks passages and documents: the page a knowing person would open comes first."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.library.catalog import within
from engine.library.query import Query

# BM25 column weights, tried on half of tests/library/topics.json and verified on the other half.
_PASSAGE_WEIGHTS = (2.0, 2.5, 1.0, 1.0)  # title, heading path, body, names in code
_TEXT_WEIGHTS = (6.0, 4.0, 2.0, 1.0)  # title, file name, headings, lead
# Passages taken into account per query; what stands below them never decided a rank.
_CANDIDATES = 400
# What a document's further passages add to its best one.
_FURTHER = 0.15
_FURTHER_PASSAGES = 5
# How much title, name, headings and lead count beside the passages.
_TEXT_SHARE = 0.6
# A passage of code or tables alone answers less than one with sentences.
_BARE_CODE = 0.55


@dataclass(frozen=True)
class Hit:
    """A passage that matched, before its text is fetched."""

    passage_id: int
    text_id: int
    score: float


@dataclass
class RankedText:
    """A document with its passages, best first; `score` is the document's, larger is better."""

    text_id: int
    hits: list[Hit] = field(default_factory=list)
    score: float = 0.0


def rank(connection: sqlite3.Connection, query: Query, roots: Sequence[str]) -> list[RankedText]:
    """Return the matching documents below the roots, best first."""
    texts: dict[int, RankedText] = {}
    for hit in _passage_hits(connection, query, roots):
        texts.setdefault(hit.text_id, RankedText(hit.text_id)).hits.append(hit)
    text_scores = _text_scores(connection, query, list(texts))
    standings = _standings(connection, list(texts))
    for text in texts.values():
        text.hits.sort(key=lambda hit: (-hit.score, hit.passage_id))
        best, *further = text.hits[:_FURTHER_PASSAGES]
        passages = best.score + _FURTHER * sum(hit.score for hit in further)
        text.score = (passages + _TEXT_SHARE * text_scores[text.text_id]) * standings[text.text_id]
    return sorted(texts.values(), key=lambda text: (-text.score, text.text_id))


def _passage_hits(connection: sqlite3.Connection, query: Query, roots: Sequence[str]) -> list[Hit]:
    condition, values = within(roots)
    rows = connection.execute(
        f"""
        SELECT passage.id, passage.text_id, -bm25(passage_words, ?, ?, ?, ?) * (? + (1 - ?) * passage.prose) AS score
        FROM passage_words JOIN passage ON passage.id = passage_words.rowid
        WHERE passage_words MATCH ? AND passage.text_id IN (
            SELECT text.id FROM file JOIN text ON text.id = file.text_id WHERE text.standing > 0 AND {condition}
        )
        ORDER BY score DESC LIMIT ?
        """,
        (*_PASSAGE_WEIGHTS, _BARE_CODE, _BARE_CODE, query.any_of(), *values, _CANDIDATES),
    )
    return [Hit(*row) for row in rows]


def _text_scores(connection: sqlite3.Connection, query: Query, text_ids: list[int]) -> defaultdict[int, float]:
    rows = connection.execute(
        "SELECT rowid, -bm25(text_words, ?, ?, ?, ?) FROM text_words WHERE text_words MATCH ?",
        (*_TEXT_WEIGHTS, query.any_of()),
    )
    wanted = set(text_ids)
    return defaultdict(float, {row[0]: row[1] for row in rows if row[0] in wanted})


def _standings(connection: sqlite3.Connection, text_ids: list[int]) -> dict[int, float]:
    marks = ", ".join("?" * len(text_ids))
    return dict(connection.execute(f"SELECT id, standing FROM text WHERE id IN ({marks})", text_ids).fetchall())
