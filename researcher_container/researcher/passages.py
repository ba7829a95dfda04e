"""The passages of one document that come closest to a question: BM25 over stretches of the stored text."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from researcher_container.contract import Document
from researcher_container.researcher import sentences, words

# Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), usual values.
BM25_K1 = 1.2
BM25_B = 0.75
# What a word is worth that stands in the heading above and not in the passage.
HEADING_WEIGHT = 0.5
# Long enough to make sense alone, short enough that several fit.
PASSAGE_CHARS = 900
# What reads as a sentence of prose.
MIN_SENTENCE_CHARS, MAX_SENTENCE_CHARS = 40, 500


@dataclass(frozen=True)
class Passage:
    """A stretch of the stored text below one heading; positions are code points."""

    start: int
    end: int
    heading: str


def stretches(document: Document) -> list[Passage]:
    """Cut a document into passages at block borders, navigation left out."""
    found: list[Passage] = []
    start: int | None = None
    end, heading = 0, ""

    def close() -> None:
        nonlocal start
        if start is not None:
            found.append(Passage(start, end, heading))
        start = None

    for block, offset in zip(document.blocks, document.offsets(), strict=True):
        if block.kind in ("heading", "navigation"):
            close()
            heading = block.text if block.kind == "heading" else heading
            continue
        block_end = offset + len(block.text)
        if start is not None and block_end - start > PASSAGE_CHARS:
            close()
        start = offset if start is None else start
        end = block_end
    close()
    return [piece for passage in found for piece in _halved(passage, document)]


def _halved(passage: Passage, document: Document) -> list[Passage]:
    """Cut a very long block (code, a table, a page without paragraphs) into pieces."""
    if passage.end - passage.start <= 2 * PASSAGE_CHARS:
        return [passage]
    text = document.text()
    pieces, start = [], passage.start
    while passage.end - start > 2 * PASSAGE_CHARS:
        cut = max(text.rfind(sign, start + PASSAGE_CHARS // 2, start + PASSAGE_CHARS) for sign in ("\n", ". ", " "))
        cut = cut + 1 if cut > start else start + PASSAGE_CHARS
        pieces.append(Passage(start, cut, passage.heading))
        start = cut
    return [*pieces, Passage(start, passage.end, passage.heading)]


def closest(document: Document, question: str, budget_chars: int) -> list[Passage]:
    """Return the passages closest to a question that fit the budget, in reading order."""
    cut = stretches(document)
    text = document.text()
    counts = [Counter(words.stems(text[passage.start : passage.end])) for passage in cut]
    headings = [set(words.stems(passage.heading)) for passage in cut]
    asked = Counter(words.stems(question))
    scores = _scores(asked, counts, headings)
    chosen: list[Passage] = []
    left = budget_chars
    for score, index in sorted(((score, -index) for index, score in enumerate(scores)), reverse=True):
        passage = cut[-index]
        if score <= 0 or left < passage.end - passage.start:
            continue
        chosen.append(passage)
        left -= passage.end - passage.start
    return _joined(sorted(chosen, key=lambda passage: passage.start), text)


def _scores(asked: Counter[str], counts: list[Counter[str]], headings: list[set[str]]) -> list[float]:
    total = len(counts)
    mean = sum(sum(count.values()) for count in counts) / max(total, 1) or 1.0
    rarity = {}
    for term in asked:
        holding = sum(term in count or term in heading for count, heading in zip(counts, headings, strict=True))
        rarity[term] = math.log(1 + (total - holding + 0.5) / (holding + 0.5))
    scores = []
    for count, heading in zip(counts, headings, strict=True):
        length = sum(count.values()) / mean
        score = 0.0
        for term, weight in rarity.items():
            often = count[term] + (HEADING_WEIGHT if term in heading else 0.0)
            score += weight * often * (BM25_K1 + 1) / (often + BM25_K1 * (1 - BM25_B + BM25_B * length))
        scores.append(score)
    return scores


def _joined(passages: list[Passage], text: str) -> list[Passage]:
    """Join passages that follow each other with nothing but space between."""
    joined: list[Passage] = []
    for passage in passages:
        last = joined[-1] if joined else None
        if last and last.heading == passage.heading and not text[last.end : passage.start].strip():
            joined[-1] = Passage(last.start, passage.end, last.heading)
        else:
            joined.append(passage)
    return joined


def closest_sentences(document: Document, question: str, count: int) -> list[str]:
    """Return the sentences closest to a question, word for word, in reading order; none that shares no word."""
    text = document.text()
    asked = Counter(words.stems(question))
    spans: list[tuple[int, int]] = []
    for block, offset in zip(document.blocks, document.offsets(), strict=True):
        if block.kind in ("paragraph", "list_item", "quote", "table"):
            spans += [(offset + start, offset + end) for start, end in sentences.split(block.text)]
    spans = [(start, end) for start, end in spans if MIN_SENTENCE_CHARS <= end - start <= MAX_SENTENCE_CHARS]
    counts = [Counter(words.stems(text[start:end])) for start, end in spans]
    scores = _scores(asked, counts, [set()] * len(counts))
    best = sorted(range(len(spans)), key=lambda index: (-scores[index], index))[:count]
    return [text[spans[index][0] : spans[index][1]] for index in sorted(best) if scores[index] > 0]
