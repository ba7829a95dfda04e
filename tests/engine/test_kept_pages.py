"""Pages kept across runs: fetched once within their days, honest about when, gone when the user wants none."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.broker.kept_pages import DAY_S, MOST_PAGES, KeptPage, KeptPages
from engine.broker.pages import Page, Pages
from engine.broker.references import Target, reference_of
from engine.errors import FetchError
from engine.fetching.addresses import allowed_hosts
from engine.fetching.http_fetcher import HttpFetcher
from engine.texts import TextStore
from researcher_container.contract import Block, Document, Quality, QualityStatus, ReadParams
from tests.scripted_web.site import Page as SitePage
from tests.scripted_web.site import Site


async def read(body: bytes, params: ReadParams) -> Document:
    words = body.decode()
    status = QualityStatus.BLOCKED if "blocked" in words else QualityStatus.OK
    return Document(title="T", blocks=(Block(kind="paragraph", text=words),), quality=Quality(status=status))


class Desk:
    """Opens pages of one site, run after run, over one data folder."""

    def __init__(self, folder: Path, site: Site) -> None:
        self.folder, self.site = folder, site
        self.texts = TextStore(folder / "texts")
        self.now = time.time()

    async def opened(self, path: str, days: int, left_alone: Callable[[str], str] = lambda url: "") -> Page:
        kept = KeptPages(self.folder / "pages", days, clock=lambda: self.now)
        kept.tidy()
        fetcher = HttpFetcher(own_hosts=allowed_hosts((self.site.pair,)), respect_robots=False)
        pages = Pages(self.texts, read, fetcher, None, kept=kept, left_alone=left_alone)
        address = self.site.url(path)
        try:
            page, _ = await pages.open(Target(ref=reference_of(address), address=address))
        finally:
            await pages.aclose()
            await fetcher.aclose()
        return page


@pytest.fixture
def desk(tmp_path: Path):
    with Site({"/a": SitePage("A page of words."), "/blocked": SitePage("blocked")}) as site:
        desk = Desk(tmp_path, site)
        yield desk


async def test_a_kept_page_is_not_fetched_again_and_says_so(desk: Desk):
    first = await desk.opened("/a", 7)
    again = await desk.opened("/a", 7)
    assert len(desk.site.log) == 1
    assert (again.fetched_at, again.sha256, again.document) == (first.fetched_at, first.sha256, first.document)
    assert "Kept from an earlier research" in again.notes[0]


async def test_after_its_days_it_is_fetched_anew(desk: Desk):
    await desk.opened("/a", 1)
    desk.now += DAY_S + 60
    await desk.opened("/a", 1)
    assert len(desk.site.log) == 2
    desk.now -= 10 * DAY_S  # a clock that was set back
    await desk.opened("/a", 1)
    assert len(desk.site.log) == 3


async def test_without_the_setting_nothing_is_kept_and_what_was_is_removed(desk: Desk):
    await desk.opened("/a", 7)
    await desk.opened("/a", 0)
    assert len(desk.site.log) == 2
    assert not (desk.folder / "pages").exists()


async def test_a_text_that_is_gone_is_fetched_anew(desk: Desk):
    page = await desk.opened("/a", 7)
    assert desk.texts.remove(page.text_sha256, 0)
    assert (await desk.opened("/a", 7)).document == page.document
    assert len(desk.site.log) == 2


async def test_only_whole_pages_are_kept(desk: Desk):
    for _ in range(2):
        await desk.opened("/blocked", 7)
        with contextlib.suppress(FetchError):
            await desk.opened("/missing", 7)
    assert len(desk.site.log) == 4


async def test_a_site_left_alone_since_is_not_served_from_what_was_kept(desk: Desk):
    await desk.opened("/a", 7)
    await desk.opened("/a", 7, left_alone=lambda url: "The settings leave this site alone.")
    assert len(desk.site.log) == 2


def test_too_many_and_broken_ones_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.broker.kept_pages.MOST_PAGES", 3)
    kept = KeptPages(tmp_path, 7)
    now_s = time.time()
    for number in range(6):
        url = f"https://a.example/{number}"
        kept.keep(
            KeptPage(address=url, url=url, title="", sha256="", text_sha256="x", size_bytes=1, fetched_at=now_s)
        )
    (tmp_path / "broken.json").write_text("{")
    kept.tidy()
    assert len(list(tmp_path.iterdir())) == 3
    for path in tmp_path.iterdir():
        path.write_text("{")
    assert all(kept.find(f"https://a.example/{number}") is None for number in range(6))
    assert MOST_PAGES > 3
