"""What the judgements of a page look at, counted once."""

from __future__ import annotations

import re
from collections.abc import Sequence

from researcher_container.contract import Block
from researcher_container.reader.html_metadata import TITLE_SEPARATOR
from researcher_container.reader.sign_patterns import EDGES

# Text beyond this is an article, whatever its title says.
ARTICLE_CHARS = 1_500
LONG_PARAGRAPH_CHARS = 200
SENTENCE_CHARS = 60
SENTENCE_ENDS = (".", "!", "?", ":", "。", "！", "？", "؟", "।")
MAX_NAME_CHARS = 300
# No wall, error or shell says more.
MAX_CHARS, MAX_BLOCKS = 5_000, 200
# A heading is a link when so much of it is.
LINKED_SHARE = 0.8


class PageFacts:
    """A page's names, its text, and how much of it is prose or links."""

    def __init__(self, title: str, blocks: Sequence[Block], linked: Sequence[int]) -> None:
        self.sentence_chars = self.body_chars = self.prose_chars = self.link_chars = self.long_paragraphs = 0
        self.headings: list[str] = []
        self.linked_headings = self.longest_paragraph_chars = 0
        self.paragraphs: list[str] = []
        self._prose: list[tuple[str, int]] = []  # text outside headings, with its characters that are no links
        body: list[str] = []
        for block, link_chars in zip(blocks, linked, strict=True):
            kind, chars = block.kind, len(block.text)
            if kind == "navigation":
                continue
            self.body_chars += chars
            body.append(block.text)
            if kind == "heading":
                self.headings.append(block.text)
                self.linked_headings += link_chars >= LINKED_SHARE * chars
                continue
            self.prose_chars += chars - link_chars
            self.link_chars += link_chars
            if chars > link_chars:
                self._prose.append((block.text, chars - link_chars))
            if kind in ("paragraph", "list_item", "quote"):
                self._count_paragraph(block.text, link_chars)
        self.body = "\n".join(body[:200])[:MAX_CHARS]
        self.everything = "\n".join((title, *(block.text for block in blocks[:400])))[:MAX_CHARS]
        self.names = _names(title, self.headings[:1])

    def _count_paragraph(self, text: str, link_chars: int) -> None:
        self.paragraphs.append(text)
        chars = len(text)
        if link_chars * 2 >= chars:
            return
        self.longest_paragraph_chars = max(self.longest_paragraph_chars, chars)
        self.long_paragraphs += chars >= LONG_PARAGRAPH_CHARS
        if chars >= SENTENCE_CHARS and text.endswith(SENTENCE_ENDS):
            self.sentence_chars += chars

    @property
    def is_article(self) -> bool:
        """Whether there is too much prose for an error or a challenge."""
        return self.prose_chars > ARTICLE_CHARS or self.long_paragraphs >= 2

    def is_named(self, pattern: re.Pattern[str]) -> bool:
        """Tell whether the title, a part of it or the first heading is what the pattern says, and no more."""
        return any(pattern.fullmatch(name) for name in self.names)

    @property
    def lines(self) -> list[str]:
        """Title, text and frame, line by line."""
        return self.everything.split("\n")

    def beside(self, *patterns: re.Pattern[str]) -> int:
        """Return how many characters of prose stand in blocks in which none of the patterns is found."""
        total = 0
        for text, chars in self._prose[:MAX_BLOCKS]:
            if not any(pattern.search(text[:MAX_CHARS]) for pattern in patterns):
                total += chars
            if total > MAX_CHARS:
                break
        return total


def _names(title: str, headings: Sequence[str]) -> set[str]:
    names = {title, *headings}
    for name in tuple(names):
        names.update(TITLE_SEPARATOR.split(name[:MAX_NAME_CHARS]))
    return {" ".join(name.split()).strip(EDGES) for name in names if len(name) <= MAX_NAME_CHARS} - {""}
