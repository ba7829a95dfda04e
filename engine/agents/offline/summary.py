"""Picks the two to four quotes that answer a topic best, short enough to be read at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.agents.offline import telling, topic, words
from engine.agents.offline.coverage import is_weak
from engine.agents.offline.quote_pool import PooledQuote

MAX_QUOTES = 4
MIN_QUOTES = 2
# The first hundred words of a report must hold the answer: long quotes wait for the findings.
SHORT_WORDS = 26
ALL_WORDS = 110
FIRST_WORDS, MIN_FIRST_WORDS = 62, 25
# A third and fourth quote must be worth this much.
ENOUGH = 1.4
# Nothing weaker than this share of the first quote's worth stands beside it.
NEAR_FIRST = 0.7
# A quote that mentions less than this share of what the best ones mention is beside the topic.
FAR_FROM_TOPIC = 0.45
# Only quotes that mention this share of what the best one mentions may lead.
NEAR_BEST = 0.6
# A quote must name this share of a topic of several words.
ENOUGH_NAMED = 0.5


@dataclass(frozen=True)
class Asked:
    """What a topic asks for: its words by stem, and the kind of statement it wants."""

    words: dict[str, str]
    wants: telling.Wanted


def pick(topic_text: str, quotes: Sequence[PooledQuote]) -> list[PooledQuote]:
    """Return the quotes that together mention most of the topic, best first; equal ones keep their order."""
    asked = _asked(topic_text)
    # What title and opening leave of the first hundred words for the first quote.
    room = max(MIN_FIRST_WORDS, FIRST_WORDS - 2 * len(topic.read(topic_text).title.split()))
    chosen: list[PooledQuote] = []
    met: set[str] = set()
    pool = _leading(quotes, asked)
    first = 0.0
    while pool and len(chosen) < MAX_QUOTES:
        fitting = [] if chosen else [quote for quote in pool if len(quote.text.split()) <= room]
        best = max(pool, key=lambda quote: _worth(quote, asked, met, chosen))
        if fitting and best not in fitting:
            short = max(fitting, key=lambda quote: _worth(quote, asked, met, chosen))
            # A short quote leads unless it answers much worse than the best.
            if _worth(short, asked, met, chosen) >= NEAR_FIRST * _worth(best, asked, met, chosen):
                best = short
        pool.remove(best)
        worth = _worth(best, asked, met, chosen)
        if chosen and worth < NEAR_FIRST * first:
            break
        first = worth if not chosen else first
        if worth <= ENOUGH and len(chosen) >= MIN_QUOTES:
            break
        if len(chosen) >= MIN_QUOTES and sum(len(q.text.split()) for q in [*chosen, best]) > ALL_WORDS:
            continue
        chosen.append(best)
        met |= {stem for stem, word in asked.words.items() if words.meets(word, words.stems(best.text))}
    return chosen


def most_telling(topic_text: str, quotes: Sequence[PooledQuote]) -> PooledQuote:
    """Return the quote that mentions most of the topic itself; of equals the one its finding put first."""
    asked = _asked(topic_text)

    def tells(quote: PooledQuote) -> float:
        own = words.stems(quote.text)
        return sum(words.meets(word, own) for word in asked.words.values()) - 0.1 * quote.rank

    return max(quotes, key=tells)


def on_topic(topic_text: str, quotes: Sequence[PooledQuote]) -> list[PooledQuote]:
    """Drop the quotes that, with the place they stand at, mention far less of the topic than the best ones do."""
    asked = _asked(topic_text)
    if not asked.words:
        return []
    reach = [_reach(quote, asked) for quote in quotes]
    needed = FAR_FROM_TOPIC * max(reach, default=0.0)
    return [quote for quote, amount in zip(quotes, reach, strict=True) if amount >= needed]


def holds_answer(topic_text: str, quotes: Sequence[PooledQuote]) -> bool:
    """Tell whether one sure quote with its place names enough of the topic to be called an answer."""
    asked = _asked(topic_text)
    first = min(
        (quote.finding for quote in quotes), key=lambda finding: (finding.wave, finding.researcher), default=None
    )
    # Who puts one question is answered by its own answer, not by one about something near it.
    is_first_weak = first is None or (first.wave, first.researcher) != (1, 1) or is_weak(first)
    if asked.wants.puts_one and is_first_weak:
        return False
    named = {stem: word for stem, word in asked.words.items() if word.lower() not in words.GENERIC_WORDS}
    if not named:
        return False
    # Of one or two words none may be missing, of more at least half.
    needed = 1.0 if len(named) <= 2 else ENOUGH_NAMED
    return any(not is_weak(quote.finding) and _reach(quote, Asked(named, asked.wants)) >= needed for quote in quotes)


def _asked(topic_text: str) -> Asked:
    subject = topic.read(topic_text)
    return Asked({words.stem(word): word for word in topic.asked_words(subject)}, telling.wanted(subject))


def _leading(quotes: Sequence[PooledQuote], asked: Asked) -> list[PooledQuote]:
    """Return the quotes that may lead a report: of the first wave, from sure answers, and on the topic."""
    sure = [quote for quote in quotes if quote.finding.wave == 1 and not is_weak(quote.finding)] or list(quotes)
    reach = {quote.id: _reach(quote, asked) for quote in sure}
    needed = NEAR_BEST * max(reach.values(), default=0.0)
    return [quote for quote in sure if reach[quote.id] >= needed]


def _reach(quote: PooledQuote, asked: Asked) -> float:
    there = words.stems(quote.text) | words.stems(quote.place)
    return sum(words.meets(word, there) for word in asked.words.values()) / (len(asked.words) or 1)


def _worth(quote: PooledQuote, asked: Asked, met: set[str], chosen: Sequence[PooledQuote]) -> float:
    own = words.stems(quote.text)
    total = len(asked.words) or 1
    fresh = sum(words.meets(word, own) for stem, word in asked.words.items() if stem not in met) / total
    # The first questions are the topic's own, and a finding's first quote is its best.
    worth = (
        1.3 / (1 + 0.5 * quote.rank)
        + 0.8 / (1 + 0.35 * (quote.finding.researcher - 1))
        - 0.2 * (quote.finding.wave - 1)
    )
    in_text = sum(words.meets(word, own) for word in asked.words.values()) / total
    worth += 0.5 * _reach(quote, asked) + 1.5 * in_text + 0.5 * fresh + 0.4 * (quote.finding.confidence or 0.0)
    worth += telling.bonus(quote, asked.wants, [other.text for other in chosen])
    worth -= 0.025 * max(0, len(quote.text.split()) - SHORT_WORDS)
    worth -= 0.35 * sum(other.finding is quote.finding for other in chosen)
    nearest = max((words.alike(quote.text, other.text) for other in chosen), default=0.0)
    return worth - 0.8 * nearest
