"""Ranks the sentences of fetched documents for a question: BM25 over sentences, headings and titles as context."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from researcher_container.contract import BLOCK_SEPARATOR, Block, Document
from researcher_container.researcher import aspects, quotable, sentences, words

# Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), usual values.
BM25_K1 = 1.2
BM25_B = 0.5
# What a term is worth that stands not in the sentence but in the heading above it, in the sentence before, or in
# the title of the document.
HEADING_SHARE = 0.55
BEFORE_SHARE = 0.3
TITLE_SHARE = 0.3

_CHANGE_TITLES = re.compile(
    r"what.?s new|change ?log|release (?:notes|history|log)|\brelease \d|release history|changes|news\b|history of|obsolete"
    r"|press release|chronology|version history|^index\b|glossary|contents\b|copyright|licen[sc]e|acknowledg|bibliography",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Term:
    """One thing the question asks about: a stem, how much it matters, and the word as it was written."""

    stem: str
    weight: float
    word: str


@dataclass(frozen=True)
class Page:
    """A fetched document as the ranking sees it; `rank` is 1 for the best hit of the searches."""

    ref: str
    document: Document
    rank: int


@dataclass(frozen=True)
class Candidate:
    """A stretch of a document that may be quoted, with what it shares with the question."""

    page: Page
    text: str
    heading: str
    start: int  # in `document.text()`
    order: int  # position among the document's sentences
    own: frozenset[str]  # question stems in the sentence
    context: frozenset[str]  # question stems in heading and title
    stems: frozenset[str]
    before: frozenset[str] = field(default=frozenset())  # question stems of the sentence before
    length: int = 0  # in stems


def question_terms(question: str) -> list[Term]:
    """Return the terms of a question with weights: names count most, words that only frame a question least."""
    found: dict[str, Term] = {}
    quoted = " ".join(re.findall(r"[“\"„]([^”\"“]+)[”\"“]", question)).lower()
    for token in words.tokens(question):
        if token.lower() in words.STOP_WORDS:
            continue
        forms = words.forms(token)
        framing = token.lower() in words.FRAME_WORDS and token.lower() not in quoted
        weight = 0.15 if framing else 1.3 if words.is_name(token) else 1.0
        for position, form in enumerate(forms):
            if form in words.STOP_WORDS or len(form) < 2 and not form.isdigit() and form.isascii():
                continue
            share = weight if position == 0 else weight * 0.6
            if form not in found or found[form].weight < share:
                found[form] = Term(form, share, token)
    return list(found.values())


def candidates(page: Page, terms: Sequence[Term]) -> list[Candidate]:
    """Return everything in a document that may be quoted and touches the question."""
    wanted = frozenset(term.stem for term in terms)
    title = frozenset(words.stems(page.document.title)) & wanted
    found: list[Candidate] = []
    position = order = 0
    for block in page.document.blocks:
        if block.kind in ("paragraph", "list_item"):
            for candidate in _block_candidates(page, block, position, order, wanted, title):
                found.append(candidate)
                order += 1
        position += len(block.text) + len(BLOCK_SEPARATOR)
    return found


def _block_candidates(
    page: Page, block: Block, position: int, order: int, wanted: frozenset[str], title: frozenset[str]
) -> Iterable[Candidate]:
    heading = block.heading or ""
    context = (frozenset(words.stems(heading)) & wanted) | title
    spans = sentences.split(block.text)
    before_stems: frozenset[str] = frozenset()
    for index, (start, end) in enumerate(spans):
        text = block.text[start:end]
        sentence_stems = frozenset(words.stems(text))
        begin = _quote_start(block.text, spans, index)
        if begin is not None and (sentence_stems & wanted or context):
            quote = block.text[begin:end]
            quote_stems = words.stems(quote)
            own = frozenset(quote_stems) & wanted
            if own:
                order += 1
                yield Candidate(
                    page, quote, heading, position + begin, order, own, context - own,
                    frozenset(quote_stems), (before_stems & wanted) - own, len(quote_stems),
                )  # fmt: skip
        before_stems = sentence_stems


def _quote_start(text: str, spans: Sequence[tuple[int, int]], index: int) -> int | None:
    """Return where a quote that ends with this sentence begins: here, or one sentence before when this one leans."""
    start, end = spans[index]
    sentence = text[start:end]
    if quotable.is_forbidden(sentence) or not quotable.is_complete(sentence):
        return None
    if not quotable.leans(sentence):
        return start
    if index == 0:
        return None
    before_start, before_end = spans[index - 1]
    before = text[before_start:before_end]
    fits = end - before_start <= quotable.MAX_CHARS
    sound = quotable.is_complete(before) and not quotable.is_forbidden(before) and not quotable.leans(before)
    return before_start if fits and sound else None


def term_rarity(found: Sequence[Candidate], terms: Sequence[Term]) -> dict[str, float]:
    """Return an inverse document frequency per term over the candidate sentences, scaled by the term's weight."""
    count = len(found) + 1
    frequency = Counter(stem for candidate in found for stem in candidate.own)
    return {
        term.stem: term.weight
        * (0.25 + math.log(1 + (count - frequency[term.stem] + 0.5) / (frequency[term.stem] + 0.5)))
        for term in terms
    }


