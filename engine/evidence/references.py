"""The list of references, written by code from what was fetched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import quote, unquote, urlsplit

from engine.evidence.dialect import without_unseen
from engine.fetching.canonical import display_url
from engine.values import Source

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&$])")


def references_section(ordered: Sequence[Source]) -> str:
    """Return a numbered list of sources: title, site, author, date, address, when it was fetched."""
    return "\n".join(f"{number}. {reference(source)}" for number, source in enumerate(ordered, start=1))


def reference(source: Source) -> str:
    """Return one entry of the list as markdown."""
    parts = [f"**{plain(title_of(source))}**"]
    parts += [plain(part) for part in (source.author, source.site, source.date) if part.strip()]
    return f"{'. '.join(part.rstrip('.') for part in parts)}. {address_link(source.url)}, {when_read(source)}."


def copies_words(sources: Sequence[Source]) -> str:
    """Return in a line which cited sources print one text, "" when none do; they go by their numbers."""
    groups: dict[str, list[int]] = {}
    for number, source in enumerate(sources, start=1):
        groups.setdefault(source.same_text_as or source.id, []).append(number)
    alike = [numbers for numbers in groups.values() if len(numbers) > 1]
    told = ["".join(f"[{number}]" for number in numbers) for numbers in alike]
    return f"The same text, counted once: {'; '.join(told)}." if told else ""


def title_of(source: Source) -> str:
    """Return a source's title, else the last part of its address."""
    if source.title.strip():
        return " ".join(source.title.split())
    address = urlsplit(source.url)
    name = unquote(address.path.rstrip("/").rpartition("/")[2])
    return (
        name if source.url.startswith("file:") and name else (address.netloc + address.path).rstrip("/") or source.url
    )


def address_link(url: str) -> str:
    """Return an address as a markdown link that shows it whole; other schemes than http(s) and file stay words."""
    shown = safe_address(display_url(url))
    return f"<{shown}>" if re.match(r"(?:https?|file):", shown, re.I) else f"`{shown}`"


def safe_address(url: str) -> str:
    """Return an address with the characters escaped that would end it inside markdown or HTML."""
    return quote(url, safe="%/:?#[]@!$&'()*+,;=~-._")


def when_read(source: Source) -> str:
    """Return when a source was fetched or read, as words."""
    if source.fetched_at <= 0:
        return "not fetched"
    day = datetime.fromtimestamp(source.fetched_at, tz=UTC).strftime("%Y-%m-%d")
    return f"{'read' if source.origin == 'library' else 'fetched'} {day}"


def plain(text: str) -> str:
    """Return text as one line of markdown that shows it character for character."""
    return escaped(" ".join(without_unseen(text).split()))


def escaped(text: str) -> str:
    """Return text with everything escaped that markdown might take for markup."""
    return _SPECIAL.sub(r"\\\1", text)
