"""Ranks passages and documents: the page a knowing person would open comes first."""

from __future__ import annotations

import itertools
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.library.catalog import within
from engine.library.matching import Matching, Weighed
from engine.library.query import Query
from engine.library.words import same_family, subject_words

# Passages taken into account per query; what stands below them never decided a rank.
_CANDIDATES = 400
_FURTHER_PASSAGES = 5


@dataclass(frozen=True)
class Weights:
    """How the parts of a score count; chosen with the topics of the set `tune` in tests/library/topics.json.

    Attributes:
        passage: BM25 column weights of a passage: title, heading path, body, names in code.
        text: BM25 column weights of a document: title, file name, headings, lead.
        together: how much words that stand together add to the words alone.
        further: what a document's further passages add to its best one.
        text_share: how much title, name, headings and lead count beside the passages.
        subject: how much it counts that the title is about the query's words and little else.
        bare_code: what a passage of code or tables alone is worth beside one with sentences.
        row_budget: how many matches of single words are scored; it bounds the time of a query in a large library.
    """

    passage: tuple[float, ...] = (2.0, 2.5, 1.0, 1.0)
    text: tuple[float, ...] = (6.0, 4.0, 2.0, 1.0)
    together: float = 0.5
    further: float = 0.15
    text_share: float = 0.6
    subject: float = 1.0
    bare_code: float = 0.55
    row_budget: int = 8_000


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
    passages = Matching(connection, "passage_words", weights.passage)
    phrases = [passages.weigh(phrase) for phrase in query.phrases()]
    words = {word: weighed.idf for word, weighed in zip(query.terms, phrases, strict=False)}
    searched = [*_searched(query, phrases, weights), *_together(query, passages, weights)]
    texts: dict[int, RankedText] = {}
    for hit in _passage_hits(connection, passages.expression(searched), roots, weights):
        texts.setdefault(hit.text_id, RankedText(hit.text_id)).hits.append(hit)
    text_scores = _text_scores(connection, query, texts, weights)
    for text_id, title, standing in _titles(connection, list(texts)):
        text = texts[text_id]
        best, *further = text.hits[:_FURTHER_PASSAGES]
        text.score = standing * (
            best.score
            + weights.further * sum(hit.score for hit in further)
            + weights.text_share * text_scores[text_id]
            + weights.subject * _subject_score(title, words)
        )
    return sorted(texts.values(), key=lambda text: (-text.score, text.text_id))


def _searched(query: Query, phrases: list[Weighed], weights: Weights) -> list[Weighed]:
    """Leave out the commonest words where a large library makes them costly; the rarest two always stay."""
    words = sorted((phrase for phrase in phrases[: len(query.terms)] if phrase.rows), key=lambda word: word.rows)
    total = list(itertools.accumulate(word.rows for word in words))
    kept = [word for place, word in enumerate(words) if place < 2 or total[place] <= weights.row_budget]
    return [*kept, *phrases[len(query.terms) :]]


def _together(query: Query, passages: Matching, weights: Weights) -> list[Weighed]:
    pairs = [passages.weigh(f"{first} {second}", weights.together) for first, second in query.pairs]
    return [*pairs, *(passages.weigh_near(first, second, weights.together) for first, second in query.near)]


def _passage_hits(
    connection: sqlite3.Connection, matched: tuple[str, list[object]], roots: Sequence[str], weights: Weights
) -> list[Hit]:
    """Return the best passages below the roots, best first."""
    expression, parameters = matched
    condition, values = within(roots)
    rows = connection.execute(
        f"""
        WITH matched (id, score) AS MATERIALIZED ({expression})
        SELECT passage.id, passage.text_id, sum(matched.score) * (? + (1 - ?) * passage.prose) AS total
        FROM matched JOIN passage ON passage.id = matched.id
        WHERE passage.text_id IN (
            SELECT text.id FROM file JOIN text ON text.id = file.text_id WHERE text.standing > 0 AND {condition}
        )
        GROUP BY passage.id ORDER BY total DESC, passage.id LIMIT ?
        """,
        (*parameters, weights.bare_code, weights.bare_code, *values, _CANDIDATES),
    )
    return [Hit(*row) for row in rows]


def _text_scores(
    connection: sqlite3.Connection, query: Query, texts: dict[int, RankedText], weights: Weights
) -> defaultdict[int, float]:
    matching = Matching(connection, "text_words", weights.text)
    scores: defaultdict[int, float] = defaultdict(float)
    for text_id, score in connection.execute(*matching.expression(map(matching.weigh, query.phrases()))):
        if text_id in texts:
            scores[text_id] += score
    return scores


def _titles(connection: sqlite3.Connection, text_ids: list[int]) -> list[tuple[int, str, float]]:
    marks = ", ".join("?" * len(text_ids))
    return connection.execute(f"SELECT id, title, standing FROM text WHERE id IN ({marks})", text_ids).fetchall()


def _subject_score(title: str, words: dict[str, float]) -> float:
    """Return how much of the title the query speaks of, times how rare these words are.

    Args:
        words: the query's words with their inverse document frequency.
    """
    subject = subject_words(title)
    matched = [next((idf for word, idf in words.items() if same_family(word, part)), 0.0) for part in subject]
    found = [idf for idf in matched if idf]
    return sum(found) * len(found) / len(subject) if found else 0.0
