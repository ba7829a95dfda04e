"""Picks the two to four quotes that answer a topic best, short enough to be read at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from engine.agents.offline import topic, words
from engine.agents.offline.quote_pool import PooledQuote

MAX_QUOTES = 4
MIN_QUOTES = 2
# The first hundred words of a report must hold the answer: long quotes wait for the findings.
SHORT_WORDS = 32
ALL_WORDS = 120


def pick(topic_text: str, quotes: Sequence[PooledQuote]) -> list[PooledQuote]:
    """Return the quotes that together mention most of the topic, best first; equal ones keep their order."""
    subject = topic.read(topic_text)
    asked = {
        words.stem(word): word for word in words.matter(" ".join((subject.subject, *subject.facets)) or subject.text)
    }
    chosen: list[PooledQuote] = []
    met: set[str] = set()
    pool = list(quotes)
    while pool and len(chosen) < MAX_QUOTES:
        best = max(pool, key=lambda quote: _worth(quote, asked, met, chosen))
        pool.remove(best)
        if _worth(best, asked, met, chosen) <= 0.3 and len(chosen) >= MIN_QUOTES:
            break
        if len(chosen) >= MIN_QUOTES and sum(len(q.text.split()) for q in [*chosen, best]) > ALL_WORDS:
            continue
        chosen.append(best)
        met |= {stem for stem, word in asked.items() if words.meets(word, words.stems(best.text))}
    return chosen


def _worth(quote: PooledQuote, asked: dict[str, str], met: set[str], chosen: Sequence[PooledQuote]) -> float:
    own = words.stems(quote.text)
    there = own | words.stems(quote.place)
    total = len(asked) or 1
    in_text = sum(words.meets(word, own) for word in asked.values()) / total
    in_place = sum(words.meets(word, there) for word in asked.values()) / total
    fresh = sum(words.meets(word, own) for stem, word in asked.items() if stem not in met) / total
    worth = 0.45 * in_text + 0.35 * in_place + 0.5 * fresh + 0.25 * (quote.finding.confidence or 0.0)
    worth += 0.3 / (1 + quote.rank) + 0.15 / quote.finding.researcher - 0.1 * (quote.finding.wave - 1)
    worth -= 0.015 * max(0, len(quote.text.split()) - SHORT_WORDS)
    nearest = max((words.alike(quote.text, other.text) for other in chosen), default=0.0)
    return worth - 0.5 * nearest
