"""The last look at a walked page: what was navigation after all, what a heading, what stands under which."""

from __future__ import annotations

import itertools
import re

from researcher_container.contract import Block
from researcher_container.reader.html_found import Found, Region

# A region named like a side bar is navigation when so much of it is links, or when it says hardly anything.
LIKELY_LINK_SHARE = 0.4
LIKELY_FEW_CHARS = 80
# A name believed at first is not believed when most of the page's prose stands inside.
PAGE_SHARE = 0.5
PAGE_CHARS = 1_500
PAGE_LINK_SHARE = 0.3
TERM_CHARS = 120
EXPLANATION_CHARS = 60
SENTENCE = re.compile(r"[.!?:。！？]")
TERM_LEVEL = 6


def _is_navigation(region: Region, page_chars: int) -> bool:
    share = region.link_chars / region.chars if region.chars else 1.0
    if region.by_name and region.chars > max(PAGE_CHARS, PAGE_SHARE * page_chars) and share < PAGE_LINK_SHARE:
        return False
    return region.verdict == "sure" or share >= LIKELY_LINK_SHARE or region.chars < LIKELY_FEW_CHARS


def finish(found: list[Found]) -> tuple[list[Block], list[int]]:
    """Return the blocks of a page, and how many characters of each are link text."""
    page_chars = sum(len(block.text) for block in found)
    for region in {id(block.region): block.region for block in found}.values():
        if region is not None:
            region.is_navigation = _is_navigation(region, page_chars)
    heading_lists = _lists_with_explained_terms(found)
    blocks: list[Block] = []
    linked: list[int] = []
    headings: list[tuple[int, str | None]] = [(0, None)]  # (definition list it is a term of, text)
    for block in found:
        # What a definition list's terms head ends with the list.
        while headings[-1][0] and headings[-1][0] not in block.lists:
            headings.pop()
        heading = headings[-1][1]
        linked.append(min(block.link_chars, len(block.text)))
        if (
            block.region is not None
            and block.region.is_navigation
            and not (block.kind == "heading" and block.level == 1)
        ):
            blocks.append(Block(kind="navigation", text=block.text, heading=heading))
            continue
        kind, level, term_list = block.kind, block.level if block.kind == "heading" else None, 0
        if block.is_term and block.lists and block.lists[-1] in heading_lists and len(block.text) <= TERM_CHARS:
            kind, level, term_list = "heading", TERM_LEVEL, block.lists[-1]
        if kind == "heading":
            kept = [entry for entry in headings if term_list and entry[0] != term_list]
            headings = [*kept, (term_list, block.text)]
        blocks.append(Block(kind=kind, text=block.text, heading=heading, level=level))
    return blocks, linked


def _lists_with_explained_terms(found: list[Found]) -> set[int]:
    """Return the definition lists most of whose terms are followed by prose, and so head it."""
    terms: dict[int, int] = {}
    explained: dict[int, int] = {}
    for block, after in itertools.pairwise(found):
        if block.is_term and block.lists and not after.is_term:
            number = block.lists[-1]
            terms[number] = terms.get(number, 0) + 1
            explained[number] = explained.get(number, 0) + _is_explanation(after)
    return {number for number, count in terms.items() if explained[number] * 2 >= count}


def _is_explanation(block: Found) -> bool:
    is_prose = block.kind in ("paragraph", "list_item")
    return is_prose and len(block.text) >= EXPLANATION_CHARS and SENTENCE.search(block.text) is not None
