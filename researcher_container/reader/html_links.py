"""The links of a page, absolute, each address once, those of its text before those of its frame."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urldefrag, urljoin, urlsplit

from researcher_container.contract import Link
from researcher_container.reader.html_tree import Element

MAX_LINKS = 2_000
MAX_LINK_CHARS = 2_000
MAX_LABEL_CHARS = 300
REFRESH = re.compile(r"""\s*[\d.]*\s*[;,]?\s*url\s*=\s*["']?([^"'\s]+)""", re.IGNORECASE)


class LinkList:
    """Collects links; http(s) is kept, and file addresses only beside a file."""

    def __init__(self, base_url: str) -> None:
        self._base = base_url
        self._own = urldefrag(base_url).url
        self._schemes = ("http", "https", "file") if base_url.startswith("file:") else ("http", "https")
        self._found: dict[str, str] = {}
        self._resolved: dict[str, str | None] = {}

    def rebase(self, href: str) -> None:
        """Follow the page's own `base` element."""
        if (absolute := self._resolve(href)) is not None:
            self._base = absolute
            self._resolved.clear()

    def absolute(self, href: str) -> str | None:
        """Return the absolute address without its fragment, None for what cannot be fetched."""
        href = href.partition("#")[0].strip()
        if not href or len(href) > MAX_LINK_CHARS:
            return None
        if href not in self._resolved:
            self._resolved[href] = self._resolve(href)
        return self._resolved[href]

    def _resolve(self, href: str) -> str | None:
        try:
            url = urljoin(self._base, href)
            parts = urlsplit(url)
        except ValueError:
            return None
        if parts.scheme not in self._schemes or (parts.scheme != "file" and not parts.hostname):
            return None
        return url if url != self._own and url.isprintable() and " " not in url else None

    def add(self, href: str, text: str) -> None:
        """Add one link; the first text of an address wins, an empty one gives way."""
        if len(self._found) >= MAX_LINKS:
            return
        url = self.absolute(href)
        if url is not None and not self._found.get(url):
            self._found[url] = text[:MAX_LABEL_CHARS]

    def extend(self, links: Iterable[tuple[str, str]]) -> None:
        """Add (href, text) pairs."""
        for href, text in links:
            if len(self._found) >= MAX_LINKS:
                return
            self.add(href, text)

    def links(self) -> tuple[Link, ...]:
        """Return what was collected, in order."""
        return tuple(Link(text=text, url=url) for url, text in self._found.items())


def refresh_target(root: Element) -> str | None:
    """Return where a `meta refresh` leads, None when it only reloads."""
    for meta in root.iter("meta"):
        if meta.get("http-equiv", "").lower() == "refresh":
            found = REFRESH.match(meta.get("content", ""))
            if found:
                return found.group(1)
    return None
