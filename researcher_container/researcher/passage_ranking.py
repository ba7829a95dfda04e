"""Ranks the sentences of fetched documents for a question: BM25 over sentences, headings and titles as context."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

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
# A document whose title names all of the question counts this much more than one whose title names nothing of it.
TITLED = 0.6
# A word of at least this weight is the question's matter, a lighter one its frame.
HEAVY = 0.5
# A quote must meet this share of what the best one meets.
NEAR_BEST = 0.7
# What stands under a heading the question names counts this much more.
NAMED_SECTION = 1.6

_CHANGE_TITLES = re.compile(
    r"what.?s new|change ?log|release (?:notes|history|log)|\brelease \d|release history|changes|news\b|history of|obsolete"
    r"|press release|chronology|version history|\bindex$|^index\b|glossary|contents\b|copyright|licen[sc]e|acknowledg|bibliography",
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
    member: str = ""  # the function or class whose signature stands right above


def question_terms(question: str) -> list[Term]:
    """Return the terms of a question with weights: names count most, words that only frame a question least."""
    found: dict[str, Term] = {}
    quoted = " ".join(re.findall(r"[“\"„«]([^”\"“»]+)[”\"“»]", question)).lower()
    written = words.tokens(question)
    for position, token in enumerate(written):
        if token.lower() in words.STOP_WORDS:
            continue
        framing = (
            token.lower() in words.FRAME_WORDS
            and token.lower() not in quoted
            and (position == 0 or not token.isupper())
        )
        weight = 0.15 if framing else 1.3 if words.is_name(token) else 1.0
        for place, form in enumerate(words.forms(token)):
            if form in words.STOP_WORDS or (len(form) < 2 and not form.isdigit() and form.isascii()):
                continue
            share = weight if place == 0 else weight * 0.6
            if form not in found or found[form].weight < share:
                found[form] = Term(form, share, token)
        # "back up" is written "backup" elsewhere, "time zone" "timezone": the joined form meets the same word.
        follower = written[position + 1] if position + 1 < len(written) else ""
        joined = words.stem(token + follower)
        if not framing and follower.isalpha() and token.isalpha() and joined not in found:
            found[joined] = Term(joined, weight * 0.9, token)
    return list(found.values())


def by_word(terms: Sequence[Term]) -> dict[str, tuple[float, frozenset[str]]]:
    """Return the question's words, each with its weight and all its stems."""
    grouped: dict[str, tuple[float, frozenset[str]]] = {}
    for term in terms:
        weight, forms = grouped.get(term.word, (0.0, frozenset()))
        grouped[term.word] = (max(weight, term.weight), forms | {term.stem})
    return grouped


def candidates(page: Page, terms: Sequence[Term]) -> list[Candidate]:
    """Return everything in a document that may be quoted and touches the question."""
    wanted = frozenset(term.stem for term in terms)
    title = frozenset(words.stems(page.document.title)) & wanted
    found: list[Candidate] = []
    position = 0
    member = ""
    for block in page.document.blocks:
        if block.kind in ("paragraph", "list_item"):
            found.extend(_block_candidates(Place(page, block, position, member, title), len(found), wanted))
        # A signature names what the paragraphs below it describe, up to the next code, note or heading.
        member = member if block.kind in ("paragraph", "list_item") else _member(block)
        position += len(block.text) + len(BLOCK_SEPARATOR)
    return found


@dataclass(frozen=True)
class Place:
    """Where a block stands: its offset in the document, and the signature right above it."""

    page: Page
    block: Block
    position: int
    member: str
    title: frozenset[str]


def _member(block: Block) -> str:
    """Return the name a signature introduces: "asyncio.sleep()" of "coroutine asyncio.sleep(delay)"; "" for other code."""
    if block.kind != "code" or "\n" in block.text or len(block.text) > 300:
        return ""
    match = re.match(
        r"^(?:(?:async|abstract|class|coroutine|awaitable|static|classmethod|method|exception|with|final|for|property|decorator)\s+)*@?"
        r"(?P<name>[A-Za-z_][\w.]*)(?P<call>\()?",
        block.text,
    )
    if not match or (not match["call"] and "." not in match["name"]):
        return ""
    return match["name"] + ("()" if match["call"] else "")


def _block_candidates(place: Place, order: int, wanted: frozenset[str]) -> Iterable[Candidate]:
    text = place.block.text
    heading = place.block.heading or ""
    context = (frozenset(words.stems(f"{heading} {place.member}")) & wanted) | place.title
    is_described = bool(place.member) or bool(re.search(r"\w_\w|\(|^[a-z]+$|[A-Z]{3}", heading))
    spans = sentences.split(text)
    before: frozenset[str] = frozenset()
    for index, (start, end) in enumerate(spans):
        stems_here = frozenset(words.stems(text[start:end]))
        begin = _quote_start(text, spans, index) if stems_here & wanted else None
        if begin is not None:
            quote = text[begin:end]
            quote_stems = words.stems(quote)
            own = frozenset(quote_stems) & wanted
            if is_described or not quotable.lacks_subject(quote):
                order += 1
                yield Candidate(
                    place.page, quote, heading, place.position + begin, order, own, context - own,
                    frozenset(quote_stems), (before & wanted) - own, len(quote_stems), place.member,
                )  # fmt: skip
        before = stems_here


