"""Reads the search setting and makes the providers it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine.errors import FetchError, InputError
from engine.fetching.addresses import parse_address
from engine.search.brave import BRAVE_URL, Brave
from engine.search.duckduckgo import DuckDuckGo
from engine.search.filters import SearchFilters
from engine.search.merged import MergedSearch
from engine.search.port import SearchProvider
from engine.search.searxng import SearXng
from engine.search.tavily import TAVILY_URL, Tavily

KNOWN = ("searxng:URL", "tavily", "brave", "duckduckgo", "hosted")
# Where the user puts the keys, when he has no settings dialog.
KEY_VARIABLES = {"tavily": "TAVILY_API_KEY", "brave": "BRAVE_API_KEY"}


@dataclass(frozen=True)
class SearchChoice:
    """What a search setting means."""

    provider: SearchProvider | None  # None: no search of our own
    hosted: bool  # the model's provider searches
    names: tuple[str, ...]  # as people say them, in order


def providers_from(
    setting: str | Iterable[str],
    keys: Mapping[str, str] | None = None,
    *,
    filters: SearchFilters | None = None,
    on_note: Callable[[str], None] | None = None,
) -> SearchChoice:
    """Make the providers that a setting names, such as `searxng:https://search.example,tavily,hosted`.

    Args:
        setting: DOSSIER_SEARCH, or its entries. `tavily:URL` and `brave:URL` ask another server of that kind.
        keys: by provider name.
        filters: domains, age and language.
        on_note: hears about providers that fail while others answer.

    Raises:
        InputError: a name is unknown, an address is missing or wrong, or a key is missing.
    """
    entries = setting.split(",") if isinstance(setting, str) else list(setting)
    named = [_name_and_url(entry.strip()) for entry in dict.fromkeys(entries) if entry.strip()]
    chosen_filters = filters or SearchFilters()
    providers = [_provider(name, url, keys or {}, chosen_filters) for name, url in named if name != "hosted"]
    return SearchChoice(
        provider=MergedSearch(providers, on_note) if len(providers) > 1 else next(iter(providers), None),
        hosted=any(name == "hosted" for name, _ in named),
        names=tuple(name for name, _ in named),
    )


def _name_and_url(entry: str) -> tuple[str, str]:
    name, _, url = entry.partition(":")
    name = name.strip().lower()
    if name not in ("searxng", "tavily", "brave", "duckduckgo", "hosted"):
        raise InputError(f"There is no search provider named “{name}”.", f"The known ones are {', '.join(KNOWN)}.")
    if name == "searxng" and not url.strip():
        raise InputError("SearXNG needs the address of its server.", "Write searxng:https://search.example.")
    if url and "://" not in url:
        url = f"http://{url.strip()}"
    if url:
        try:
            parse_address(url)
        except FetchError as error:
            raise InputError(f"The address of {name} cannot be used. {error.title}") from None
    return name, url.strip()


def _provider(name: str, url: str, keys: Mapping[str, str], filters: SearchFilters) -> SearchProvider:
    if name == "searxng":
        return SearXng(url, filters=filters)
    if name == "duckduckgo":
        return DuckDuckGo(filters=filters)
    key = keys.get(name, "").strip()
    if not key:
        raise InputError(
            f"The search provider {name} needs a key.",
            f"Set {KEY_VARIABLES[name]}, or enter the key under Settings, Web search.",
        )
    if name == "tavily":
        return Tavily(key, base_url=url or TAVILY_URL, filters=filters)
    return Brave(key, base_url=url or BRAVE_URL, filters=filters)
