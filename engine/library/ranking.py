"""Ranks passages and documents: the page a knowing person would open comes first."""

from __future__ import annotations

import math
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.library.catalog import within
from engine.library.query import Query, any_of
from engine.library.words import same_family, subject_words

# Passages taken into account per query; what stands below them never decided a rank.
_CANDIDATES = 400
_FURTHER_PASSAGES = 5
# From here on walking through the hits of common words takes longer than their weight is worth.
_LARGE_PASSAGES = 2_000


@dataclass(frozen=True)
class Weights:
    """How the parts of a score count; tried on half of tests/library/topics.json, verified on the other half.

    Attributes:
        passage: BM25 column weights of a passage: title, heading path, body, names in code.
        text: BM25 column weights of a document: title, file name, headings, lead.
        together: how much words that stand together add to the words alone.
        further: what a document's further passages add to its best one.
        text_share: how much title, name, headings and lead count beside the passages.
        subject: how much it counts that the title is about the query's words and little else.
        bare_code: what a passage of code or tables alone is worth beside one with sentences.
        common: a word in more than this part of all passages is not searched for, if others are left.
    """

    passage: tuple[float, float, float, float] = (2.0, 2.5, 1.0, 1.0)
    text: tuple[float, float, float, float] = (6.0, 4.0, 2.0, 1.0)
    together: float = 0.5
    further: float = 0.15
    text_share: float = 0.6
    subject: float = 1.0
    bare_code: float = 0.55
    common: float = 0.2


WEIGHTS = Weights()


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


def rank(
    connection: sqlite3.Connection, query: Query, roots: Sequence[str], weights: Weights = WEIGHTS
) -> list[RankedText]:
    """Return the matching documents below the roots, best first."""
    rarity = _rarity(connection, query)
    together = _together(connection, query, weights)
    texts: dict[int, RankedText] = {}
    for hit in _passage_hits(connection, _searched(query, rarity, weights), roots, weights):
        extra = weights.together * together.get(hit.passage_id, 0.0)
        hit = Hit(hit.passage_id, hit.text_id, hit.score + extra)
        texts.setdefault(hit.text_id, RankedText(hit.text_id)).hits.append(hit)
    text_scores = _text_scores(connection, query, list(texts), weights)
    for text_id, title, standing in _titles(connection, list(texts)):
        text = texts[text_id]
        text.hits.sort(key=lambda hit: (-hit.score, hit.passage_id))
        best, *further = text.hits[:_FURTHER_PASSAGES]
        text.score = standing * (
            best.score
            + weights.further * sum(hit.score for hit in further)
            + weights.text_share * text_scores[text_id]
            + weights.subject * _subject_score(title, rarity)
        )
    return sorted(texts.values(), key=lambda text: (-text.score, text.text_id))


@dataclass(frozen=True)
class _Rarity:
    """How rare the query's words are among all passages."""

    passages: int
    with_word: dict[str, int]

    def part(self, word: str) -> float:
        """Return the part of all passages that hold the word, 0-1."""
        return self.with_word.get(word, 0) / max(1, self.passages)

    def idf(self, word: str) -> float:
        """Return the word's inverse document frequency, as BM25 has it."""
        count = self.with_word.get(word, 0)
        return max(0.0, math.log((self.passages - count + 0.5) / (count + 0.5)))


def _rarity(connection: sqlite3.Connection, query: Query) -> _Rarity:
    count = "SELECT count(*) FROM passage_words WHERE passage_words MATCH ?"
    with_word = {word: int(connection.execute(count, (f'"{word}"',)).fetchone()[0]) for word in query.terms}
    return _Rarity(int(connection.execute("SELECT count(*) FROM passage").fetchone()[0]), with_word)


def _searched(query: Query, rarity: _Rarity, weights: Weights) -> str:
    words = list(query.terms)
    if rarity.passages > _LARGE_PASSAGES:
        rare = [word for word in words if 0 < rarity.part(word) <= weights.common]
        words = rare if len(rare) > 1 else words
    return any_of([*words, *query.names, *query.compounds])


def _together(connection: sqlite3.Connection, query: Query, weights: Weights) -> dict[int, float]:
    expression = query.together()
    if not expression:
        return {}
    rows = connection.execute(
        "SELECT rowid, -bm25(passage_words, ?, ?, ?, ?) FROM passage_words WHERE passage_words MATCH ?",
        (*weights.passage, expression),
    )
    return dict(rows.fetchall())


def _passage_hits(
    connection: sqlite3.Connection, expression: str, roots: Sequence[str], weights: Weights
) -> list[Hit]:
    condition, values = within(roots)
    rows = connection.execute(
        f"""
        SELECT passage.id, passage.text_id,
            -bm25(passage_words, ?, ?, ?, ?) * (? + (1 - ?) * passage.prose) AS score
        FROM passage_words JOIN passage ON passage.id = passage_words.rowid
        WHERE passage_words MATCH ? AND passage.text_id IN (
            SELECT text.id FROM file JOIN text ON text.id = file.text_id WHERE text.standing > 0 AND {condition}
        )
        ORDER BY score DESC LIMIT ?
        """,
        (*weights.passage, weights.bare_code, weights.bare_code, expression, *values, _CANDIDATES),
    )
    return [Hit(*row) for row in rows]


def _text_scores(
    connection: sqlite3.Connection, query: Query, text_ids: list[int], weights: Weights
) -> defaultdict[int, float]:
    rows = connection.execute(
        "SELECT rowid, -bm25(text_words, ?, ?, ?, ?) FROM text_words WHERE text_words MATCH ?",
        (*weights.text, any_of([*query.terms, *query.names, *query.compounds])),
    )
    wanted = set(text_ids)
    return defaultdict(float, {row[0]: row[1] for row in rows if row[0] in wanted})


def _titles(connection: sqlite3.Connection, text_ids: list[int]) -> list[tuple[int, str, float]]:
    marks = ", ".join("?" * len(text_ids))
    return connection.execute(f"SELECT id, title, standing FROM text WHERE id IN ({marks})", text_ids).fetchall()


def _subject_score(title: str, rarity: _Rarity) -> float:
    """Return how much of the title the query speaks of, times how rare these words are."""
    words = subject_words(title)
    if not words:
        return 0.0
    matched = [next((term for term in rarity.with_word if same_family(term, word)), None) for word in words]
    found = [rarity.idf(term) for term in matched if term]
    return sum(found) * len(found) / len(words)
