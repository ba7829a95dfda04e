"""DuckDuckGo through ddgs against a local server that sends its page for browsers without scripts."""

from __future__ import annotations

import asyncio
import threading
from urllib.parse import parse_qs

import pytest

from engine.errors import SearchError
from engine.search.duckduckgo import DuckDuckGo
from engine.search.filters import SearchFilters
from tests.scripted_web.site import Page, Site
from tests.search.conftest import always

RESULTS = """<!doctype html><html><body>
<div class="result__body"><h2><a href="https://tides.example/a">Tides &amp; more</a></h2>
  <a href="https://tides.example/a">The range at Alder is 4.2 m.</a></div>
<div class="result__body"><h2><a href="https://duckduckgo.com/y.js?ad=1">An ad</a></h2>
  <a href="https://duckduckgo.com/y.js?ad=1">Buy tides</a></div>
<div class="result__body"><h2><a href="https://survey.example/2019?id=7">Survey</a></h2>
  <a href="https://survey.example/2019?id=7">All ports</a></div>
</body></html>"""


@pytest.fixture
def duck_site(site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    from ddgs.engines.duckduckgo import Duckduckgo

    monkeypatch.setattr(Duckduckgo, "search_url", site.url("/html/"))
    return site


def no_thread_left() -> bool:
    for thread in threading.enumerate():
        if thread.name == "duckduckgo":
            thread.join(10)
    return not any(thread.name == "duckduckgo" for thread in threading.enumerate())


async def test_hits_without_the_ads(duck_site: Site) -> None:
    duck_site.handler = always(Page(RESULTS))
    filters = SearchFilters(time_range="year", language="de-AT", deny_domains=("survey.example",))
    hits = await DuckDuckGo(filters=filters).search("Gezeiten", 10)
    assert [(one.url, one.title) for one in hits] == [("https://tides.example/a", "Tides & more")]
    assert "4.2 m" in hits[0].snippet
    form = {name: values[0] for name, values in parse_qs(duck_site.log[0].body.decode()).items()}
    assert (form["q"], form["df"], form["l"]) == ("Gezeiten", "y", "de-de")
    assert no_thread_left()


async def test_nothing_found_is_an_empty_list(duck_site: Site) -> None:
    duck_site.handler = always(Page("<html><body><p>No results.</p></body></html>"))
    assert await DuckDuckGo().search("zzz", 5) == []
    assert no_thread_left()


@pytest.mark.parametrize("status", [202, 403, 429, 500])
async def test_a_refusal_is_not_taken_for_nothing_found(duck_site: Site, status: int) -> None:
    duck_site.handler = always(Page("<html>Are you a person?</html>", status=status))
    with pytest.raises(SearchError) as caught:
        await DuckDuckGo().search("x", 5)
    assert caught.value.kind == "rate_limited"
    assert no_thread_left()


async def test_a_server_that_is_silent(duck_site: Site) -> None:
    duck_site.say_nothing()
    with pytest.raises(SearchError) as caught:
        await DuckDuckGo(timeout_s=1).search("x", 5)
    assert caught.value.kind == "timeout"
    duck_site.closed.set()
    assert no_thread_left()


async def test_a_server_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    from ddgs.engines.duckduckgo import Duckduckgo

    with Site() as gone:
        monkeypatch.setattr(Duckduckgo, "search_url", gone.url("/html/"))
    with pytest.raises(SearchError) as caught:
        await DuckDuckGo().search("x", 5)
    assert caught.value.kind == "unreachable"
    assert no_thread_left()


async def test_giving_up_does_not_wait_for_the_thread(duck_site: Site) -> None:
    duck_site.say_nothing()
    task = asyncio.ensure_future(DuckDuckGo(timeout_s=2).search("x", 5))
    assert await asyncio.to_thread(duck_site.wait_until, lambda now: bool(now.log))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    duck_site.closed.set()
    assert no_thread_left()
