"""What trafilatura can say about a web page that says little about itself; it never supplies text."""

from __future__ import annotations

from typing import Any

from researcher_container.reader.html_metadata import MAX_FIELD_CHARS, Metadata

# Beyond this the search for dates and authors takes seconds.
MAX_CHARS = 2_000_000


def complete(metadata: Metadata, text: str, url: str) -> None:
    """Fill the empty fields among title, site, author and date."""
    if metadata.site and metadata.author and metadata.date:
        return
    if len(text) > MAX_CHARS:
        return
    from trafilatura.metadata import extract_metadata

    try:
        found: Any = extract_metadata(text, default_url=url)
    except Exception:
        # A guess at the author is not worth the page; the parser meets whatever the web holds.
        return
    if found is None:
        return
    metadata.title = metadata.title or _field(found.title)
    metadata.site = metadata.site or _field(found.sitename)
    metadata.author = metadata.author or _field(found.author)
    metadata.date = metadata.date or _field(found.date)


def _field(value: object) -> str:
    return " ".join(value.split())[:MAX_FIELD_CHARS] if isinstance(value, str) else ""
