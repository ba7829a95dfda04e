"""How close stretches of one document come to a question: BM25 over its ideas, with what stands around."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from researcher_container.researcher import question, words
from researcher_container.researcher.wider_words import wider_words_of

# Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009); the values were
# chosen by hand over questions about real documentation.
BM25_K1, BM25_B, RARITY_POWER = 2.0, 0.75, 0.85
# What another word for a word of the question is worth, and one of nearly the same meaning.
OTHER_WORD, WIDER_WORD = 0.6, 0.3
# What a word is worth that only frames the question, and one that was searched for.
FRAME, SEARCHED = 0.3, 0.5
# What a word is worth that stands in the heading above, in the heading above that, and in the text beside.
HEADING, HEADING_ABOVE, BESIDE = 0.8, 0.9, 0.3
BESIDE_AT_MOST = 2
# How much more counts what meets all of the question than what says one word of it often.
COVERAGE = 0.5


@dataclass(frozen=True)
class Idea:
    """A word of the question with all that stands for it, each with its worth."""

    weight: float
    stems: tuple[tuple[str, float], ...]

    def often(self, counts: Counter[str]) -> float:
        """Return how often it is meant in a text."""
        return sum(worth * counts[stem] for stem, worth in self.stems)


@dataclass(frozen=True)
class Text:
    """A stretch as ranking sees it: its stems counted, and the headings above it, outermost first."""

    counts: Counter[str]
    headings: tuple[str, ...] = ()


def ideas_of(asked: str, searched: Sequence[str] = ()) -> tuple[Idea, ...]:
    """Return what a question is about; words that were searched for count too, as far as they are new."""
    found = [
        _idea(word, FRAME if word.weight < question.HEAVY else word.weight) for word in question.read(asked).words
    ]
    known = {stem for idea in found for stem, _ in idea.stems}
    for query in searched:
        for word in question.read(query).words:
            if not known & word.stems:
                known |= word.stems
                found.append(_idea(word, SEARCHED * word.weight))
    return tuple(found)


def _idea(word: question.Word, weight: float) -> Idea:
    worth = {words.stem(other): WIDER_WORD for other in wider_words_of(word.text)}
    worth |= dict.fromkeys(word.stems, OTHER_WORD) | dict.fromkeys(words.forms(word.text), 1.0)
    return Idea(weight, tuple(sorted(worth.items())))


def scores(ideas: Sequence[Idea], texts: Sequence[Text]) -> list[float]:
    """Return the closeness of each of a document's stretches, in their order; 0 is no word in common."""
    if not texts or not ideas:
        return [0.0] * len(texts)
    own = [[idea.often(text.counts) for idea in ideas] for text in texts]
    holding = [sum(row[place] > 0 for row in own) for place in range(len(ideas))]
    total, whole = len(texts), sum(idea.weight for idea in ideas) or 1.0
    worth = [
        idea.weight * math.log(1 + (total - often + 0.5) / (often + 0.5)) ** RARITY_POWER
        for idea, often in zip(ideas, holding, strict=True)
    ]
    lengths = [sum(text.counts.values()) for text in texts]
    mean = sum(lengths) / total or 1.0
    above: dict[tuple[str, ...], list[float]] = {}
    found = []
    for index, text in enumerate(texts):
        if text.headings not in above:
            above[text.headings] = [_in_headings(idea, text.headings) for idea in ideas]
        norm = BM25_K1 * (1 - BM25_B + BM25_B * lengths[index] / mean)
        score = met = 0.0
        for place, idea in enumerate(ideas):
            often = own[index][place] + HEADING * above[text.headings][place]
            often += BESIDE * sum(
                min(own[other][place], BESIDE_AT_MOST)
                for other in (index - 1, index + 1)
                if 0 <= other < total and texts[other].headings == text.headings
            )
            score += worth[place] * often * (BM25_K1 + 1) / (often + norm)
            met += idea.weight * min(1.0, often)
        found.append(score * (1 + COVERAGE * met / whole))
    return found


def _in_headings(idea: Idea, headings: tuple[str, ...]) -> float:
    """Return what the nearest heading that names an idea is worth."""
    best = 0.0
    for distance, heading in enumerate(reversed(headings)):
        named = words.stems_of_name(heading)
        best = max(best, *(value * HEADING_ABOVE**distance for stem, value in idea.stems if stem in named), 0.0)
    return best
