"""Text that is taken as it stands: plain text, Markdown, JSON, CSV."""

from __future__ import annotations

import re

from researcher_container.contract import Block, BlockKind
from researcher_container.reader import media_type as kinds

MAX_BLOCKS = 60_000
LINE_ENDS = re.compile(r"\r\n?")
# Extra empty lines stay with the block before them, so that the joined text is the text of the file.
BETWEEN_BLOCKS = re.compile(r"(?<=\n)\n(?!\n)")
UNDERLINED = re.compile(r"([^\n]{1,200})\n(={3,}|-{3,}|~{3,})\s*$")
CODE_NAME = re.compile(
    r"\.(py|js|ts|c|h|cc|cpp|hpp|rs|go|java|kt|rb|pl|sh|sql|css|scss|toml|ini|cfg|ya?ml|xml|log|diff|patch)$",
    re.IGNORECASE,
)


def read_text(text: str, media_type: str, url: str) -> list[Block]:
    """Return the blocks of a text; joined again they are the text without its outer blank lines."""
    text = LINE_ENDS.sub("\n", text).replace("\x00", "")
    text = text.strip("\n").rstrip()
    if not text.strip():
        return []
    if media_type in (kinds.JSON, kinds.XML):
        return [Block(kind="code", text=text)]
    if media_type == kinds.CSV:
        return [Block(kind="table", text=text)]
    if CODE_NAME.search(url.split("?")[0]):
        return [Block(kind="code", text=piece) for piece in _pieces(text)]
    return _paragraphs(text)


def _pieces(text: str) -> list[str]:
    """Cut at blank lines so that `BLOCK_SEPARATOR.join` gives the text back."""
    pieces: list[str] = []
    start = 0
    for found in BETWEEN_BLOCKS.finditer(text):
        if len(pieces) >= MAX_BLOCKS - 1:
            break
        # The separator is this newline and the one before it.
        pieces.append(text[start : found.start() - 1])
        start = found.end()
    pieces.append(text[start:])
    return pieces


def _paragraphs(text: str) -> list[Block]:
    blocks = []
    heading: str | None = None
    for piece in _pieces(text):
        kind: BlockKind = "paragraph"
        level = None
        if (underlined := UNDERLINED.fullmatch(piece)) is not None:
            kind, level = "heading", 1 if underlined.group(2).startswith("=") else 2
        blocks.append(Block(kind=kind, text=piece, heading=heading, level=level))
        if underlined is not None:
            heading = underlined.group(1).strip()
    return blocks
