"""The last look at a walked page: what was navigation after all, what a heading, what stands under which."""

from __future__ import annotations

import re

from researcher_container.contract import Block
from researcher_container.reader.html_walk import Found, Region

# A region named like a side bar is navigation when so much of it is links, or when it says hardly anything.
LIKELY_LINK_SHARE = 0.4
LIKELY_FEW_CHARS = 80
# A name believed at first is not believed when most of the page's prose stands inside.
PAGE_SHARE = 0.5
PAGE_LINK_SHARE = 0.3
TERM_CHARS = 120
EXPLANATION_CHARS = 60
SENTENCE = re.compile(r"[.!?:。！？]")
TERM_LEVEL = 6


def _is_navigation(region: Region, page_chars: int) -> bool:
    share = region.link_chars / region.chars if region.chars else 1.0
    if region.by_name and region.chars > PAGE_SHARE * page_chars and share < PAGE_LINK_SHARE:
        return False
    return region.verdict == "sure" or share >= LIKELY_LINK_SHARE or region.chars < LIKELY_FEW_CHARS


def finish(found: list[Found]) -> tuple[list[Block], list[int]]:
    """Return the blocks of a page, and how many characters of each are link text."""
    page_chars = sum(len(block.text) for block in found)
    for region in {id(block.region): block.region for block in found}.values():
        if region is not None:
            region.is_navigation = _is_navigation(region, page_chars)
    blocks: list[Block] = []
    linked: list[int] = []
    headings: list[tuple[int, str | None]] = [(0, None)]  # (definition lists open around it, text)
    for index, block in enumerate(found):
        # What a definition list's terms head ends with the list.
        while headings[-1][0] > block.lists:
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
        kind, level = block.kind, block.level if block.kind == "heading" else None
        if block.is_term and _is_explained(found, index):
            kind, level = "heading", TERM_LEVEL
        if kind == "heading":
            depth = block.lists if block.is_term else 0
            if depth == 0:
                headings = [(0, block.text)]
            else:
                headings = [*(entry for entry in headings if entry[0] < depth), (depth, block.text)]
        blocks.append(Block(kind=kind, text=block.text, heading=heading, level=level))
    return blocks, linked


def _is_explained(found: list[Found], index: int) -> bool:
    """Tell whether a term of a definition list is followed by prose, and so heads it."""
    if len(found[index].text) > TERM_CHARS or index + 1 >= len(found):
        return False
    after = found[index + 1]
    return (
        after.kind in ("paragraph", "list_item")
        and after.lists >= found[index].lists
        and len(after.text) >= EXPLANATION_CHARS
        and SENTENCE.search(after.text) is not None
    )
