"""Tavily, a search service for programs."""

from __future__ import annotations

from typing import Any

from engine.search.endpoint import Endpoint, search_error
from engine.search.filters import SearchFilters
from engine.search.hits import chosen, hits_from
from engine.search.port import Hit

TAVILY_URL = "https://api.tavily.com"
_MAX_RESULTS = 20


class Tavily:
    """Asks Tavily's search endpoint.

    Source: https://docs.tavily.com/documentation/api-reference/endpoint/search
    """

    name = "tavily"

    def __init__(
        self,
        key: str,
        *,
        base_url: str = TAVILY_URL,
        filters: SearchFilters | None = None,
        endpoint: Endpoint | None = None,
    ) -> None:
        """Prepare; the key goes into the headers of these calls only."""
        self._headers = {"Authorization": f"Bearer {key}"}
        self._url = base_url.rstrip("/") + "/search"
        self._filters = filters or SearchFilters()
        self._endpoint = endpoint or Endpoint("Tavily")

    async def search(self, query: str, limit: int) -> list[Hit]:
        """Return at most `limit` hits, best first.

        Raises:
            SearchError: it did not answer or refused.
        """
        body: dict[str, Any] = {
            "query": query,
            "max_results": min(limit, _MAX_RESULTS),
            "search_depth": "basic",
            "include_answer": False,
            "include_raw_content": False,
        }
        filters = self._filters
        if filters.allow_domains:
            body["include_domains"] = list(filters.allow_domains)
        if filters.deny_domains:
            body["exclude_domains"] = list(filters.deny_domains)
        if filters.time_range:
            body["time_range"] = filters.time_range
        answer = await self._endpoint.ask("POST", self._url, headers=self._headers, body=body)
        if not isinstance(answer.get("results"), list):
            raise search_error("unusable_answer", "Tavily sent something that is not an answer.")
        return chosen(hits_from(answer["results"], "url", "title", "content"), filters, limit)

    async def aclose(self) -> None:
        """Close connections."""
        await self._endpoint.aclose()
