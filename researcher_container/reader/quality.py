"""What a page is before anyone cites it: evidence, or a challenge, an error, a wall, a shell, an index."""

from __future__ import annotations

import re
from collections.abc import Sequence

from researcher_container.contract import Block, Quality, QualityStatus
from researcher_container.reader.quality_signs import (
    ASKS_FOR_SCRIPTS,
    CHALLENGE_SOURCE,
    CHALLENGE_TEXT,
    CHALLENGE_TITLE,
    CONSENT,
    CONSENT_STRONG,
    ERROR_TEXT,
    ERROR_TITLE,
    INDEX_TITLE,
    NAMES_SCRIPTS,
)

# Text beyond this is an article, whatever its title says.
ARTICLE_CHARS = 1_500
SHORT_CHARS = 500
LONG_PARAGRAPH_CHARS = 200
INDEX_LINK_CHARS = 150
INDEX_LINK_SHARE = 0.6
INDEX_LINK_SHARE_BESIDE_PROSE = 0.8
NAMED_INDEX_LINK_SHARE = 0.4
INDEX_SENTENCE_CHARS = 400
NAMED_INDEX_SENTENCE_CHARS = 200
SENTENCE_CHARS = 60
SENTENCE_ENDS = (".", "!", "?", ":", "。", "！", "？", "؟", "।")
SHELL_CHARS = 60


def judge(
    title: str,
    blocks: Sequence[Block],
    linked: Sequence[int],
    *,
    status: int = 200,
    raw: bytes = b"",
    fallback: str = "",
    contents_chars: int = 0,
) -> Quality:
    """Judge an HTML page.

    Args:
        title: its title element.
        blocks: its blocks.
        linked: for each block, how many of its characters are link text.
        status: the HTTP status it came with.
        raw: its bytes, searched for the scripts of challenge pages.
        fallback: the text of its `noscript` elements.
        contents_chars: how much link text stands in tables of contents within it.
    """
    page = PageFacts(title, blocks, linked)
    for found in (
        _blocked(page, status, raw),
        _not_found(page, status),
        _consent_wall(page),
        _empty(page, raw, fallback),
        _index(page, contents_chars),
    ):
        if found is not None:
            return found
    return Quality()


class PageFacts:
    """What the judgements look at, counted once."""

    def __init__(self, title: str, blocks: Sequence[Block], linked: Sequence[int]) -> None:
        self.title = title
        self.sentence_chars = self.body_chars = self.prose_chars = self.link_chars = self.long_paragraphs = 0
        self.headings: list[str] = []
        body: list[str] = []
        self.paragraphs: list[str] = []
        for block, link_chars in zip(blocks, linked, strict=True):
            kind, chars = block.kind, len(block.text)
            if kind == "navigation":
                continue
            self.body_chars += chars
            body.append(block.text)
            if kind == "heading":
                self.headings.append(block.text)
                continue
            self.prose_chars += chars - link_chars
            self.link_chars += link_chars
            if kind in ("paragraph", "list_item", "quote"):
                self.paragraphs.append(block.text)
                if chars >= SENTENCE_CHARS and link_chars * 2 < chars and block.text.endswith(SENTENCE_ENDS):
                    self.sentence_chars += chars
                self.long_paragraphs += chars >= LONG_PARAGRAPH_CHARS and link_chars * 2 < chars
        self.body = "\n".join(body[:200])[:20_000]
        self.everything = "\n".join(block.text for block in blocks[:400])[:20_000]

    @property
    def is_article(self) -> bool:
        """Whether there is too much prose for an error or a challenge."""
        return self.prose_chars > ARTICLE_CHARS or self.long_paragraphs >= 2

    def is_named(self, pattern: re.Pattern[str]) -> bool:
        """Tell whether the title or the first heading begins with the pattern."""
        return any(pattern.match(name.strip()) for name in (self.title, *self.headings[:1]))


def _blocked(page: PageFacts, status: int, raw: bytes) -> Quality | None:
    if page.is_article:
        return None
    refused = status in (401, 403, 429, 503)
    named = page.is_named(CHALLENGE_TITLE)
    said = CHALLENGE_TEXT.search(page.everything) is not None
    is_short = page.prose_chars < SHORT_CHARS
    scripted = (named or said or is_short) and CHALLENGE_SOURCE.search(raw) is not None
    if refused and (named or said or scripted or is_short):
        return Quality(status=QualityStatus.BLOCKED, why=f"The site refused automatic reading (status {status}).")
    if (named and (said or scripted or is_short)) or (scripted and (said or is_short)):
        return Quality(status=QualityStatus.BLOCKED, why="The site shows a check for robots instead of the page.")
    return None


def _not_found(page: PageFacts, status: int) -> Quality | None:
    why = "The site says that this page does not exist."
    if status in (404, 410):
        return Quality(status=QualityStatus.NOT_FOUND, why=why)
    named = page.is_named(ERROR_TITLE)
    if page.is_article and (not named or page.long_paragraphs >= 4):
        return None
    said = ERROR_TEXT.search(page.body[:1_500]) is not None
    if page.is_article and not said:
        return None
    if (named and (said or page.prose_chars < SHORT_CHARS)) or (said and page.prose_chars < SHORT_CHARS):
        return Quality(status=QualityStatus.NOT_FOUND, why=why)
    return None


def _consent_wall(page: PageFacts) -> Quality | None:
    if (
        page.is_article
        or len(page.everything) > 2 * ARTICLE_CHARS
        or not CONSENT_STRONG.search(f"{page.title}\n{page.everything}")
    ):
        return None
    marks = {found.group().lower() for found in CONSENT.finditer(f"{page.title}\n{page.everything}")}
    beside = sum(len(text) for text in page.paragraphs[:200] if not CONSENT.search(text))
    if len(marks) >= 2 and beside < 150:
        return Quality(
            status=QualityStatus.CONSENT_WALL, why="The site asks for consent to cookies before it shows the page."
        )
    return None


def _empty(page: PageFacts, raw: bytes, fallback: str) -> Quality | None:
    if not any(map(str.isalnum, page.body)):
        return Quality(status=QualityStatus.EMPTY, why="The page holds no text.")
    if page.body_chars > SHORT_CHARS:
        return None
    asks = NAMES_SCRIPTS.search(fallback) or ASKS_FOR_SCRIPTS.search(page.body)
    if (b"<script" in raw and page.prose_chars < SHELL_CHARS and not page.headings) or (
        asks and page.prose_chars < 300
    ):
        return Quality(
            status=QualityStatus.EMPTY, why="The page is put together by scripts and holds no text of its own."
        )
    return None


def _index(page: PageFacts, contents_chars: int) -> Quality | None:
    link_chars = page.link_chars + contents_chars
    is_named = page.is_named(INDEX_TITLE)
    if is_named and page.sentence_chars < NAMED_INDEX_SENTENCE_CHARS:
        return Quality(status=QualityStatus.INDEX, why="The page only leads to others.")
    if link_chars < INDEX_LINK_CHARS:
        return None
    share = link_chars / (page.prose_chars + link_chars)
    limit = INDEX_LINK_SHARE if page.sentence_chars < INDEX_SENTENCE_CHARS else INDEX_LINK_SHARE_BESIDE_PROSE
    if share <= (NAMED_INDEX_LINK_SHARE if is_named else limit):
        return None
    return Quality(status=QualityStatus.INDEX, why="The page consists mostly of links.")
