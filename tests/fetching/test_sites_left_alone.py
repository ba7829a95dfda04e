"""Sites the user leaves alone: nothing is sent to them, not even after a redirect; what he named is opened."""

from __future__ import annotations

import contextlib
from functools import partial

import pytest

from engine import web_means
from engine.errors import FetchError
from engine.values import RunOptions
from engine.web_means import filters_of, left_alone
from tests.fetching.conftest import FakeWeb, MakeFetcher
from tests.scripted_web.site import Page, Site


@pytest.mark.parametrize(
    ("allow", "deny", "url", "is_left"),
    [
        ((), (), "https://example.org/", False),
        (("example.org",), (), "https://docs.example.org/a", False),
        (("example.org",), (), "https://example.net/", True),
        ((), ("example.net",), "https://a.example.net/", True),
        ((), ("example.net",), "https://notexample.net/", False),
        (("example.org",), ("bad.example.org",), "https://bad.example.org/", True),
    ],
)
def test_which_sites_are_left_alone(allow: tuple[str, ...], deny: tuple[str, ...], url: str, is_left: bool):
    options = RunOptions(web=True, allow_domains=allow, deny_domains=deny)
    assert bool(left_alone(options, url)) is is_left
    assert left_alone(options.model_copy(update={"addresses": (url,)}), url) == ""


def test_the_search_is_limited_alike():
    options = RunOptions(web=True, allow_domains=("example.org",), deny_domains=("a.example.org",), time_range="week")
    filters = filters_of(options)
    assert (filters.allow_domains, filters.deny_domains) == (("example.org",), ("a.example.org",))
    assert filters.time_range == "week"


async def test_a_redirect_does_not_lead_to_a_site_that_is_left_alone(site: Site, fetcher_of: MakeFetcher):
    site.pages["/new"] = Page("never")
    site.pages["/old"] = Page(status=302, headers={"Location": "http://other.example/new"})
    web = FakeWeb(site, {"start.example": [["8.8.4.4"]], "other.example": [["8.8.8.8"]]})
    options = RunOptions(web=True, deny_domains=("other.example",))
    fetcher = fetcher_of(web, left_alone=partial(left_alone, options))
    with pytest.raises(FetchError, match="leave this site alone") as refused:
        await fetcher.fetch("http://start.example/old")
    assert refused.value.kind.startswith("blocked_")  # so the broker shows it as a refusal
    assert web.connected == [("8.8.4.4", 80)]


async def test_a_run_gets_a_fetcher_that_knows_the_lists():
    async with contextlib.AsyncExitStack() as stack:
        options = RunOptions(web=True, allow_domains=("example.org",))
        fetcher = web_means.fetcher_of(options, allow_hosts=(), respect_robots=False, stack=stack)
        assert fetcher is not None
        with pytest.raises(FetchError, match="leave this site alone"):
            await fetcher.fetch("https://example.net/")
        assert web_means.fetcher_of(RunOptions(), allow_hosts=(), respect_robots=True, stack=stack) is None
