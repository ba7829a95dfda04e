"""Rows of a provider's answer as hits: checked, plain text, each page once."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from typing import Any

from engine.errors import FetchError
from engine.fetching.addresses import parse_address
from engine.fetching.canonical import canonical_url
from engine.search.filters import SearchFilters
from engine.search.port import Hit

# Services mark the words they matched; other angle brackets are text.
_MARKS = re.compile(r"</?(?:strong|b|em|i|mark|span)(?:\s[^>]*)?>", re.IGNORECASE)
_MAX_TITLE_CHARS = 300
_MAX_SNIPPET_CHARS = 1_000


def hits_from(rows: Any, url: str, title: str, snippet: str) -> list[Hit]:
    """Read the rows of an answer; rows without a web address are passed over.

    Args:
        rows: what the answer holds where the list should be.
        url: the key of the address.
        title: the key of the title.
        snippet: the key of the text.
    """
    made = (
        hit(row.get(url), row.get(title), row.get(snippet))
        for row in (rows if isinstance(rows, list) else [])
        if isinstance(row, dict)
    )
    return [one for one in made if one is not None]


def hit(url: Any, title: Any, snippet: Any) -> Hit | None:
    """Make a hit of what a provider sent, None when its address is none of the web."""
    if not isinstance(url, str):
        return None
    try:
        parse_address(url)
    except FetchError:
        return None
    return Hit(url=url, title=_plain(title, _MAX_TITLE_CHARS), snippet=_plain(snippet, _MAX_SNIPPET_CHARS))


def chosen(hits: Iterable[Hit], filters: SearchFilters, limit: int) -> list[Hit]:
    """Keep what the filters allow, each page once, at most `limit`."""
    return interleaved([[one for one in hits if filters.allows(one.url)]], limit)


def interleaved(lists: Sequence[Sequence[Hit]], limit: int) -> list[Hit]:
    """Merge ranked lists turn by turn; a page found twice keeps its first place and gets the missing words."""
    merged: dict[str, Hit] = {}
    for rank in range(max(map(len, lists), default=0)):
        for ranked in lists:
            if rank < len(ranked):
                one = ranked[rank]
                key = canonical_url(one.url)
                first = merged.setdefault(key, one)
                merged[key] = Hit(url=first.url, title=first.title or one.title, snippet=first.snippet or one.snippet)
    return list(merged.values())[:limit]


def _plain(text: Any, max_chars: int) -> str:
    if not isinstance(text, str):
        return ""
    return " ".join(html.unescape(_MARKS.sub("", text)).split())[:max_chars]
