"""DuckDuckGo, through the `ddgs` package: no key, and no promise either."""

from __future__ import annotations

from typing import Any

from engine.fetching.daemon_thread import in_daemon_thread
from engine.search.endpoint import search_error
from engine.search.filters import SearchFilters
from engine.search.hits import chosen, hit
from engine.search.port import Hit

_TIME_LIMITS = {"day": "d", "week": "w", "month": "m", "year": "y"}
_ANYWHERE = "wt-wt"
# DuckDuckGo's regions are country-language; these are its own for languages whose country has another code.
_REGIONS = {
    "en": "us-en", "ar": "xa-ar", "cs": "cz-cs", "da": "dk-da", "el": "gr-el", "et": "ee-et", "he": "il-he",
    "ja": "jp-jp", "ko": "kr-kr", "sl": "sl-sl", "sv": "se-sv", "uk": "ua-uk", "vi": "vn-vi", "zh": "cn-zh",
}  # fmt: skip
_SAME = frozenset("bg de es fi fr hr hu id it lt lv nl no pl pt ro ru sk th tr".split())  # noqa: SIM905


class DuckDuckGo:
    """Asks DuckDuckGo's page for browsers without scripts; ddgs blocks, so each question gets a thread."""

    name = "duckduckgo"

    def __init__(self, *, filters: SearchFilters | None = None, timeout_s: int = 8) -> None:
        """Prepare; ddgs is imported with the first question."""
        self._filters = filters or SearchFilters()
        self._timeout_s = timeout_s

    async def search(self, query: str, limit: int) -> list[Hit]:
        """Return the hits of the first page.

        Raises:
            SearchError: it did not answer, or wants to see a person.
        """
        try:
            rows = await in_daemon_thread(lambda: self._rows(self._filters.with_sites(query)), "duckduckgo")
        except Exception as error:  # ddgs and its parts raise their own kinds
            detail = f"{type(error).__name__}: {error}"[:300]
            if "time" in type(error).__name__.lower():
                raise search_error("timeout", "DuckDuckGo did not answer in time.", detail=detail) from error
            raise search_error("unreachable", "DuckDuckGo cannot be reached.", detail=detail) from error
        if rows is None:
            raise search_error(
                "rate_limited",
                "DuckDuckGo did not answer the query; it may want to see a person.",
                "Wait a while, or add another search provider under Settings, Web search.",
            )
        hits = [hit(row.href, row.title, row.body) for row in rows]
        return chosen([one for one in hits if one is not None], self._filters, limit)

    async def aclose(self) -> None:
        """Nothing is kept open."""

    def _rows(self, query: str) -> list[Any] | None:
        """Ask; None when the answer was not a page of results."""
        # The engine itself rather than `DDGS().text()`, which hides refusals behind "No results found".
        from ddgs.engines.duckduckgo import Duckduckgo

        engine = Duckduckgo(timeout=self._timeout_s)
        time_limit = _TIME_LIMITS.get(self._filters.time_range)
        found: list[Any] | None = engine.search(query, region=_region(self._filters.language), timelimit=time_limit)
        return found


def _region(language: str) -> str:
    plain = language.partition("-")[0].lower()
    return _REGIONS.get(plain) or (f"{plain}-{plain}" if plain in _SAME else _ANYWHERE)
