"""Which sentences of a report claim something, and how a sentence reads without its markup."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.evidence.dialect import Region

_BLOCK_MARKUP = re.compile(
    r"^[ \t]*(?:>[ \t]?)*[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+)?", re.M
)
_EMPHASIS = re.compile(r"(?<![\w\\])(\*\*\*|\*\*|\*|___|__|_|~~)(?=\S)(.{1,400}?)(?<=\S)\1(?!\w)", re.S)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_SPACE_BEFORE_STOP = re.compile(r" +((?:[.,;:!?])(?=\s|$)|[。！？、，])")
_CELL_END = re.compile(r"(?<!\\)\|")
_WORD = re.compile(r"[^\W\d_]")
# Fewer words claim nothing by themselves: "Yes.", "By cost."
_LEAST_WORDS, _LEAST_UNSPACED = 3, 6


def is_statement(plain: str, region: Region, *, is_cited: bool) -> bool:
    """Say whether a sentence claims something; headings, heads of tables, questions, lead-ins and notes do not.

    Args:
        plain: The sentence as `plain_sentence` gives it.
        region: Where it stands.
        is_cited: A cited sentence is a claim however short it is.
    """
    if region.kind not in ("paragraph", "table_row") or is_note(region.text):
        return False
    if plain.rstrip("\"'”’»)」 ").endswith(("?", "？", "؟", ":", "：")) or not _WORD.search(plain):
        return False
    if region.kind == "table_row" or is_cited:
        return True
    unspaced = sum(ord(character) >= 0x0E00 and character.isalpha() for character in plain)
    return len(plain.split()) >= _LEAST_WORDS or unspaced >= _LEAST_UNSPACED


def plain_sentence(text: str) -> str:
    """Return a sentence without markup, on one line."""
    bare = _BLOCK_MARKUP.sub("", text)
    for _ in range(3):
        bare = _EMPHASIS.sub(r"\2", bare)
    if "|" in bare and bare.strip().startswith("|"):
        bare = _CELL_END.sub(" · ", bare.strip().strip("|"))
    bare = _ESCAPE.sub(r"\1", bare)
    return _SPACE_BEFORE_STOP.sub(r"\1", " ".join(bare.split()))


@lru_cache(maxsize=64)  # asked for every sentence of a region, which may be all of a report
def is_note(region_text: str) -> bool:
    """Say whether a paragraph stands wholly in emphasis: a word about the report, not a claim about its topic."""
    text = _BLOCK_MARKUP.sub("", region_text).strip()
    return (
        len(text) > 2 and text[0] in "*_" and text[0] == text[-1] and text[1] not in "*_ " and text[-2] not in "*_ "
    )
