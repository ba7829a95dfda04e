"""Markdown as it stands: its words and marks untouched, its headings, code and lists recognised."""

from __future__ import annotations

import re

from researcher_container.contract import Block, BlockKind, Link
from researcher_container.reader.html_links import LinkList
from researcher_container.reader.verbatim import LINE_ENDS, MAX_BLOCKS

ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)(.*?)(?:[ \t]+#+)?[ \t]*$")
SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
ITEM = re.compile(r"[ \t]{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+\S")
TABLE_RULE = re.compile(r"[ \t]*\|?[ \t:]*-{2,}[ \t:|-]*$")
FRONT_MATTER_LINE = re.compile(r"([A-Za-z_][\w-]*):[ \t]*(.*)$")


def read_markdown(text: str) -> tuple[list[Block], dict[str, str], bool]:
    """Return the blocks, the `key: value` lines of a YAML front matter, and whether blocks were left out."""
    lines = LINE_ENDS.sub("\n", text).replace("\x00", "").strip("\n").rstrip().split("\n")
    fields, start = _front_matter(lines)
    pieces = _pieces(lines, start)
    blocks: list[Block] = []
    heading: str | None = None
    for kind, piece, level in pieces[:MAX_BLOCKS]:
        blocks.append(Block(kind=kind, text=piece, heading=heading, level=level))
        if kind == "heading":
            heading = heading_text(piece)
    return blocks, fields, len(pieces) > MAX_BLOCKS


def heading_text(piece: str) -> str:
    """Return a heading's words without its marks."""
    found = ATX.match(piece)
    return (found.group(2) if found else piece.split("\n")[0]).strip()


def _front_matter(lines: list[str]) -> tuple[dict[str, str], int]:
    if not lines or lines[0].strip() != "---":
        return {}, 0
    for end in range(1, min(len(lines), 200)):
        if lines[end].strip() in ("---", "..."):
            found = (FRONT_MATTER_LINE.match(line) for line in lines[1:end])
            return {match.group(1).lower(): match.group(2).strip("\"' ") for match in found if match}, end + 1
    return {}, 0


Piece = tuple[BlockKind, str, int | None]


def _pieces(lines: list[str], front: int) -> list[Piece]:
    pieces: list[Piece] = []
    if front:
        pieces.append(("code", "\n".join(lines[:front]), None))
    pending: list[str] = []
    fence = ""
    for line in lines[front:]:
        if fence:
            pending.append(line)
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                _take(pieces, pending, "code")
                fence = ""
        elif (opened := FENCE.match(line)) is not None:
            _take(pieces, pending)
            pending.append(line)
            fence = opened.group(1)
        elif (atx := ATX.match(line)) is not None:
            _take(pieces, pending)
            pieces.append(("heading", line.strip(), len(atx.group(1))))
        elif len(pending) == 1 and (rule := SETEXT.match(line)) is not None and not ITEM.match(pending[0]):
            level = 1 if rule.group(1).startswith("=") else 2
            pieces.append(("heading", f"{pending.pop()}\n{line}", level))
        elif not line.strip():
            _take(pieces, pending)
        else:
            pending.append(line)
    _take(pieces, pending, "code" if fence else None)
    return pieces


def _take(pieces: list[Piece], pending: list[str], kind: BlockKind | None = None) -> None:
    if pending:
        pieces.append((kind or _kind(pending), "\n".join(pending), None))
        pending.clear()


def _kind(lines: list[str]) -> BlockKind:
    if len(lines) > 1 and "|" in lines[0] and TABLE_RULE.match(lines[1]):
        return "table"
    if ITEM.match(lines[0]):
        return "list_item"
    if lines[0].lstrip().startswith(">"):
        return "quote"
    if all(line.startswith(("    ", "\t")) for line in lines):
        return "code"
    return "paragraph"


# Possessive, and with one pair of brackets within an address: a page of openings must not be tried over and over.
MARKDOWN_LINK = re.compile(
    r"(?<!!)\[([^\[\]\n]{1,300}+)\]\((?:<([^<>\n]{1,2000}+)>|((?:[^()\s<>]|\([^()\s<>]{0,200}+\)){1,2000}+))"
    r"[^)\n]{0,200}+\)|<(https?://[^<>\s]{1,2000}+)>"
)


def markdown_links(text: str, url: str) -> tuple[Link, ...]:
    """Return inline links and autolinks."""
    collected = LinkList(url)
    for found in MARKDOWN_LINK.finditer(text):
        collected.add(found.group(2) or found.group(3) or found.group(4), found.group(1) or "")
    return collected.links()