def _quote_start(text: str, spans: Sequence[tuple[int, int]], index: int) -> int | None:
    """Return where a quote that ends with this sentence begins: here, or one sentence before when this one leans."""
    start, end = spans[index]
    sentence = text[start:end]
    if not quotable.is_complete(sentence) or quotable.is_forbidden(sentence):
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


def on_topic(found: Sequence[Candidate], terms: Sequence[Term]) -> list[Candidate]:
    """Keep the candidates that meet, with heading and title, nearly as much of the question as the best one does."""
    heavy = {word: entry for word, entry in by_word(terms).items() if entry[0] >= HEAVY} or by_word(terms)

    def reach(candidate: Candidate) -> float:
        there = candidate.own | candidate.context | candidate.before
        return sum(weight for weight, forms in heavy.values() if forms & there)

    reached = [reach(candidate) for candidate in found]
    needed = NEAR_BEST * max(reached, default=0.0)
    stems = frozenset().union(*(forms for _, forms in heavy.values()))
    return [
        candidate
        for candidate, amount in zip(found, reached, strict=True)
        if amount >= needed
        and amount > 0
        and (candidate.own & stems or stems & (_stems_of_name(f"{candidate.heading} {candidate.member}")))
    ]


def score_all(
    found: Sequence[Candidate], terms: Sequence[Term], wanted: tuple[aspects.Aspect, ...] = (), section: str = ""
) -> list[tuple[float, Candidate]]:
    """Return the candidates with their scores, best first; equal scores keep document order.

    Args:
        section: a heading the question names; what stands under it counts more.
    """
    rarity = term_rarity(found, terms)
    mean = sum(candidate.length for candidate in found) / max(1, len(found)) or 1.0
    scored = [
        (_score(candidate, terms, rarity, mean) * aspects.boost(candidate.text, wanted), candidate)
        for candidate in found
    ]
    return sorted(scored, key=lambda pair: (-pair[0], pair[1].page.rank, pair[1].start))


@lru_cache(maxsize=4096)
def _stems_of_name(name: str) -> frozenset[str]:
    """Return the stems of a title or heading; the same few come up for every sentence."""
    return frozenset(words.stems(name))


def _score(candidate: Candidate, terms: Sequence[Term], rarity: dict[str, float], mean: float) -> float:
    norm = BM25_K1 * (1 - BM25_B + BM25_B * candidate.length / mean)
    saturation = (BM25_K1 + 1) / (1 + norm)
    own = sum(rarity[stem] for stem in candidate.own) * saturation
    heading = _stems_of_name(f"{candidate.heading} {candidate.member}")
    context = sum(rarity[stem] * (HEADING_SHARE if stem in heading else TITLE_SHARE) for stem in candidate.context)
    before = sum(rarity[stem] * BEFORE_SHARE for stem in candidate.before - candidate.context)
    asked = by_word(terms)
    reached = candidate.own | candidate.context
    total = sum(weight for weight, _ in asked.values()) or 1.0
    coverage = sum(weight for weight, forms in asked.values() if forms & reached) / total
    title = _stems_of_name(candidate.page.document.title)
    titled = sum(weight for weight, forms in asked.values() if forms & title) / total
    standing = _page_share(candidate.page) * (1 + TITLED * titled)
    return (own + context + before) * (0.35 + 0.65 * coverage) * _manner(candidate) * standing


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
    if quotable.lacks_subject(text):
        factor *= 0.85
    if re.search(
        r"\b(?:[Ss]ection|[Cc]hapter|[Aa]ppendix) \d|\b(?:below|above)\b|\b(?:see|refer)\b|\bfor (?:example|instance)\b",
        text,
    ):
        factor *= 0.8
    if re.search(r"[*`\\<>\[\]]|__", text):
        factor *= 0.85
    if quotable.names_its_page(text):
        factor *= 0.9
    if re.search(r"\bversions? \d|\b(?:19|20)\d\d\b", text):
        factor *= 0.7
    if re.search(r"\b(?:we|I|our|my|let's|you'll|we'll)\b|[!]", text):
        factor *= 0.85
    return factor


def _page_share(page: Page) -> float:
    share = 0.55 + 0.45 / (1 + 0.18 * (page.rank - 1))
    return share * (0.5 if is_change_list(page.document.title) else 1.0)


def is_change_list(title: str) -> bool:
    """Tell whether a title announces a list of changes or an index rather than matter of its own."""
    return bool(_CHANGE_TITLES.search(title))
