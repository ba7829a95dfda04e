"""robots.txt: the rules as RFC 9309 has them, and the fetcher that obeys them."""

from __future__ import annotations

import asyncio
import time

import pytest

from engine.errors import FetchError
from engine.fetching.limits import FetchLimits
from engine.fetching.robots import RobotsRules
from tests.fetching.conftest import FakeWeb, MakeFetcher
from tests.scripted_web.site import Asked, Page, Site

RULES = """\ufeffUser-agent: *
Disallow: /private/   # all of it
Allow: /private/open
Disallow: /*?session=
Disallow: /*.pdf$
Disallow: /t%c3%a4g
Disallow:

User-Agent: other
User-agent: DOSSIER
Disallow: /only-for-dossier
Crawl-delay: 5
Disallow: /also

User-agent: dossier
Disallow: /third
"""


@pytest.mark.parametrize(
    ("target", "allowed"),
    [
        ("/", True),
        ("/private/x", False),
        ("/private/open", True),
        ("/private", True),
        ("/a?session=1", False),
        ("/a?x=1&session=1", True),
        ("/r/x.pdf", False),
        ("/r/x.pdf?page=2", True),
        ("/täg", False),
        ("/t%C3%A4g/x", False),
        ("/only-for-dossier", True),
    ],
)
def test_rules_for_everyone(target: str, allowed: bool) -> None:
    assert RobotsRules(RULES, "Reader").allows(target) is allowed


@pytest.mark.parametrize(
    ("target", "allowed"),
    [("/private/x", True), ("/only-for-dossier/x", False), ("/also", False), ("/third", False)],
)
def test_rules_for_us_take_the_place_of_those_for_everyone(target: str, allowed: bool) -> None:
    assert RobotsRules(RULES, "Dossier").allows(target) is allowed


@pytest.mark.parametrize(
    ("rules", "target", "allowed"),
    [
        ("User-agent: *\nDisallow: /", "/x", False),
        ("User-agent: *\nDisallow: /\nAllow: /x", "/x", True),
        ("User-agent: *\nAllow: /x\nDisallow: /x", "/x", True),
        ("User-agent: *\nDisallow: /a*b*c$", "/a-b-c", False),
        ("User-agent: *\nDisallow: /a*b*c$", "/a-b-c-d", True),
        ("User-agent: *\nDisallow: /ab*b$", "/ab", True),
        ("User-agent: *\nDisallow: /x$", "/x", False),
        ("User-agent: *\nDisallow: /x$", "/xy", True),
        ("<html>no robots here</html>", "/x", True),
        ("Disallow: /x", "/x", True),
        ("", "/x", True),
    ],
)
def test_patterns(rules: str, target: str, allowed: bool) -> None:
    assert RobotsRules(rules, "Dossier").allows(target) is allowed


def test_a_hostile_pattern_takes_no_time() -> None:
    rules = RobotsRules("User-agent: *\nDisallow: /" + "*a" * 5_000 + "$", "Dossier")
    started_s = time.process_time()
    assert rules.allows("/" + "a" * 4_000 + "b")
    assert time.process_time() - started_s < 5.0  # milliseconds; going through every way takes for ever


PUBLIC = "93.184.216.34"


def web_of(site: Site) -> FakeWeb:
    return FakeWeb(site, {"start.example": [[PUBLIC]], "moved.example": [["8.8.8.8"]]})


async def test_forbidden_pages_are_not_requested(site: Site, fetcher_of: MakeFetcher) -> None:
    site.pages["/robots.txt"] = Page("User-agent: *\nDisallow: /closed", content_type="text/plain")
    site.pages["/closed"] = site.pages["/open"] = Page("<p>words</p>")
    fetcher = fetcher_of(web_of(site), respect_robots=True)
    page = await fetcher.fetch("http://start.example/open")
    assert any("robots.txt" in note for note in page.notes)
    with pytest.raises(FetchError) as caught:
        await fetcher.fetch("http://start.example/closed?x=1")
    assert caught.value.kind == "robots"
    assert not caught.value.retryable
    assert site.targets() == ["/robots.txt", "/open"]


