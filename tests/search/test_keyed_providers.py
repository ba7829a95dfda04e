"""Tavily and Brave against local servers that speak their interfaces, errors included."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlsplit

import pytest

from engine.errors import SearchError
from engine.search.brave import Brave
from engine.search.endpoint import Endpoint
from engine.search.filters import SearchFilters
from engine.search.tavily import Tavily
from tests.scripted_web.site import Asked, Page, Site
from tests.search.conftest import Waits, always, json_page

KEY = "key-of-the-user"
FILTERS = SearchFilters(
    allow_domains=("tides.example",), deny_domains=("bad.example",), time_range="week", language="pt-BR"
)
ROWS = [
    {"title": "Tides", "url": "https://tides.example/a", "content": "4.2 m", "description": "4.2 <strong>m</strong>"},
    {"title": "Bad", "url": "https://bad.example/", "content": "", "description": ""},
]


def tavily_server(asked: Asked) -> Page:
    if asked.headers.get("authorization") != f"Bearer {KEY}":
        return json_page({"detail": {"error": "Unauthorized: missing or invalid API key."}}, 401)
    return json_page({"query": json.loads(asked.body)["query"], "results": ROWS, "response_time": 0.1})


def brave_server(asked: Asked) -> Page:
    if asked.headers.get("x-subscription-token") != KEY:
        error = {"code": "SUBSCRIPTION_TOKEN_INVALID", "detail": "The provided subscription token is invalid."}
        return json_page({"type": "ErrorResponse", "error": {"status": 422, **error}}, 422)
    return json_page({"type": "search", "web": {"type": "search", "results": ROWS}})


@pytest.fixture
async def providers(site: Site, endpoint: Endpoint) -> AsyncIterator[dict[str, Tavily | Brave]]:
    options = {"base_url": site.base, "endpoint": endpoint}
    yield {"tavily": Tavily(KEY, **options), "brave": Brave(KEY, **options)}  # type: ignore[arg-type]
    await endpoint.aclose()


SERVERS = {"tavily": tavily_server, "brave": brave_server}


@pytest.mark.parametrize("name", ["tavily", "brave"])
async def test_hits(site: Site, providers: dict[str, Tavily | Brave], name: str) -> None:
    site.handler = SERVERS[name]
    hits = await providers[name].search("tidal range", 2)
    assert [(one.url, one.title, one.snippet) for one in hits] == [
        ("https://tides.example/a", "Tides", "4.2 m"),
        ("https://bad.example/", "Bad", ""),
    ]
    assert KEY not in site.log[0].target


async def test_tavily_is_asked_as_documented(site: Site) -> None:
    site.handler = tavily_server
    provider = Tavily(KEY, base_url=site.base, filters=FILTERS)
    hits = await provider.search("tidal range", 50)
    await provider.aclose()
    assert [one.title for one in hits] == ["Tides"]
    asked = site.log[0]
    assert (asked.method, asked.target) == ("POST", "/search")
    body = json.loads(asked.body)
    assert body["query"] == "tidal range"
    assert body["max_results"] == 20
    assert body["include_domains"] == ["tides.example"]
    assert body["exclude_domains"] == ["bad.example"]
    assert body["time_range"] == "week"
    assert KEY not in asked.body.decode()


async def test_brave_is_asked_as_documented(site: Site) -> None:
    site.handler = brave_server
    provider = Brave(KEY, base_url=site.base, filters=FILTERS)
    hits = await provider.search("tidal range", 50)
    await provider.aclose()
    assert [one.title for one in hits] == ["Tides"]
    asked = urlsplit(site.log[0].target)
    assert asked.path == "/res/v1/web/search"
    query = {name: values[0] for name, values in parse_qs(asked.query).items()}
    assert query["q"] == "tidal range site:tides.example"
    assert (query["count"], query["freshness"], query["search_lang"]) == ("20", "pw", "pt")


async def test_brave_without_web_results_found_nothing(site: Site, providers: dict[str, Tavily | Brave]) -> None:
    site.handler = always(json_page({"type": "search", "query": {"original": "zzz"}}))
    assert await providers["brave"].search("zzz", 5) == []


@pytest.mark.parametrize("made", [Tavily, Brave])
async def test_a_wrong_key_is_said_and_not_tried_again(site: Site, made: type[Tavily | Brave]) -> None:
    site.handler = tavily_server if made is Tavily else brave_server
    provider = made("wrong-key", base_url=site.base)
    with pytest.raises(SearchError) as caught:
        await provider.search("x", 5)
    await provider.aclose()
    assert (caught.value.kind, caught.value.retryable) == ("bad_key", False)
    assert "wrong-key" not in str(caught.value) + caught.value.detail
    assert len(site.log) == 1


@pytest.mark.parametrize("name", ["tavily", "brave"])
@pytest.mark.parametrize(
    ("page", "kind"),
    [
        (json_page({"detail": {"error": "This request exceeds your plan's set usage limit."}}, 432), "no_credit"),
        (json_page({"message": "slow down"}, 429), "rate_limited"),
        (json_page({"error": "Query is too long."}, 400), "refused"),
        (Page("bad gateway", status=502), "server_error"),
        (Page("<html>a login page</html>"), "unusable_answer"),
        (json_page({"type": "ErrorResponse", "results": None}), "unusable_answer"),
    ],
)
async def test_errors(site: Site, providers: dict[str, Tavily | Brave], name: str, page: Page, kind: str) -> None:
    site.handler = always(page)
    with pytest.raises(SearchError) as caught:
        await providers[name].search("x", 5)
    assert caught.value.kind == kind
    assert len(site.log) == 1


async def test_the_services_own_words_are_kept(site: Site, providers: dict[str, Tavily | Brave]) -> None:
    site.handler = always(json_page({"detail": {"error": "Query is too long."}}, 400))
    with pytest.raises(SearchError) as caught:
        await providers["tavily"].search("x", 5)
    assert "Query is too long." in str(caught.value)


@pytest.mark.parametrize(
    ("headers", "waited_s"),
    [
        ({"Retry_After": "2"}, 2.0),
        ({"X_RateLimit_Reset": "1, 1419704"}, 1.0),
        ({"Retry_After": "Tue, 01 Dec 2026 00:00:03 GMT", "Date": "Tue, 01 Dec 2026 00:00:00 GMT"}, 3.0),
    ],
)
async def test_a_short_rate_limit_is_waited_out(
    site: Site, providers: dict[str, Tavily | Brave], waits: Waits, headers: dict[str, str], waited_s: float
) -> None:
    def server(asked: Asked) -> Page:
        return brave_server(asked) if len(site.log) > 1 else json_page({}, 429, **headers)

    site.handler = server
    hits = await providers["brave"].search("x", 1)
    assert len(hits) == 1
    assert waits.lengths_s == [waited_s]


@pytest.mark.parametrize("said", ["3600", "soon", "-4"])
async def test_a_long_rate_limit_is_reported(
    site: Site, providers: dict[str, Tavily | Brave], waits: Waits, said: str
) -> None:
    site.handler = always(json_page({}, 429, Retry_After=said))
    with pytest.raises(SearchError) as caught:
        await providers["brave"].search("x", 1)
    assert (caught.value.kind, caught.value.retryable) == ("rate_limited", True)
    assert waits.lengths_s == []


async def test_a_limit_that_does_not_end_is_tried_three_times(
    site: Site, providers: dict[str, Tavily | Brave], waits: Waits
) -> None:
    site.handler = always(json_page({}, 429, Retry_After="1"))
    with pytest.raises(SearchError):
        await providers["brave"].search("x", 1)
    assert waits.lengths_s == [1.0, 1.0]
    assert len(site.log) == 3
