"""What a page is before anyone cites it: evidence, or a challenge, an error, a wall, a shell, an index."""

from __future__ import annotations

from collections.abc import Sequence

from researcher_container.contract import Block, Quality, QualityStatus
from researcher_container.reader.page_facts import ARTICLE_CHARS, PageFacts
from researcher_container.reader.signs_blocked import (
    CHALLENGE_NAME,
    CHALLENGE_SOURCE,
    CHALLENGE_TEXT,
    DENIAL_NAME,
    LOGIN_NAME,
    LOGIN_TEXT,
    PASSWORD_FIELD,
    SUBSCRIBERS_TEXT,
)
from researcher_container.reader.signs_error import ERROR_NAME, ERROR_TEXT, TROUBLE_NAME, TROUBLE_TEXT
from researcher_container.reader.signs_index import INDEX_NAME, LISTING_NAME
from researcher_container.reader.signs_wall import (
    ASKS_FOR_SCRIPTS,
    CONSENT,
    CONSENT_STRONG,
    IS_LOADING,
    NAMES_SCRIPTS,
)

SHORT_CHARS = 500
# So much text that is no sign of a wall or an error is worth reading.
OWN_TEXT_CHARS = 150
ERROR_OWN_TEXT_CHARS = 300
ERROR_NAME_SHARE = 0.7
# Error pages that go on with the site's popular articles show few of them.
ERROR_LONG_PARAGRAPHS = 4
INDEX_LINK_CHARS = 150
INDEX_LINK_SHARE = 0.6
INDEX_LINK_SHARE_BESIDE_PROSE = 0.8
NAMED_INDEX_LINK_SHARE = 0.4
INDEX_SENTENCE_CHARS = 400
NAMED_INDEX_SENTENCE_CHARS = 200
NAMED_LISTING_HEADINGS = 3
LISTING_HEADINGS = 6
LISTING_HEADING_SHARE = 0.7
TEASER_CHARS = 500
SHELL_CHARS = 60
BUTTON_CHARS = 40


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
        _blocked(page, status, raw, fallback),
        _not_found(page, status),
        _consent_wall(page),
        _login_wall(page, raw),
        _out_of_order(page),
        _empty(page, raw, fallback),
        _index(page, contents_chars),
    ):
        if found is not None:
            return found
    return Quality()


def _blocked(page: PageFacts, status: int, raw: bytes, fallback: str) -> Quality | None:
    if page.is_article:
        return None
    refused = status in (401, 403, 429, 503)
    named = page.is_named(CHALLENGE_NAME) or page.is_named(DENIAL_NAME)
    said = CHALLENGE_TEXT.search(f"{page.everything}\n{fallback}") is not None
    is_short = page.prose_chars < SHORT_CHARS
    scripted = (named or said or is_short) and CHALLENGE_SOURCE.search(raw) is not None
    if refused and (named or said or scripted or is_short):
        return Quality(status=QualityStatus.BLOCKED, why=f"The site refused automatic reading (status {status}).")
    own = page.beside(CHALLENGE_TEXT)
    if (
        (named and scripted and own < ERROR_OWN_TEXT_CHARS)
        or ((named or scripted) and own < OWN_TEXT_CHARS)
        or (said and own < SHELL_CHARS)
    ):
        return Quality(status=QualityStatus.BLOCKED, why="The site shows a check for robots instead of the page.")
    return None


def _not_found(page: PageFacts, status: int) -> Quality | None:
    why = "The site says that this page does not exist."
    if status in (404, 410):
        return Quality(status=QualityStatus.NOT_FOUND, why=why)
    named = page.is_named(ERROR_NAME) or any(map(_is_error, page.names))
    if page.is_article and (not named or page.long_paragraphs >= ERROR_LONG_PARAGRAPHS):
        return None
    said = ERROR_TEXT.search(page.body[:1_500]) is not None
    if page.is_article and not said:
        return None
    if (named and said) or ((named or said) and page.beside(ERROR_TEXT) < ERROR_OWN_TEXT_CHARS):
        return Quality(status=QualityStatus.NOT_FOUND, why=why)
    return None


def _is_error(name: str) -> bool:
    """Tell whether a name says little else than that something is not there."""
    found = ERROR_TEXT.search(name)
    return found is not None and len(found.group()) >= ERROR_NAME_SHARE * len(name)