async def test_it_is_asked_once_for_all_readers_of_a_site(site: Site, fetcher_of: MakeFetcher) -> None:
    site.pages["/robots.txt"] = Page("User-agent: *\nDisallow: /closed")
    site.pages["/a"] = Page("<p>a</p>")
    fetcher = fetcher_of(web_of(site), respect_robots=True)
    await asyncio.gather(*(fetcher.fetch("http://start.example/a") for _ in range(6)))
    assert site.targets().count("/robots.txt") == 1


async def test_a_missing_robots_file_costs_no_second_connection(site: Site, fetcher_of: MakeFetcher) -> None:
    site.pages["/a"] = Page("<p>a</p>")
    web = web_of(site)
    await fetcher_of(web, respect_robots=True).fetch("http://start.example/a")
    assert site.targets() == ["/robots.txt", "/a"]
    assert len(web.connected) == 1


async def test_each_hop_is_asked_of_its_own_site(site: Site, fetcher_of: MakeFetcher) -> None:
    def server(asked: Asked) -> Page | None:
        if asked.path == "/robots.txt" and asked.headers["host"] == "moved.example":
            return Page("User-agent: *\nDisallow: /new")
        return None

    site.handler = server
    site.pages["/old"] = Page(status=301, headers={"Location": "http://moved.example/new"})
    with pytest.raises(FetchError) as caught:
        await fetcher_of(web_of(site), respect_robots=True).fetch("http://start.example/old")
    assert caught.value.kind == "robots"
    assert "/new" not in site.targets()


@pytest.mark.parametrize(
    "robots",
    [
        Page("gone", status=404),
        Page("broken", status=500),
        Page(raw=b"garbage\r\n\r\n"),
        Page(status=302, headers={"Location": "http://10.0.0.1/robots.txt"}),
        Page(status=302, headers={"Location": "/robots.txt"}),
        Page("User-agent: *\nDisallow: /", headers={"Content-Encoding": "compress"}),
    ],
)
async def test_a_failing_robots_file_forbids_nothing(site: Site, fetcher_of: MakeFetcher, robots: Page) -> None:
    site.pages["/robots.txt"] = robots
    site.pages["/a"] = Page("<p>a</p>")
    page = await fetcher_of(web_of(site), respect_robots=True).fetch("http://start.example/a")
    assert page.body == b"<p>a</p>"
    assert any("robots.txt" in note for note in page.notes)


async def test_a_silent_robots_file_does_not_hold_the_page(site: Site, fetcher_of: MakeFetcher) -> None:
    site.pages["/robots.txt"] = Page(status=307, headers={"Location": "/hang"})
    site.pages["/a"] = Page("<p>a</p>")
    fetcher = fetcher_of(web_of(site), respect_robots=True, limits=FetchLimits(robots_s=0.2))
    assert (await fetcher.fetch("http://start.example/a")).body == b"<p>a</p>"


async def test_the_beginning_of_an_endless_robots_file_counts(site: Site, fetcher_of: MakeFetcher) -> None:
    def endless() -> object:
        yield b"User-agent: *\nDisallow: /closed\n"
        while not site.closed.is_set():
            yield b"# and so on\n" * 1000

    site.pages["/robots.txt"] = Page(endless)  # type: ignore[arg-type]
    fetcher = fetcher_of(web_of(site), respect_robots=True, limits=FetchLimits(max_body_bytes=10_000_000))
    with pytest.raises(FetchError) as caught:
        await fetcher.fetch("http://start.example/closed")
    assert caught.value.kind == "robots"


async def test_the_rule_can_be_switched_off(site: Site, fetcher_of: MakeFetcher) -> None:
    site.pages["/robots.txt"] = Page("User-agent: *\nDisallow: /")
    site.pages["/a"] = Page("<p>a</p>")
    await fetcher_of(web_of(site), respect_robots=False).fetch("http://start.example/a")
    assert site.targets() == ["/a"]
