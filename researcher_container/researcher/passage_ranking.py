"""Ranks quotable sentences for a question: BM25 over sentences, with section, title and search as their context."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from researcher_container.researcher import aspects, candidates, quotable, words
from researcher_container.researcher.candidates import Candidate, Extract, Page, Section
from researcher_container.researcher.question import Question

# Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), usual values.
BM25_K1 = 1.2
BM25_B = 0.5
# What a word is worth that stands not in the quote but in the heading or signature above it, in the sentence
# before, or in the title of the document.
HEADING_SHARE = 0.55
BEFORE_SHARE = 0.25
TITLE_SHARE = 0.35
# How much more counts: a title that names all of the question, a section that is about it, a passage the search
# named, heading and title together, a heading the question names, a phrase of the question word by word.
TITLED, HEADED, SECTION, SEARCHED, NAMED_SECTION, PHRASE = 0.6, 0.6, 0.8, 0.8, 0.6, 0.12
# Of what a quote must meet, this share must stand in the quote itself to count in full.
OWN_COVERAGE = 0.4
OTHER_LANGUAGE = 0.4
# An item of a list whose introduction names what is asked: "There are also disadvantages:".
LED = 1.4
# The introduction announces the very kind of statement that is asked for.
ANSWERING_LIST = 2.2
# A quote must meet this share of what the best one meets.
NEAR_BEST = 0.7
# Of a word's occurrences in a section the first tell most.
SECTION_SATURATION = 1.5
HEADING_OCCURRENCES = 2

_CHANGE_TITLES = re.compile(
    r"what.?s new|change ?log|release (?:notes|history|log)|\brelease \d|release history|changes|"
    r"news\b|history of|obsolete"
    r"|press release|chronology|version history|\bindex$|^index\b|glossary|contents\b|copyright|"
    r"licen[sc]e|acknowledg|bibliography",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Ranking:
    """The candidates of all pages for one question, and what is counted over them."""

    question: Question
    candidates: tuple[Candidate, ...]
    rarity: dict[str, float]  # by stem
    sections: dict[tuple[str, str], float]  # how far a section is about the question, 0-1
    mean_length: float

    def scored(self) -> list[tuple[float, Candidate]]:
        """Return the candidates with their scores, best first; equal scores keep the documents' order."""
        pairs = [(self._score(candidate), candidate) for candidate in self.candidates]
        return sorted(pairs, key=lambda pair: (-pair[0], pair[1].page.rank, pair[1].start))

    def _score(self, candidate: Candidate) -> float:
        question = self.question
        norm = BM25_K1 * (1 - BM25_B + BM25_B * candidate.length / self.mean_length)
        own = sum(self.rarity[stem] for stem in candidate.own) * (BM25_K1 + 1) / (1 + norm)
        heading = words.stems_of_name(f"{candidate.heading} {candidate.member}")
        context = sum(
            self.rarity[stem] * (HEADING_SHARE if stem in heading else TITLE_SHARE) for stem in candidate.context
        )
        before = sum(self.rarity[stem] * BEFORE_SHARE for stem in candidate.before - candidate.context)
        coverage = OWN_COVERAGE * question.share(candidate.own) + (1 - OWN_COVERAGE) * question.share(
            candidate.own | candidate.context
        )
        score = (own + context + before) * (0.25 + 0.75 * coverage) * (1 + PHRASE * min(candidate.phrases, 3))
        score *= _manner(candidate) * _tongue(candidate, question.language)
        return score * self._standing(candidate) * self._kind(candidate)

    def _kind(self, candidate: Candidate) -> float:
        """Return a factor for how far a candidate is the kind of statement the question wants."""
        question = self.question
        factor = aspects.boost(f"{candidate.lead} {candidate.text}", question.aspects)
        if candidate.lead and aspects.boost(candidate.lead, question.aspects) > 1:
            factor *= ANSWERING_LIST
        elif candidate.lead and question.stems & words.stems_of_name(candidate.lead):
            factor *= LED
        if aspects.is_beside(candidate.text, question.text):
            factor *= aspects.BESIDE
        if not question.seeks_definition:
            return factor
        subject = words.stems_of_name(aspects.subject_of(candidate.text))
        is_term = candidate.place_in_section == 0 and candidates.names_all(candidate.heading, question)
        is_subject = question.share(subject, question.matter) > 0.99 and len(subject) <= len(question.matter) + 3
        return factor * aspects.DEFINES if is_term or is_subject else factor

    def _standing(self, candidate: Candidate) -> float:
        """Return a factor for where a candidate stands: its page, its section, the passage a search named."""
        page, question = candidate.page, self.question
        titled = question.share(words.stems_of_name(page.document.title))
        end = candidate.start + len(candidate.text)
        searched = max((p.share for p in page.passages if p.start < end and candidate.start < p.end), default=0.0)
        headed = question.share(words.stems_of_name(candidate.heading) | words.stems_of_name(page.document.title))
        factor = _page_share(page, question) * (1 + TITLED * titled + HEADED * headed) * (1 + SEARCHED * searched)
        factor *= 1 + SECTION * self.sections[(page.ref, candidate.heading)]
        if question.section and candidate.heading.endswith(question.section):
            factor *= 1 + NAMED_SECTION
        return factor


