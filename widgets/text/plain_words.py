"""Markdown as one line of plain words, for places that set no text: the graph, tooltips, lists."""

from __future__ import annotations

import re
from functools import lru_cache

_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)")
_CITATION = re.compile(r"\s*\[(?:S|r)\d+(?:\.\d+)?(?:\s*,\s*(?:S|r)\d+(?:\.\d+)?)*\]")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(
    r"(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=\S)\*(?![\w*])|(?<!\w)_(?=[^\s_])([^_\n]+?)(?<=\S)_(?!\w)"
)
_CODE = re.compile(r"(`+)(.+?)\1")
_LEAD = re.compile(r"^\s*(?:#{1,6}\s+|>\s?)+")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+")
_ENDS = (".", ":", ";", "!", "?", ",", "…")


@lru_cache(maxsize=512)
def plain_words(markdown: str) -> str:
    """Return a text without its marks; the items of a list stand one after another in a sentence."""
    said = ""
    for line in markdown.splitlines():
        words = _ITEM.sub("", _LEAD.sub("", line), count=1).strip()
        if not words:
            continue
        joint = "; " if said and _ITEM.match(line) and not said.endswith(_ENDS) else " "
        said = f"{said}{joint}{words}" if said else words
    for pattern, kept in ((_LINK, r"\1"), (_CITATION, ""), (_CODE, r"\2"), (_STRONG, r"\2")):
        said = pattern.sub(kept, said)
    return " ".join(_EMPHASIS.sub(lambda found: found[1] or found[2], said).split())