def _out_of_order(page: PageFacts) -> Quality | None:
    if page.is_article or not page.is_named(TROUBLE_NAME):
        return None
    said = TROUBLE_TEXT.search(page.everything) is not None
    if page.beside(TROUBLE_TEXT) < (OWN_TEXT_CHARS if said else SHELL_CHARS):
        return Quality(
            status=QualityStatus.NOT_FOUND, why="The site shows an error or a placeholder instead of the page."
        )
    return None


def _consent_wall(page: PageFacts) -> Quality | None:
    if len(page.everything) > 2 * ARTICLE_CHARS or not CONSENT_STRONG.search(page.everything):
        return None
    if page.is_article and not any(len(line) <= BUTTON_CHARS and CONSENT_STRONG.search(line) for line in page.lines):
        return None  # an article on the matter: nothing to press
    marks = {found.group().lower() for found in CONSENT.finditer(page.everything)}
    if len(marks) >= 2 and page.beside(CONSENT) < OWN_TEXT_CHARS and page.long_paragraphs < 3:
        return Quality(
            status=QualityStatus.CONSENT_WALL, why="The site asks for consent to cookies before it shows the page."
        )
    return None


def _login_wall(page: PageFacts, raw: bytes) -> Quality | None:
    if page.is_article or page.beside(LOGIN_TEXT, SUBSCRIBERS_TEXT) >= OWN_TEXT_CHARS:
        return None
    asks = LOGIN_TEXT.search(page.everything) is not None
    if (page.is_named(LOGIN_NAME) or asks) and (asks or PASSWORD_FIELD.search(raw) is not None):
        return Quality(status=QualityStatus.BLOCKED, why="The site asks for a login before it shows the page.")
    if SUBSCRIBERS_TEXT.search(page.body) is not None:
        return Quality(status=QualityStatus.BLOCKED, why="The site shows this page to its subscribers only.")
    return None


def _empty(page: PageFacts, raw: bytes, fallback: str) -> Quality | None:
    if not any(map(str.isalnum, page.body)):
        return Quality(status=QualityStatus.EMPTY, why="The page holds no text.")
    if page.body_chars > SHORT_CHARS:
        return None
    asks = NAMES_SCRIPTS.search(fallback) is not None and page.prose_chars < 2 * OWN_TEXT_CHARS
    asks |= ASKS_FOR_SCRIPTS.search(page.body) is not None and page.beside(ASKS_FOR_SCRIPTS) < OWN_TEXT_CHARS
    is_scripted = b"<script" in raw
    is_shell = is_scripted and page.prose_chars < SHELL_CHARS and not page.headings
    is_loading = is_scripted and page.beside() < SHELL_CHARS and any(map(IS_LOADING.fullmatch, page.paragraphs))
    if asks or is_shell or is_loading:
        return Quality(
            status=QualityStatus.EMPTY, why="The page is put together by scripts and holds no text of its own."
        )
    return None


def _index(page: PageFacts, contents_chars: int) -> Quality | None:
    leads_on = Quality(status=QualityStatus.INDEX, why="The page only leads to others.")
    link_chars = page.link_chars + contents_chars
    is_named = page.is_named(INDEX_NAME) or page.is_named(LISTING_NAME)
    if is_named and page.sentence_chars < NAMED_INDEX_SENTENCE_CHARS:
        return leads_on
    is_teasing = page.longest_paragraph_chars < TEASER_CHARS
    if page.linked_headings >= NAMED_LISTING_HEADINGS and is_teasing and page.is_named(LISTING_NAME):
        return leads_on
    if page.linked_headings >= max(LISTING_HEADINGS, LISTING_HEADING_SHARE * len(page.headings)) and is_teasing:
        return leads_on
    if link_chars < INDEX_LINK_CHARS:
        return None
    share = link_chars / (page.prose_chars + link_chars)
    limit = INDEX_LINK_SHARE if page.sentence_chars < INDEX_SENTENCE_CHARS else INDEX_LINK_SHARE_BESIDE_PROSE
    if share <= (NAMED_INDEX_LINK_SHARE if is_named else limit):
        return None
    return Quality(status=QualityStatus.INDEX, why="The page consists mostly of links.")
