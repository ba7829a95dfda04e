"""Topics that a library can answer, made from the headings of its own documents and tried against the index."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from engine.library.catalog import within
from engine.library.query import Query, parse

MIN_CHARS, MAX_CHARS = 10, 60
MIN_WORDS, MAX_WORDS = 2, 5  # that carry meaning: with one a topic is vague, with more it is a sentence
# What answers a topic: passages of prose that hold all of its words, in more than one document where there are more.
ENOUGH_PASSAGES, ENOUGH_DOCUMENTS = 4, 2
# What stands in many documents is a word of the trade, and says nothing about one of them.
SPECIFIC_DOCUMENTS, SPECIFIC_SHARE = 8, 0.1
NAME_DOCUMENTS = 4  # words that stand side by side in so many documents are a name for something
_PROSE = 0.5
_COMMON_HEADING = 2  # one that more documents have is a part of their form
# Trying one costs about a millisecond; who finds nothing among so many has no headings to offer.
_MOST_TRIED = 150

_NUMBER = re.compile(
    r"^(?:(?:chapter|section|appendix|part|kapitel|abschnitt) )?(?:[A-Z]\.)?[\dIVX]+\.(?:\d+\.?)*\s+", re.IGNORECASE
)
_UNFIT = re.compile(
    r"list of|frequently asked|faq|overview|release|version|what.?s new|changes|change ?log|table of|see also"
    r"|how to (?:read|use) th|about th|further|contents|copyright|licen[cs]e|acknowledg|bibliograph|appendix|index"
    r"|notes? (?:on|for)"
    r"|[_(){}\[\]=<>:;@/\\|*#`“”\"…]|\w\.\w|--|\d{3,}",
    re.IGNORECASE,
)
# The best headings of each document: those with the most prose below them.
_HEADINGS = """
SELECT text.title, passage.heading, text.id, sum((passage."end" - passage.start) * passage.prose) AS amount
FROM text JOIN passage ON passage.text_id = text.id
WHERE text.standing >= 1 AND passage.prose >= ? AND passage.heading IS NOT NULL
    AND text.id IN (SELECT file.text_id FROM file WHERE {condition})
GROUP BY text.id, passage.heading ORDER BY amount DESC, text.id, passage.heading
"""
_MATCHES = """
SELECT count(*), count(DISTINCT passage.text_id) FROM passage_words JOIN passage ON passage.id = passage_words.rowid
WHERE passage_words MATCH ? AND passage.prose >= ?
    AND passage.text_id IN (SELECT file.text_id FROM file WHERE {condition})
"""


def example_topics(connection: sqlite3.Connection, roots: Sequence[str], count: int) -> list[str]:
    """Return at most `count` topics, best first, of different words; none where nothing is sure to be answered."""
    condition, values = within(roots)
    counted = f"SELECT count(DISTINCT text_id) FROM file WHERE {condition}"
    total = connection.execute(counted, values).fetchone()[0]
    least, most = min(ENOUGH_DOCUMENTS, total), max(SPECIFIC_DOCUMENTS, total * SPECIFIC_SHARE)
    sql = _MATCHES.format(condition=condition)

    def matches(expression: str) -> tuple[int, int]:
        row = connection.execute(sql, (expression, _PROSE, *values)).fetchone()
        return row[0], row[1]

    scored: list[tuple[int, str, Query]] = []
    for topic, query in islice(_candidates(connection, condition, values), _MOST_TRIED):
        passages, documents = matches(" AND ".join(f'"{term}"' for term in query.terms))
        if passages >= ENOUGH_PASSAGES and least <= documents <= most:
            # Words that stand side by side elsewhere, too, are what people call a thing.
            phrases = [matches(f'"{one} {other}"')[1] for one, other in query.pairs]
            scored.append((min([NAME_DOCUMENTS, *phrases]) if phrases else 0, topic, query))
    return _distinct(scored, count)


def _distinct(scored: list[tuple[int, str, Query]], count: int) -> list[str]:
    """Return the best topics, no two of which share a word."""
    chosen: list[str] = []
    used: set[str] = set()
    for _, topic, query in sorted(scored, key=lambda entry: -entry[0]):
        if len(chosen) < count and used.isdisjoint(query.terms):
            chosen.append(topic)
            used.update(query.terms)
    return chosen


def _candidates(connection: sqlite3.Connection, condition: str, values: Sequence[str]) -> Iterator[tuple[str, Query]]:
    """Yield headings that read as topics, the best of every document before the second best of any."""
    rows = connection.execute(_HEADINGS.format(condition=condition), (_PROSE, *values)).fetchall()
    standing_in = Counter(heading for _, heading, _, _ in rows)
    by_document: dict[int, list[tuple[str, Query]]] = {}
    for title, heading, text_id, _ in rows:
        if standing_in[heading] > _COMMON_HEADING:
            continue
        topic = _topic(heading, title)
        query = parse(topic)
        if topic and MIN_WORDS <= len(query.terms) <= MAX_WORDS:
            by_document.setdefault(text_id, []).append((topic, query))
    for place in range(max(map(len, by_document.values()), default=0)):
        for topics in by_document.values():
            if place < len(topics):
                yield topics[place]


def _topic(heading: str, title: str) -> str:
    """Return a heading as a topic, without its number; one vague word is told by its title; "" when it is none."""
    plain = _plain(heading)
    if len(parse(plain).terms) == 1 and plain.casefold() not in title.casefold():
        plain = f"{plain} – {_plain(title)}"
    fits = MIN_CHARS <= len(plain) <= MAX_CHARS and not _UNFIT.search(plain)
    return plain if fits and plain[:1].isalnum() else ""


def _plain(name: str) -> str:
    name = re.split(r" [—|] | – ", name)[0]  # the name of the whole work, which its site appends
    return " ".join(_NUMBER.sub("", name).replace("¶", "").split()).rstrip(".: ")
