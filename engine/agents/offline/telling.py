"""Tells how far a quote is what a topic wants: a definition, steps, reasons, limits, a comparison."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.agents.offline import topic, words
from engine.agents.offline.quote_pool import PooledQuote

WANTED, REASON, DEFINES, STANDS_WELL, BESIDE, VERB = 0.7, 1.2, 0.9, 0.9, -1.5, 0.6

_DEFINITION = re.compile(
    r"^(?:what (?:is|are|exactly is)\b|what does .+ mean|define\b|was (?:ist|sind|bedeutet)\b)", re.I
)
_STEPS = re.compile(r"\bhow (?:do|can|to|should|could)\b|^wie (?:kann|richte|lege|stelle|\w+ (?:ich|man))\b", re.I)
_REASONS = re.compile(r"\b(?:why|reasons?|warum|wieso|weshalb|pourquoi)\b", re.I)
_LIMITS = re.compile(
    r"\b(?:disadvantages?|drawbacks?|downsides?|limits?|limitations?|pitfalls?|nachteile?|grenzen)\b", re.I
)

_GIVES_STEPS = re.compile(
    r"^(?:to \w+|use|run|call|set|add|create|execute|enable|install|invoke|first|you can|um \w+)\b|"
    r"\b(?:can|must|should|may) be (?:\w+ed|done|set|run|made)\b|\b(?:by )?using (?:the )?\w+|\bby \w+ing\b|"
    r"\b(?:is|are) to (?:use|run|call)\b|\b(?:command|function|statement|tool|method)s? (?:\w+ )?"
    r"(?:extracts?|returns?|makes?|creates?|causes?|will|can|allows?|rebuilds?|runs?)\b|\w\(\w*[^)]*\)|"
    r"\byou (?:can|need to|must|should) (?!also|be|not)\w+",
    re.I,
)
_BESIDE_STEPS = re.compile(
    r"^(?:note that|it is not (?:necessary|required)|warning|caution|be careful|beware|never|you should also|"
    r"if you already)\b|\b(?:fortunately|unfortunately|historically|it is not necessary|cannot|unusable|"
    r"do not need)\b",
    re.I,
)
_GIVES_REASONS = re.compile(
    r"\b(?:because|so that|to avoid|to prevent|therefore|reasons?|in order to|otherwise|due to|thus|"
    r"weil|damit|deshalb)\b",
    re.I,
)
_GIVES_LIMITS = re.compile(
    r"\b(?:disadvantages?|drawbacks?|downsides?|limit\w*|cannot|can ?not|does not|do not|must not|must be|only|"
    r"unless|slower|not (?:possible|supported|work)|nicht|kein\w*)\b",
    re.I,
)
_COPULA = re.compile(
    r"\s(?:is|are|means|refers to|denotes|stands for|describes|provides?|constructs|ist|sind|bezeichnet|bedeutet)\s|"
    r"\bcalled (?:the|an?)\s"
)


@dataclass(frozen=True)
class Wanted:
    """What a topic wants to be told, read once for all quotes."""

    definition: bool
    steps: bool
    reasons: bool
    limits: bool
    verb: str  # "shrink" of "shrink a file"; "" for a common verb
    puts_one: bool  # the topic is one question, and the plan's first
    sides: tuple[frozenset[str], ...]  # the stems of each side of a comparison
    matter: tuple[str, ...]  # the topic's own words


def wanted(subject: topic.Topic) -> Wanted:
    """Read what a topic wants; a bare name wants to be defined."""
    limits = bool(_LIMITS.search(subject.text))
    steps = bool(subject.act) or bool(_STEPS.search(subject.text))
    reasons = bool(_REASONS.search(subject.text))
    is_bare = not (subject.is_question or steps or reasons or limits or subject.compares)
    sides = tuple(words.stems(facet) for facet in subject.facets) if subject.compares else ()
    puts_one = subject.is_question and not (subject.compares or subject.frame or subject.questions or subject.points)
    matter = tuple(word for word in topic.asked_words(subject) if not _LIMITS.fullmatch(word))
    defines = bool(_DEFINITION.match(subject.text)) and not limits
    return Wanted(defines or is_bare, steps, reasons, limits, _verb(subject.act), puts_one, sides, matter)


def _verb(act: str) -> str:
    first = next(iter(words.tokens(act)), "")
    return first if words.matter(first) and first.lower() not in words.COMMON_VERBS else ""


def bonus(quote: PooledQuote, wants: Wanted, chosen: Sequence[str] = ()) -> float:
    """Return what a quote earns, or loses, as a statement of the wanted kind from the place that is about it."""
    text, place = quote.text, words.stems(quote.place)
    earned = STANDS_WELL * _share(wants.matter, place)
    if wants.steps:
        earned += WANTED * bool(_GIVES_STEPS.search(text)) + BESIDE * bool(_BESIDE_STEPS.search(text))
        earned += VERB * bool(wants.verb and words.meets(wants.verb, words.stems(text)))
    if wants.reasons:
        earned += REASON * bool(_GIVES_REASONS.search(text)) + BESIDE * text.startswith("Note that")
    if wants.limits:
        earned += WANTED * bool(_GIVES_LIMITS.search(text))
    if wants.definition:
        earned += DEFINES * _defines(quote, wants.matter)
    return earned + _compares(text, wants.sides, chosen)


def _share(matter: tuple[str, ...], there: frozenset[str]) -> float:
    weights = [_weight(word) for word in matter]
    met = sum(weight for word, weight in zip(matter, weights, strict=True) if words.meets(word, there))
    return met / (sum(weights) or 1.0)


def _weight(word: str) -> float:
    """Return how far a word tells one topic from another: a name of code most, a word of every page least."""
    if word.lower() in words.GENERIC_WORDS:
        return 0.4
    return 2.0 if "_" in word or (len(word) > 1 and word.isupper()) else 1.0


def _defines(quote: PooledQuote, matter: tuple[str, ...]) -> bool:
    match = _COPULA.search(quote.text[:160])
    subject = words.stems(quote.text[: match.start()]) if match else frozenset()
    if "called" in (match[0] if match else ""):
        subject = words.stems(quote.text[match.end() : match.end() + 60]) if match else subject
    if _share(matter, subject) > 0.99 and len(subject) <= len(matter) + 4:
        return True
    # A glossary's entry stands under its term and does not repeat it.
    heading = words.stems(quote.place.rpartition(" › ")[2])
    return "glossary" in quote.place.lower() and _share(matter, heading) > 0.99


def _compares(text: str, sides: tuple[frozenset[str], ...], chosen: Sequence[str]) -> float:
    """Return what a sentence earns for naming the sides of a comparison, more for saying what a fresh one is."""
    there = words.stems(text)
    named = sum(side <= there for side in sides)
    taken = {side for other in chosen for side in _sides_told(other, sides)}
    return 0.35 * named + 0.8 * bool(_sides_told(text, sides) - taken)


def _sides_told(text: str, sides: tuple[frozenset[str], ...]) -> set[frozenset[str]]:
    match = _COPULA.search(text[:120])
    subject = words.stems(text[: match.start()]) if match else frozenset()
    return {side for side in sides if side and side <= subject}
