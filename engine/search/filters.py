"""What a search may return: domains, age, language."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.errors import FetchError
from engine.fetching.addresses import parse_address
from engine.values import Value

TimeRange = Literal["", "day", "week", "month", "year"]

# Search services read `site:` terms; beyond a few, queries grow too long for them.
_MAX_SITE_TERMS = 4


class SearchFilters(Value):
    """The user's limits on web search; they are put to the service where it can, and checked here always."""

    allow_domains: tuple[str, ...] = ()  # only these and what lies below them; empty = all
    deny_domains: tuple[str, ...] = ()  # never these nor what lies below them
    time_range: TimeRange = ""  # pages no older than this, where the service knows; "" = any age
    language: Annotated[str, Field(pattern=r"^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$")] = ""  # BCP 47, "" = any

    def allows(self, url: str) -> bool:
        """Tell whether an address lies in the allowed domains and in none of the denied ones."""
        try:
            host = parse_address(url).host
        except FetchError:
            return False
        if any(_below(host, domain) for domain in self.deny_domains):
            return False
        return not self.allow_domains or any(_below(host, domain) for domain in self.allow_domains)

    def with_sites(self, query: str) -> str:
        """Return the query with `site:` terms, for services that have no parameter of their own."""
        if not 0 < len(self.allow_domains) <= _MAX_SITE_TERMS:
            return query
        return f"{query} {' OR '.join(f'site:{_bare(domain)}' for domain in self.allow_domains)}"


def _below(host: str, domain: str) -> bool:
    wanted = _bare(domain)
    return host == wanted or host.endswith(f".{wanted}")


def _bare(domain: str) -> str:
    """Return a domain as a host is written, from `*.Example.org`, `.example.org` or `https://example.org/`."""
    plain = domain.strip().lower().removeprefix("https://").removeprefix("http://")
    return plain.partition("/")[0].removeprefix("*").strip(".")
