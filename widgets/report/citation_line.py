"""A source as a line of a bibliography, in plain text: what is unknown is left out, nothing is made up."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import unquote, urlsplit

from engine.values import GatheredSource, Source
from resources.translation import tr


def citation_line(source: Source | GatheredSource) -> str:
    """Return author or site, title, date, address and when it was read."""
    author, title, site = (_one_line(part) for part in (source.author, source.title, source.site))
    address = _address(source.url)
    site = site or (_host(source.url) if source.origin != "library" else "")
    lead = author or site
    parts = [_ended(lead)] if lead else []
    if title and title != lead:
        parts.append(_ended(f"“{title}”", inside=True))
    published = [part for part in (site if author and site != author else "", _date(source.date)) if part]
    if published:
        parts.append(_ended(", ".join(published)))
    if address:
        parts.append(address)
    if source.fetched_at:
        parts.append(tr("(accessed {day})", day=_day(source.fetched_at)))
    return " ".join(parts)


def _ended(part: str, *, inside: bool = False) -> str:
    """Return a part with a full stop, which stands inside closing quote marks."""
    last = part[-2:-1] if inside else part[-1:]
    if last in (".", "?", "!", "…"):
        return part
    return f"{part[:-1]}.{part[-1]}" if inside else f"{part}."


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")


def _address(url: str) -> str:
    """Return an address as it can be typed; a document of the library by its path."""
    parts = urlsplit(url)
    return unquote(parts.path) if parts.scheme == "file" else url


def _date(written: str) -> str:
    """Return a date as the page says it, one in ISO form in words."""
    try:
        day = datetime.fromisoformat(written.strip().replace("Z", "+00:00"))
    except ValueError:
        return _one_line(written)
    if len(written.strip()) < len("2024-01-01"):
        return written.strip()
    return f"{day.day} {day:%b %Y}"


def _day(at: float) -> str:
    day = datetime.fromtimestamp(at)
    return f"{day.day} {day:%b %Y}"
