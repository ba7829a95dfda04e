"""What a run reads the web with: who fetches pages, who searches, and which sites are left alone."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from functools import partial

from engine.events import NoticeRaised
from engine.fetching.port import Fetcher
from engine.recorder import Recorder
from engine.search.filters import SearchFilters
from engine.search.port import SearchProvider
from engine.values import RunOptions


def filters_of(options: RunOptions) -> SearchFilters:
    """Return what a run's options say about the web pages it wants."""
    return SearchFilters(
        allow_domains=options.allow_domains, deny_domains=options.deny_domains, time_range=options.time_range
    )


def left_alone(options: RunOptions, url: str) -> str:
    """Return in one sentence why the user wants a page left alone, "" when he does not or named it himself."""
    if url in options.addresses or not (options.allow_domains or options.deny_domains):
        return ""
    return "" if filters_of(options).allows(url) else "The settings leave this site alone."


def fetcher_of(
    options: RunOptions, *, allow_hosts: tuple[str, ...], respect_robots: bool, stack: contextlib.AsyncExitStack
) -> Fetcher | None:
    """Make the fetcher of a run, None when it opens no web pages; `stack` closes it."""
    if not options.web and not (options.hosted_search and options.read_citations):
        return None
    from engine.fetching.addresses import allowed_hosts
    from engine.fetching.http_fetcher import HttpFetcher

    fetcher = HttpFetcher(
        own_hosts=allowed_hosts(allow_hosts),
        respect_robots=respect_robots,
        language=options.language,
        left_alone=partial(left_alone, options),
    )
    stack.push_async_callback(fetcher.aclose)
    return fetcher


def web_search_of(
    options: RunOptions, keys: Mapping[str, str], recorder: Recorder, stack: contextlib.AsyncExitStack
) -> SearchProvider | None:
    """Make the search providers of a run, None when it does not search the web; `stack` closes them."""
    if not options.web:
        return None
    from engine.search.chooser import providers_from

    def note(text: str) -> None:
        recorder.emit(NoticeRaised(level="warning", text=text, key=f"search-{text}"))

    chosen = providers_from(options.search_providers, keys, filters=filters_of(options), on_note=note)
    if chosen.provider is not None:
        stack.push_async_callback(chosen.provider.aclose)
    return chosen.provider
