"""A document's paragraphs with marks of their own, so that a model can quote one by pointing at it."""

from __future__ import annotations

import re

from researcher_container.contract import BLOCK_SEPARATOR, Document

# What may be pointed at; a shorter piece is quoted as quickly as it is pointed at.
_MARKED = ("paragraph", "list_item", "quote", "table", "caption")
LEAST_MARKED_CHARS = 40
# How a model points: the mark alone, or before words of that paragraph.
_POINTER = re.compile(r"\s*[\[(<]?\s*p\.?\s?(\d{1,7})\s*[\])>]?\s*(?:[:,-]\s*)?", re.IGNORECASE)
_ONLY_POINTER = re.compile(_POINTER.pattern + r"[.;]?\s*", re.IGNORECASE)
_MARK = re.compile(r"\[p\d{1,7}\]\s?")


def shown(document: Document, start: int, end: int) -> str:
    """Return a stretch of the stored text without its navigation, each paragraph behind its mark."""
    return shown_from(document, start, end, end - start)[0]


def shown_from(document: Document, start: int, end: int, most_chars: int) -> tuple[str, int]:
    """Return the beginning of a stretch, up to a block's end where one is near, and the position where it stops."""
    kept: list[str] = []
    left, stop = most_chars, start
    for number, (block, offset) in enumerate(zip(document.blocks, document.offsets(), strict=True)):
        from_, to = max(offset, start), min(offset + len(block.text), end)
        if from_ >= to:
            continue
        if block.kind == "navigation":
            stop = to
            continue
        if to - from_ > left:
            if kept and left < most_chars // 2:
                break
            to = from_ + left
        mark = f"[p{number}] " if block.kind in _MARKED and len(block.text) >= LEAST_MARKED_CHARS else ""
        kept.append(mark + block.text[from_ - offset : to - offset])
        left -= to - from_
        stop = to
        if left <= 0:
            break
    return BLOCK_SEPARATOR.join(kept), end if stop + len(BLOCK_SEPARATOR) >= end else stop


def is_pointer(quote: str) -> bool:
    """Tell whether a quote is nothing but a pointer to a paragraph."""
    return bool(_ONLY_POINTER.fullmatch(quote))


def pointed_at(document: Document, quote: str) -> str:
    """Return the text of the paragraph that a pointer names, "" when there is none of that number."""
    match = _ONLY_POINTER.fullmatch(quote)
    number = int(match[1]) if match else -1
    if not 0 <= number < len(document.blocks) or document.blocks[number].kind not in _MARKED:
        return ""
    return document.blocks[number].text


def without_marks(quote: str) -> str:
    """Return the words of a quote without a pointer before them and marks copied along."""
    match = _POINTER.match(quote)
    return _MARK.sub("", quote[match.end() :] if match and quote[match.end() :].strip() else quote)
