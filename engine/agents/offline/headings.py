"""Headings of the library that a topic's questions may be asked about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.agents.offline import topic, words
from engine.library.port import Library

OUTLINE_LIMIT = 40
MAX_HEADING_CHARS = 80
# A section that matches less than this share of the best one's score is beside the topic.
NEAR_BEST = 0.3

_UNFIT = re.compile(
    r"^(?:see also|notes?|examples?|introduction|overview|description|parameters|synopsis|summary|"
    r"contents|index|references|"
    r"miscellaneous|other|background|compatibility|options|outputs|source code|history|conclusion|general|faq|usage|"
    r"changes|what.?s new.*|release .*|appendix.*|glossary|bugs?|deprecated.*|table of .*|about .*|"
    r"porting .*|new features.*)$"
    r"|^(?:part|chapter) [IVX\\d]|\w_\w|release notes|what.?s new|change ?log|[(){}=<>:;@/]|\.\w+\.|"
    r"^\W|\b(?:bpo|pep) \d+",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Heading:
    """A heading worth asking about; `text` is as in the document, without a number in front."""

    text: str
    title: str


async def matching_headings(library: Library, subject: topic.Topic) -> list[Heading]:
    """Return headings that share a word with what is asked and add one of their own, best first."""
    found = await library.outline(subject.whole, OUTLINE_LIMIT)
    asked = [words.stem(word) for word in words.matter(subject.whole) if word.lower() != "question"]
    sides = frozenset(words.stem(word) for facet in subject.facets for word in words.matter(facet)) or frozenset(
        asked
    )
    kept: list[Heading] = []
    best = max((score for _, _, score in found), default=0.0)
    for title, text, score in found:
        heading = Heading(plain_heading(text), title)
        own = {words.stem(word) for word in words.matter(heading.text)}
        there = words.stems(heading.text)
        if not is_worth_asking(heading.text):
            continue
        # A heading that only repeats the topic adds no question, one that shares nothing with it is off the topic.
        if (
            not sides & there
            or own <= set(asked)
            or any(words.alike(heading.text, other.text) >= 0.75 for other in kept)
        ):
            continue
        shared = sum(stem in there | words.stems(title) for stem in set(asked))
        if score < NEAR_BEST * best or shared < min(2, len(set(asked))):
            continue
        kept.append(heading)
    return kept


def is_worth_asking(heading: str) -> bool:
    """Return whether a heading says what stands below it."""
    return 4 <= len(heading) <= MAX_HEADING_CHARS and not _UNFIT.search(heading) and bool(words.matter(heading))


def plain_heading(text: str) -> str:
    """Return a heading without the number in front of it."""
    text = re.sub(
        r"^(?:(?:chapter|section|appendix|kapitel) )?(?:[A-Z]\.)?\d+\.(?:\d+\.?)*\s+", "", text, flags=re.IGNORECASE
    )
    return " ".join(text.replace("¶", "").split()).rstrip(".:")
