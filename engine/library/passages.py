"""Cuts a document into passages: stretches under one heading, with exact places in its stored text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from researcher_container.contract import BLOCK_SEPARATOR, Block, Document

# Long enough to hold a thought, short enough to be quoted: below 600 characters BM25 loses context, above
# 1,200 a passage speaks of several things.
MIN_CHARS = 600
MAX_CHARS = 1_200
# A rest shorter than this joins the passage before it.
CRUMB_CHARS = 200
HEADING_SEPARATOR = " › "

_PROSE = frozenset({"paragraph", "list_item", "quote"})
_MARKDOWN_MARKS = re.compile(r"^#{1,6}\s+|\s+#+$|\s+=+$|\s+-+$")
# Where an overlong block is cut, best first: a line's end, a sentence's end, a space.
_CUTS = (re.compile(r"\n"), re.compile(r"[.!?。！？][\"'”’)\]]*\s+|[。！？]"), re.compile(r"\s+"))


@dataclass(frozen=True)
class Cut:
    """A passage's place in `Document.text()`, in code points, and the headings above it."""

    start: int
    end: int
    heading: str | None
    heading_path: str
    prose_chars: int  # how much of it is sentences rather than code and tables


def cut_passages(document: Document) -> list[Cut]:
    """Return the passages in reading order; navigation is left out, headings become the passages' headings."""
    return [cut for section in _sections(document) for cut in _cut_section(section)]


def prose_share(cut: Cut) -> float:
    """Return which part of a passage is prose, 0-1."""
    return min(1.0, cut.prose_chars / max(1, cut.end - cut.start))


def _spoken(heading: str, media_type: str) -> str:
    """Return a heading as one says it: the stored text of Markdown keeps its marks."""
    text = " ".join(heading.split())
    return _MARKDOWN_MARKS.sub("", text) or text if media_type == "text/markdown" else text


@dataclass
class _Section:
    """Consecutive blocks under one heading, each with its start."""

    heading: str | None
    heading_path: str
    blocks: list[tuple[int, Block]]


def _sections(document: Document) -> Iterator[_Section]:
    above: list[tuple[int, str]] = []
    section = _Section(None, "", [])
    for start, block in zip(document.offsets(), document.blocks, strict=True):
        if block.kind == "heading":
            yield section
            level = block.level or 6
            above = [(upper, text) for upper, text in above if upper < level]
            above.append((level, _spoken(block.text, document.media_type)))
            section = _Section(above[-1][1], HEADING_SEPARATOR.join(text for _, text in above), [])
        elif block.kind == "navigation":
            # A passage is one slice of the stored text, so it cannot reach across what is left out.
            yield section
            section = replace(section, blocks=[])
        elif block.text.strip():
            section.blocks.append((start, block))
    yield section


def _cut_section(section: _Section) -> list[Cut]:
    cuts: list[Cut] = []
    current: Cut | None = None
    for piece in _pieces(section):
        if current is None:
            current = piece
        elif piece.end - current.start <= MAX_CHARS or (
            # Rather a little too long than a passage without context.
            current.end - current.start < MIN_CHARS and piece.end - current.start <= MAX_CHARS * 1.25
        ):
            current = _joined(current, piece)
        else:
            cuts.append(current)
            current = piece
    if current is not None:
        short = current.end - current.start < CRUMB_CHARS
        if cuts and short and current.end - cuts[-1].start <= MAX_CHARS * 1.25:
            current = _joined(cuts.pop(), current)
        cuts.append(current)
    return cuts


def _joined(first: Cut, second: Cut) -> Cut:
    return replace(first, end=second.end, prose_chars=first.prose_chars + second.prose_chars)


def _pieces(section: _Section) -> Iterator[Cut]:
    """Yield each block as one cut, an overlong block as several."""
    for start, block in section.blocks:
        for first, last in _chunks(block.text):
            prose = last - first + len(BLOCK_SEPARATOR) if block.kind in _PROSE else 0
            yield Cut(start + first, start + last, section.heading, section.heading_path, prose)


def _chunks(text: str) -> Iterator[tuple[int, int]]:
    position, end = 0, len(text)
    while end - position > MAX_CHARS * 1.25:
        cut = _cut_before(text, position + MIN_CHARS, position + MAX_CHARS)
        yield position, position + len(text[position:cut].rstrip())
        while cut < end and text[cut].isspace():
            cut += 1
        position = cut
    if position < end:
        yield position, end


def _cut_before(text: str, lowest: int, highest: int) -> int:
    for pattern in _CUTS:
        ends = [match.end() for match in pattern.finditer(text, lowest, highest)]
        if ends:
            return ends[-1]
    return highest
