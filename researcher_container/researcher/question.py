"""Reads a question as retrieval sees it: its words with weights, its phrases, and the kind of answer it wants."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from researcher_container.researcher import aspects, words
from researcher_container.researcher.synonyms import hints_of, synonyms_of

# A word of at least this weight is the question's matter, a lighter one its frame.
HEAVY = 0.5
FRAME_WEIGHT, HINTED_WEIGHT, NAME_WEIGHT = 0.15, 1.8, 1.3

_QUOTED = re.compile(r"[“„«\"]\s?([^”“»\"]+?)\s?[”“»\"]")


@dataclass(frozen=True)
class Word:
    """A word of the question as written, with every stem that stands for it."""

    text: str
    weight: float
    stems: frozenset[str]


@dataclass(frozen=True)
class Question:
    """A question taken apart once, for all documents."""

    text: str
    words: tuple[Word, ...]
    phrases: frozenset[tuple[str, str]]  # stems of neighbouring words
    section: str  # a heading the question names, "" when it names none
    aspects: tuple[aspects.Aspect, ...]
    language: str

    @property
    def seeks_definition(self) -> bool:
        """Whether the question asks what something is."""
        return aspects.seeks_definition(self.text)

    @property
    def stems(self) -> frozenset[str]:
        """Every stem that touches the question."""
        return frozenset().union(*(word.stems for word in self.words))

    @property
    def matter(self) -> tuple[Word, ...]:
        """The words that carry the matter; all words when every one is a frame."""
        return tuple(word for word in self.words if word.weight >= HEAVY) or self.words

    def share(self, stems: frozenset[str], of: Sequence[Word] | None = None) -> float:
        """Return how much of the question's words (or of some of them) these stems meet, 0-1."""
        asked = self.words if of is None else of
        total = sum(word.weight for word in asked) or 1.0
        return sum(word.weight for word in asked if word.stems & stems) / total


def read(text: str) -> Question:
    """Take a question apart."""
    found: dict[str, Word] = {}
    quoted = " ".join(_QUOTED.findall(text))
    written = words.tokens(text)
    hints = {word: frozenset(words.stem(other) for other in others) for word, others in hints_of(text)}
    for position, token in enumerate(written):
        if token.lower() in words.STOP_WORDS:
            continue
        follower = written[position + 1] if position + 1 < len(written) else ""
        word = _word(token, follower, is_frame=_is_frame(token, position, quoted))
        if hinted := hints.get(token.lower()):
            word = Word(word.text, max(word.weight, HINTED_WEIGHT), word.stems | hinted)
        if word.stems:
            known = found.get(words.stem(token))
            found[words.stem(token)] = (
                word if known is None else Word(known.text, max(known.weight, word.weight), known.stems | word.stems)
            )
    return Question(
        text=text,
        words=tuple(found.values()),
        phrases=_phrases(text),
        section=match[1]
        if (match := re.search(r"(?:section|Abschnitt|sección) [“„«]\s?([^”“»]+?)\s?[”“»]", text))
        else "",
        aspects=aspects.asked_for(text),
        language=words.language_of(text),
    )


def _is_frame(token: str, position: int, quoted: str) -> bool:
    if token.lower() not in words.FRAME_WORDS or (token.isupper() and position > 0):
        return False
    return not re.search(rf"\b{re.escape(token)}\b", quoted)


def _word(token: str, follower: str, *, is_frame: bool) -> Word:
    weight = FRAME_WEIGHT if is_frame else NAME_WEIGHT if words.is_name(token) else 1.0
    stems = {
        form
        for form in words.forms(token)
        if form not in words.STOP_WORDS and (len(form) > 1 or not form.isascii() or form.isdigit())
    }
    # "back up" is written "backup" elsewhere, "time zone" "timezone".
    if not is_frame and token.isalpha() and follower.isalpha() and len(token) > 2:
        stems.add(words.stem(token + follower))
    stems.update(words.stem(other) for other in synonyms_of(token))
    return Word(token, weight, frozenset(stems))


def _phrases(text: str) -> frozenset[tuple[str, str]]:
    pairs: set[tuple[str, str]] = set()
    for run in re.split(r"[^\w\s.'-]+", text):
        stems = [
            None if token.lower() in words.STOP_WORDS | words.FRAME_WORDS else words.stem(token)
            for token in re.split(r"[\s-]+", run)
            if token
        ]
        pairs.update((one, other) for one, other in pairwise(stems) if one and other)
    return frozenset(pairs)