def score_all(
    found: Sequence[Candidate], terms: Sequence[Term], wanted: tuple[aspects.Aspect, ...] = ()
) -> list[tuple[float, Candidate]]:
    """Return the candidates with their scores, best first; equal scores keep document order."""
    rarity = term_rarity(found, terms)
    mean = sum(candidate.length for candidate in found) / max(1, len(found)) or 1.0
    scored = [
        (_score(candidate, terms, rarity, mean) * aspects.boost(candidate.text, wanted), candidate)
        for candidate in found
    ]
    return sorted(scored, key=lambda pair: (-pair[0], pair[1].page.rank, pair[1].start))


def _score(candidate: Candidate, terms: Sequence[Term], rarity: dict[str, float], mean: float) -> float:
    norm = BM25_K1 * (1 - BM25_B + BM25_B * candidate.length / mean)
    saturation = (BM25_K1 + 1) / (1 + norm)
    own = sum(rarity[stem] for stem in candidate.own) * saturation
    heading = words.stems(candidate.heading)
    context = sum(rarity[stem] * (HEADING_SHARE if stem in heading else TITLE_SHARE) for stem in candidate.context)
    before = sum(rarity[stem] * BEFORE_SHARE for stem in candidate.before - candidate.context)
    total = sum(term.weight for term in terms) or 1.0
    reached = candidate.own | candidate.context
    coverage = sum(term.weight for term in terms if term.stem in reached) / total
    return (own + context + before) * (0.35 + 0.65 * coverage) * _manner(candidate) * _page_share(candidate.page)


def _manner(candidate: Candidate) -> float:
    """Return a factor for how well a sentence speaks for itself: statements first in their section count more."""
    text, factor = candidate.text, 1.0
    if candidate.order <= 12:
        factor *= 1.06
    if len(text) > 260:
        factor *= 0.9
    if len(text) < 60:
        factor *= 0.92
    if re.search(
        r"\b(?:is|are) (?:a|an|the|used|called|designed|intended)\b|\b(?:allows?|provides?|means|ensures?|lets)\b",
        text,
    ):
        factor *= 1.12
    if re.match(r"(?:if|when|whenever|use|to|by default)\b", text, re.IGNORECASE):
        factor *= 1.05
    if re.match(r"(?:for \w+|return|returns|same as|like|equivalent|note)\b", text, re.IGNORECASE):
        factor *= 0.9
    if re.search(r"[*`\\<>\[\]]|__", text):
        factor *= 0.85
    if quotable.names_its_page(text):
        factor *= 0.9
    if re.search(r"\b(?:we|I|our|my|let's|you'll|we'll)\b|[!]", text):
        factor *= 0.85
    return factor


def _page_share(page: Page) -> float:
    share = 0.55 + 0.45 / (1 + 0.18 * (page.rank - 1))
    return share * (0.5 if is_change_list(page.document.title) else 1.0)


def is_change_list(title: str) -> bool:
    """Tell whether a title announces a list of changes or an index rather than matter of its own."""
    return bool(_CHANGE_TITLES.search(title))
