"""The passages of one document that come closest to a question: stretches of the stored text, cut at its blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from researcher_container.contract import Block, Document
from researcher_container.researcher import relevance, sentences, words

# Long enough to make sense alone, short enough that a dozen fit.
PASSAGE_CHARS = 600
# A block of up to this many passages stays whole.
WHOLE_BLOCK = 1.5
# What reads as a sentence of prose.
MIN_SENTENCE_CHARS, MAX_SENTENCE_CHARS = 40, 500
_PROSE = ("paragraph", "list_item", "quote", "table")


@dataclass(frozen=True)
class Passage:
    """A stretch of the stored text; positions are code points, headings are those above it, outermost first."""

    start: int
    end: int
    headings: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """The nearest heading above, "" when there is none."""
        return self.headings[-1] if self.headings else ""

    @property
    def chars(self) -> int:
        """The length of the passage."""
        return self.end - self.start


def stretches(document: Document) -> list[Passage]:
    """Cut a document into passages at block borders, navigation left out."""
    found: list[Passage] = []
    above: list[tuple[int, str]] = []
    is_open = False
    for block, offset in zip(document.blocks, document.offsets(), strict=True):
        if block.kind == "heading":
            above = [(level, text) for level, text in above if level < (block.level or 2)]
            above.append((block.level or 2, block.text))
        if block.kind in ("heading", "navigation"):
            is_open = False
            continue
        headings = tuple(text for _, text in above)
        end = offset + len(block.text)
        if len(block.text) > WHOLE_BLOCK * PASSAGE_CHARS:
            found += [Passage(offset + start, offset + stop, headings) for start, stop in _pieces(block)]
            is_open = False
        elif is_open and end - found[-1].start <= PASSAGE_CHARS:
            found[-1] = Passage(found[-1].start, end, headings)
        else:
            found.append(Passage(offset, end, headings))
            is_open = True
    return found


def _pieces(block: Block) -> Iterator[tuple[int, int]]:
    """Cut a long block between sentences, or lines and words where it has none (code, tables)."""
    text, start = block.text, 0
    stops = [stop for _, stop in sentences.split(text)] if block.kind in _PROSE else []
    place = 0
    while len(text) - start > WHOLE_BLOCK * PASSAGE_CHARS:
        while place < len(stops) and stops[place] <= start + PASSAGE_CHARS // 3:
            place += 1
        stop = start
        while place < len(stops) and stops[place] <= start + PASSAGE_CHARS:
            stop = stops[place]
            place += 1
        if stop == start:
            within = (start + PASSAGE_CHARS // 2, start + PASSAGE_CHARS)
            stop = max(text.rfind(sign, *within) for sign in ("\n", " ")) + 1 or within[1]
        yield start, stop
        start = stop
    yield start, len(text)


def closest(document: Document, question: str, budget_chars: int, searched: Sequence[str] = ()) -> list[Passage]:
    """Return the passages closest to a question that fit the budget, in reading order.

    Args:
        searched: the queries so far; their words count as well, less than the question's.
    """
    cut, text = stretches(document), document.text()
    texts = [
        relevance.Text(Counter(words.stems(text[passage.start : passage.end])), passage.headings) for passage in cut
    ]
    scores = relevance.scores(relevance.ideas_of(question, searched), texts)
    chosen: list[Passage] = []
    left = budget_chars
    for index in sorted(range(len(cut)), key=lambda index: (-scores[index], index)):
        if scores[index] <= 0 or left < PASSAGE_CHARS // 6:
            break
        if cut[index].chars <= left:
            chosen.append(cut[index])
            left -= cut[index].chars
    return _joined(sorted(chosen, key=lambda passage: passage.start), text)


def _joined(passages: list[Passage], text: str) -> list[Passage]:
    """Join passages that follow each other with nothing but space between."""
    joined: list[Passage] = []
    for passage in passages:
        last = joined[-1] if joined else None
        if last and last.headings == passage.headings and not text[last.end : passage.start].strip():
            joined[-1] = Passage(last.start, passage.end, last.headings)
        else:
            joined.append(passage)
    return joined


def closest_sentences(document: Document, question: str, count: int) -> list[str]:
    """Return the sentences closest to a question, word for word, in reading order; none that shares no word."""
    text = document.text()
    spans: list[tuple[int, int]] = []
    for block, offset in zip(document.blocks, document.offsets(), strict=True):
        if block.kind in _PROSE:
            spans += [(offset + start, offset + end) for start, end in sentences.split(block.text)]
    spans = [(start, end) for start, end in spans if MIN_SENTENCE_CHARS <= end - start <= MAX_SENTENCE_CHARS]
    return best_of([text[start:end] for start, end in spans], question, count)


def best_of(found: Sequence[str], question: str, count: int) -> list[str]:
    """Return the texts closest to a question, in their order; none that shares no word with it."""
    texts = [relevance.Text(Counter(words.stems(text))) for text in found]
    scores = relevance.scores(relevance.ideas_of(question), texts)
    best = sorted(range(len(found)), key=lambda index: (-scores[index], index))[:count]
    return [found[index] for index in sorted(best) if scores[index] > 0]
