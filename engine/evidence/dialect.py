"""The one reading of markdown: what the audit counts, the pane shows and the exports print is parsed here.

CommonMark with GFM tables and `~~strikethrough~~`, less what real model output never means: indented code,
raw HTML (shown as the words it is), setext headings (`text` over `---` is a paragraph and a rule).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

# Deeper nesting than a report has; beyond it text stays text instead of costing time.
_MAX_NESTING = 40
# The parser leaves out what is nested deeper than its limit; here it stands less deep instead.
_TOO_DEEP = re.compile(r"^((?:[ \t]*(?:>|[-*+][ \t])){12})(?:[ \t]*(?:>|[-*+][ \t]))+[ \t]*", re.M)
_LINE_END = re.compile("\r\n?|[\x85\u2028\u2029]")
# What turns the direction of all that follows, what no reader draws, and letters that only machines see.
_UNSEEN = re.compile(
    "[\x01-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_FEED = re.compile("[\x0b\x0c]")
# NUL, half characters, and the private ones that stand for a citation while sentences are told apart.
MARK_OPEN, MARK_CLOSE = "\ue0f0", "\ue0f1"
_TABLE_RULE = re.compile(
    r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$|^\|[ \t]*:?-+:?[ \t]*\|[ \t]*$", re.M
)
_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
_UNUSABLE = re.compile(f"[\0\ud800-\udfff{MARK_OPEN}{MARK_CLOSE}]")


def reader() -> MarkdownIt:
    """Return a new parser of the dialect."""
    parser = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False, "maxNesting": _MAX_NESTING})
    parser.enable(["table", "strikethrough"])
    parser.disable(["code", "html_block", "html_inline", "lheading"])
    parser.inline.ruler.before("emphasis", "times", _times)
    return parser


def _times(state: StateInline, silent: bool) -> bool:
    """Read the asterisk of `2*3*4` as itself: between two digits it multiplies and emphasises nothing."""
    place = state.pos
    if state.src[place] != "*" or not (0 < place < state.posMax - 1):
        return False
    if not (state.src[place - 1].isdigit() and state.src[place + 1].isdigit()):
        return False
    if not silent:
        state.pending += "*"
    state.pos += 1
    return True


RegionKind = Literal["heading", "paragraph", "table_head", "table_row", "code", "other"]


@dataclass(frozen=True)
class Region:
    """A stretch of whole lines that is one thing; `other` is what lies between: rules, blank lines, fences' air."""

    kind: RegionKind
    text: str  # with its line ends: the regions of a text join to that text
    level: int = 0  # of a heading, 1-6
    is_quote: bool = False  # inside a block quote
    is_item: bool = False  # inside a list


@cache
def _block_reader() -> MarkdownIt:
    # Inline text is read by engine/evidence/inline.py, definitions by engine/evidence/written_lists.py.
    parser = reader()
    parser.disable(["inline", "reference", "text_join"])
    return parser


def plain_lines(markdown: str) -> str:
    """Return markdown as this dialect reads it.

    It has one kind of line end, none of the characters that this program uses as marks, and a blank line before a
    table: straight after a list item a table would be read as more words of the item.
    """
    text = _UNUSABLE.sub("\ufffd", without_unseen(_LINE_END.sub("\n", markdown)))
    text = _TOO_DEEP.sub(r"\1 ", text)
    return _with_tables_apart(text) if _TABLE_RULE.search(text) else text


def without_unseen(text: str) -> str:
    """Return text without characters that nobody sees and that change how the rest is read; line ends stay."""
    return _UNSEEN.sub("", _FEED.sub(" ", text))


def _with_tables_apart(text: str) -> str:
    kept: list[str] = []
    fence = ""
    lines = text.split("\n")
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark["fence"]
        elif mark and mark["fence"].startswith(fence) and not mark["info"].strip():
            fence = ""
        is_head = not fence and "|" in line and _TABLE_RULE.fullmatch(following)
        if is_head and not line.startswith((" ", ">")) and kept and kept[-1].strip():
            kept.append("")
        kept.append(line)
    return "\n".join(kept)


def regions(markdown: str) -> list[Region]:
    """Split markdown (see `plain_lines`) into regions; joined, their texts are the markdown, to the character."""
    # The parser counts lines by "\n" alone, so they are not split at anything else.
    lines = markdown.split("\n")
    lines = [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    found: list[Region] = []
    position = 0
    for kind, start, end, token, depth in _spans(_block_reader().parse(markdown)):
        if start < position:
            continue
        if start > position:
            found.append(Region("other", "".join(lines[position:start])))
        quoted, listed = depth
        level = int(token.tag[1]) if kind == "heading" else 0
        found.append(Region(kind, "".join(lines[start:end]), level, quoted, listed))
        position = end
    if position < len(lines):
        found.append(Region("other", "".join(lines[position:])))
    return found


def _spans(tokens: list[Token]) -> Iterator[tuple[RegionKind, int, int, Token, tuple[bool, bool]]]:
    quotes = lists = 0
    in_head = False
    for token in tokens:
        if token.type in ("blockquote_open", "blockquote_close"):
            quotes += token.nesting
        elif token.type in ("bullet_list_open", "ordered_list_open", "bullet_list_close", "ordered_list_close"):
            lists += token.nesting
        elif token.type in ("thead_open", "thead_close"):
            in_head = token.nesting == 1
        kind = _KINDS.get(token.type)
        if kind and token.map:
            kind = "table_head" if kind == "table_row" and in_head else kind
            yield kind, token.map[0], token.map[1], token, (quotes > 0, lists > 0)


_KINDS: dict[str, RegionKind] = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "tr_open": "table_row",
    "fence": "code",
}
