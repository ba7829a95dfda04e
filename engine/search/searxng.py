"""SearXNG, a search engine people run themselves."""

from __future__ import annotations

from engine.errors import SearchError
from engine.search.endpoint import Endpoint, search_error
from engine.search.filters import SearchFilters
from engine.search.hits import chosen, hits_from
from engine.search.port import Hit


class SearXng:
    """Asks one SearXNG instance over its JSON interface.

    Source: https://docs.searxng.org/dev/search_api.html
    """

    name = "searxng"

    def __init__(
        self, base_url: str, *, filters: SearchFilters | None = None, endpoint: Endpoint | None = None
    ) -> None:
        """Prepare.

        Args:
            base_url: the instance, with or without `/search`; http is assumed where no scheme is given.
            filters: domains, age and language.
            endpoint: how it is asked.
        """
        base = base_url.strip() if "://" in base_url else f"http://{base_url.strip()}"
        self._url = base.rstrip("/").removesuffix("/search") + "/search"
        self._filters = filters or SearchFilters()
        self._endpoint = endpoint or Endpoint("SearXNG")

    async def search(self, query: str, limit: int) -> list[Hit]:
        """Return the hits of the first page.

        Raises:
            SearchError: it did not answer, or none of its engines did.
        """
        params = {"q": self._filters.with_sites(query), "format": "json", "pageno": "1"}
        if self._filters.language:
            params["language"] = self._filters.language
        if self._filters.time_range:
            params["time_range"] = self._filters.time_range
        answer = await self._ask(params)
        if not isinstance(answer.get("results"), list):
            raise search_error("unusable_answer", "SearXNG sent something that is not an answer.")
        hits = hits_from(answer["results"], "url", "title", "content")
        failed = answer.get("unresponsive_engines")
        if not hits and failed:
            raise search_error(
                "server_error",
                "None of SearXNG's engines answered.",
                "Look at the preferences of your SearXNG for engines that work.",
                detail=str(failed)[:300],
            )
        return chosen(hits, self._filters, limit)

    async def aclose(self) -> None:
        """Close connections."""
        await self._endpoint.aclose()

    async def _ask(self, params: dict[str, str]) -> dict[str, object]:
        try:
            return await self._endpoint.ask("GET", self._url, params=params)
        except SearchError as error:
            if error.kind == "bad_key":  # 403: it has no keys, so this is about the format
                raise search_error(
                    "refused",
                    "This SearXNG does not answer programs.",
                    "Add `json` to `search.formats` in its settings.yml.",
                    detail=error.detail,
                ) from error
            raise
