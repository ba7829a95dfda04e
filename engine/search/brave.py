"""Brave Search, an index of its own with an interface for programs."""

from __future__ import annotations

from engine.errors import SearchError
from engine.search.endpoint import Endpoint, search_error
from engine.search.filters import SearchFilters
from engine.search.hits import chosen, hits_from
from engine.search.port import Hit

BRAVE_URL = "https://api.search.brave.com"
_MAX_RESULTS = 20
_FRESHNESS = {"day": "pd", "week": "pw", "month": "pm", "year": "py"}


class Brave:
    """Asks Brave's web search endpoint.

    Source: https://api-dashboard.search.brave.com/app/documentation/web-search/get-started
    """

    name = "brave"

    def __init__(
        self,
        key: str,
        *,
        base_url: str = BRAVE_URL,
        filters: SearchFilters | None = None,
        endpoint: Endpoint | None = None,
    ) -> None:
        """Prepare; the key goes into the headers of these calls only."""
        self._headers = {"X-Subscription-Token": key}
        self._url = base_url.rstrip("/") + "/res/v1/web/search"
        self._filters = filters or SearchFilters()
        self._endpoint = endpoint or Endpoint("Brave Search")

    async def search(self, query: str, limit: int) -> list[Hit]:
        """Return at most `limit` hits, best first.

        Raises:
            SearchError: it did not answer or refused.
        """
        params = {
            "q": self._filters.with_sites(query),
            "count": str(min(limit, _MAX_RESULTS)),
            "text_decorations": "false",
            "result_filter": "web",
        }
        if self._filters.time_range:
            params["freshness"] = _FRESHNESS[self._filters.time_range]
        if self._filters.language:
            params["search_lang"] = self._filters.language.partition("-")[0].lower()
        answer = await self._ask(params)
        web = answer.get("web") or {}  # absent when nothing was found
        if answer.get("type", "search") != "search" or not isinstance(web, dict):
            raise search_error("unusable_answer", "Brave Search sent something that is not an answer.")
        return chosen(hits_from(web.get("results"), "url", "title", "description"), self._filters, limit)

    async def aclose(self) -> None:
        """Close connections."""
        await self._endpoint.aclose()

    async def _ask(self, params: dict[str, str]) -> dict[str, object]:
        try:
            return await self._endpoint.ask("GET", self._url, params=params, headers=self._headers)
        except SearchError as error:
            if error.kind == "refused" and "subscription token" in error.detail.lower():  # comes as 422
                raise search_error(
                    "bad_key",
                    "Brave Search does not accept the key.",
                    "Check it under Settings, Web search.",
                    detail=error.detail,
                ) from error
            raise
