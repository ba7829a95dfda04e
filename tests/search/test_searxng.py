"""SearXNG against a local server that speaks its JSON interface."""

from __future__ import annotations

from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlsplit

import pytest

from engine.errors import SearchError
from engine.search.endpoint import Endpoint
from engine.search.filters import SearchFilters
from engine.search.searxng import SearXng
from tests.scripted_web.site import Page, Site
from tests.search.conftest import always, json_page

PAGES = {
    "/alder": "<html><head><title>Tides at Port Alder</title></head><p>The tidal range at Alder is 4.2 m.</p></html>",
    "/birch": "<html><head><title>Birch</title></head><p>Birch trees and their bark.</p></html>",
}


@pytest.fixture
async def searxng(site: Site) -> AsyncIterator[SearXng]:
    provider = SearXng(site.base)
    yield provider
    await provider.aclose()


def asked(site: Site) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(site.log[-1].target).query).items()}


async def test_hits_come_from_a_private_address_the_user_configured(site: Site, searxng: SearXng) -> None:
    site.pages.update({path: Page(text) for path, text in PAGES.items()})
    hits = await searxng.search("tidal range Alder", 5)
    assert [(one.url, one.title) for one in hits] == [(site.url("/alder"), "Tides at Port Alder")]
    assert "4.2 m" in hits[0].snippet
    assert asked(site)["q"] == "tidal range Alder"
    assert asked(site)["format"] == "json"


async def test_nothing_found_is_an_empty_list(searxng: SearXng) -> None:
    assert await searxng.search("zzz", 5) == []


async def test_language_age_and_domains_are_passed_on_and_checked(site: Site) -> None:
    filters = SearchFilters(
        language="de", time_range="month", allow_domains=("tides.example",), deny_domains=("old.tides.example",)
    )
    rows = [
        {"url": f"https://{host}/x", "title": host, "content": ""}
        for host in ("tides.example", "www.tides.example", "old.tides.example", "nottides.example", "other.example")
    ]
    site.handler = always(json_page({"results": rows}))
    provider = SearXng(site.base + "/search/", filters=filters)
    hits = await provider.search("Gezeiten", 10)
    await provider.aclose()
    assert [one.title for one in hits] == ["tides.example"]
    assert asked(site) | {"language": "de", "time_range": "month"} == asked(site)
    assert asked(site)["q"] == "Gezeiten site:tides.example"


async def test_rows_that_are_no_hits_are_passed_over(site: Site, searxng: SearXng) -> None:
    rows = [
        {"url": "https://a.example/1?utm_source=x", "title": "  One\n <b>bold</b> &amp; more ", "content": None},
        {"url": "https://www.a.example/1/", "title": "again", "content": "words"},
        {"url": "javascript:alert(1)", "title": "no"},
        {"title": "no address"},
        "not even an object",
        {"url": 7},
    ]
    site.handler = always(json_page({"results": rows}))
    hits = await searxng.search("x", 10)
    assert [one.model_dump() for one in hits] == [
        {"url": "https://a.example/1?utm_source=x", "title": "One bold & more", "snippet": "words"}
    ]


@pytest.mark.parametrize(
    ("page", "kind", "word"),
    [
        (Page("<h1>Forbidden</h1>", status=403), "refused", "settings.yml"),
        (Page("Too many", status=429), "rate_limited", "no more queries"),
        (Page("oops", status=500), "server_error", "trouble"),
        (Page(status=301, headers={"Location": "http://127.0.0.1:1/"}), "refused", "301"),
        (Page("<html>hello</html>"), "unusable_answer", "not an answer"),
        (json_page({"hello": 1}), "unusable_answer", "not an answer"),
        (json_page([1, 2]), "unusable_answer", "not an answer"),
        (Page(raw=b"garbage\r\n\r\n"), "unreachable", "reached"),
        (json_page({"results": [], "unresponsive_engines": [["duck", "timeout"]]}), "server_error", "engines"),
    ],
)
async def test_its_errors_are_sentences(site: Site, searxng: SearXng, page: Page, kind: str, word: str) -> None:
    site.handler = always(page)
    with pytest.raises(SearchError) as caught:
        await searxng.search("x", 5)
    assert caught.value.kind == kind
    assert word in str(caught.value)


async def test_a_server_that_says_nothing_is_left(site: Site) -> None:
    site.say_nothing()
    provider = SearXng(site.base, endpoint=Endpoint("SearXNG", timeout_s=0.2))
    with pytest.raises(SearchError) as caught:
        await provider.search("x", 5)
    await provider.aclose()
    assert caught.value.kind == "timeout"
    site.closed.set()


async def test_an_endless_answer_is_cut(site: Site, searxng: SearXng) -> None:
    def endless() -> object:
        while not site.closed.is_set():
            yield b" " * 65536

    site.handler = always(Page(endless))  # type: ignore[arg-type]
    with pytest.raises(SearchError) as caught:
        await searxng.search("x", 5)
    assert caught.value.kind == "unusable_answer"


async def test_a_server_that_is_not_there() -> None:
    with Site() as gone:
        base = gone.base
    provider = SearXng(base.removeprefix("http://"))
    with pytest.raises(SearchError) as caught:
        await provider.search("x", 5)
    await provider.aclose()
    assert caught.value.kind == "unreachable"