def ranking(extracts: Sequence[Extract], question: Question) -> Ranking:
    """Count what is needed over all pages and keep the candidates that are near the topic."""
    found = _on_topic([candidate for extract in extracts for candidate in extract.candidates], question)
    sections = {key: section for extract in extracts for key, section in extract.sections.items()}
    titles = {candidate.page.ref: candidate.page.document.title for candidate in found}
    return Ranking(
        question=question,
        candidates=tuple(found),
        rarity=_rarity(found, question),
        sections={
            key: _about(section, f"{key[1]} {titles[key[0]]}", question)
            for key, section in sections.items()
            if key[0] in titles
        },
        mean_length=sum(candidate.length for candidate in found) / max(1, len(found)) or 1.0,
    )


def _rarity(found: Sequence[Candidate], question: Question) -> dict[str, float]:
    """Return an inverse document frequency per stem over the candidates, scaled by its word's weight."""
    count = len(found) + 1
    frequency = Counter(stem for candidate in found for stem in candidate.own)
    rarity: dict[str, float] = {}
    for word in question.words:
        for stem in word.stems:
            often = frequency[stem]
            rarity[stem] = max(
                rarity.get(stem, 0.0), word.weight * (0.25 + math.log(1 + (count - often + 0.5) / (often + 0.5)))
            )
    return rarity


def _about(section: Section, names: str, question: Question) -> float:
    named = words.stems_of_name(names)
    total = sum(word.weight for word in question.matter) or 1.0
    amount = 0.0
    for word in question.matter:
        often = sum(section.counts[stem] for stem in word.stems) + HEADING_OCCURRENCES * bool(word.stems & named)
        amount += word.weight * often / (often + SECTION_SATURATION)
    return amount / total


def _on_topic(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """Keep the candidates that meet, with their context, nearly as much of the matter as the best one does."""
    matter = question.matter
    stems = frozenset().union(*(word.stems for word in matter))
    reach = [
        question.share(candidate.own | candidate.context | candidate.before, matter)
        * (LED if candidate.lead and stems & words.stems_of_name(candidate.lead) else 1.0)
        for candidate in found
    ]
    needed = NEAR_BEST * max(reach, default=0.0)
    return [
        candidate
        for candidate, amount in zip(found, reach, strict=True)
        if amount > 0
        and amount >= needed
        and stems & (candidate.own | words.stems_of_name(f"{candidate.heading} {candidate.member} {candidate.lead}"))
    ]


# A name of code that only its signature explains.
_VARIABLE = re.compile(r"(?<![\w.])[a-z]+_[a-z_]+\b(?![.(\w])")

# Factors for how well a sentence speaks for itself, each with the pattern that earns it.
_MANNERS: tuple[tuple[re.Pattern[str], float], ...] = (
    (
        re.compile(
            r"\b(?:is|are) (?:a|an|the|used|called|designed|intended)\b|\b(?:allows?|provides?|means|ensures?|lets)\b"
        ),
        1.12,
    ),
    (re.compile(r"^(?:if|when|whenever|use|to|by default)\b", re.I), 1.05),
    (
        re.compile(
            r"\b(?:[Ss]ection|[Cc]hapter|[Aa]ppendix) \d|\b(?:below|above)\b|\b(?:see|refer)\b|"
            r"\bfor (?:example|instance)\b"
        ),
        0.8,
    ),
    # What once was explains less than what is.
    (
        re.compile(
            r"\b(?:was|were|had been) (?:added|originally|already|once|first)\b|\bhistorical|^by the time\b", re.I
        ),
        0.7,
    ),
    # A variable of an example that is not shown.
    (_VARIABLE, 0.85),
    (re.compile(r"[*`\\<>\[\]%]|__"), 0.85),
    (re.compile(r"\bversions? \d|\b(?:19|20)\d\d\b"), 0.7),
    (re.compile(r"\b(?:we|I|our|my|let's|you'll|we'll)\b|!"), 0.85),
    (re.compile(r"^.{261,}$", re.S), 0.9),
    (re.compile(r"^.{0,59}$", re.S), 0.92),
)


def _tongue(candidate: Candidate, language: str) -> float:
    """Return a factor below 1 for a sentence in another language, as untranslated parts of a page are."""
    spoken = words.language_of(candidate.text) if language else ""
    return OTHER_LANGUAGE if spoken and spoken != language else 1.0


def _manner(candidate: Candidate) -> float:
    factor = math.prod(
        factor
        for pattern, factor in _MANNERS
        if not (candidate.member and pattern is _VARIABLE) and pattern.search(candidate.text)
    )
    if candidate.place_in_section <= 1:
        factor *= 1.1
    if quotable.lacks_subject(candidate.text) or quotable.names_its_page(candidate.text):
        factor *= 0.85
    return factor


def _page_share(page: Page, question: Question) -> float:
    share = 0.55 + 0.45 / (1 + 0.18 * (page.rank - 1))
    return share * (0.5 if is_change_list(page.document.title, question) else 1.0)


def is_change_list(title: str, question: Question) -> bool:
    """Tell whether a title announces a list of changes or an index; who asks what a thing is may have a glossary."""
    if question.seeks_definition and re.search(r"\bglossary\b", title, re.IGNORECASE):
        return False
    return bool(_CHANGE_TITLES.search(title))
