"""What every reference format says of a source."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

from engine.errors import InputError
from engine.evidence.dialect import without_unseen
from engine.evidence.references import title_of
from engine.fetching.canonical import display_url
from engine.snapshot import RunSnapshot
from engine.values import Source

_DATE = re.compile(
    r"(?<!\d)(?P<year>[12]\d{3})(?:[-/.](?P<month>0?[1-9]|1[0-2])(?:[-/.](?P<day>0?[1-9]|[12]\d|3[01]))?)?(?!\d)"
)
_BETWEEN_AUTHORS = re.compile(r"\s*(?:;|\||\s+and\s+|\s+und\s+|\s+et\s+|\s&\s)\s*")

Date = tuple[int, ...]  # year; year and month; year, month and day


@dataclass(frozen=True)
class Entry:
    """A source as a reference; `key` is plain ASCII and there is only one of it."""

    key: str
    source_id: str
    title: str
    authors: tuple[str, ...]
    site: str
    published: Date
    read: Date
    url: str
    is_page: bool  # of the web; else a document of the library
    language: str = ""


def entries(snapshot: RunSnapshot) -> list[Entry]:
    """Return a run's sources as references, the cited ones first.

    Raises:
        InputError: it has none.
    """
    if not snapshot.sources:
        raise InputError("This run has no sources yet.", "Resume it first, or export it as JSON.")
    return entries_of(snapshot.sources)


def entries_of(sources: Sequence[Source]) -> list[Entry]:
    """Return sources as references in their order."""
    return [_entry(source) for source in sources]


def _entry(source: Source) -> Entry:
    url = display_url(source.url)
    published = date_of(source.date)
    return Entry(
        key=_key(source, published),
        source_id=source.id,
        title=_line(title_of(source)),
        authors=tuple(name for part in _BETWEEN_AUTHORS.split(source.author) if (name := _line(part))),
        site=_line(source.site) or (urlsplit(url).hostname or ""),
        published=published,
        read=_day(source.fetched_at),
        url=url,
        is_page=url.casefold().startswith(("http://", "https://")),
    )


def date_of(text: str) -> Date:
    """Return the date a source gives of itself, as exact as it is; empty when none can be read."""
    match = _DATE.search(text)
    return tuple(int(part) for part in match.groups() if part) if match else ()


def _day(seconds: float) -> Date:
    if seconds <= 0:
        return ()
    day = datetime.fromtimestamp(seconds, tz=UTC)
    return (day.year, day.month, day.day)


def _key(source: Source, published: Date) -> str:
    """Return such as `tidesexample2019s3`: whose, when, and the source's own number, which makes it the only one."""
    name = source.author or source.site or urlsplit(source.url).hostname or "document"
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    letters = "".join(character for character in plain if character.isalnum())[:24] or "source"
    return f"{letters}{published[0] if published else ''}{source.id.casefold()}"


def _line(text: str) -> str:
    return " ".join(without_unseen(text).split())
