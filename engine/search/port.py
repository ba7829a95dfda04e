"""The seam to search providers: a query in, addresses with titles out."""

from __future__ import annotations

from typing import Protocol

from engine.values import Value


class Hit(Value):
    """One web result, as the provider gave it."""

    url: str
    title: str = ""
    snippet: str = ""


class SearchProvider(Protocol):
    """A web search service. The key, if any, stays inside."""

    name: str

    async def search(self, query: str, limit: int) -> list[Hit]:
        """Return at most `limit` hits, best first; an empty list when there are none.

        Raises:
            SearchError: the provider did not answer or refused.
        """

    async def aclose(self) -> None:
        """Close connections."""
