"""Packed bodies: what is asked for is what can be unpacked in bounded pieces here."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from functools import partial

import pytest

from engine.errors import FetchError
from engine.fetching.answers import encodings
from engine.fetching.http_fetcher import HttpFetcher
from engine.fetching.limits import FetchLimits
from tests.fetching.conftest import FakeWeb, MakeFetcher
from tests.scripted_web.site import Page, Site

TEXT = "Gezeiten und Strömung. ".encode() * 20_000


def packer(encoding: str) -> Callable[[bytes], bytes]:
    if encoding in ("gzip", "deflate"):
        import gzip
        import zlib

        return gzip.compress if encoding == "gzip" else zlib.compress
    if encoding == "br":
        return partial(importlib.import_module("brotli").compress, quality=5)
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    zstd: Callable[[bytes], bytes] = importlib.import_module(name).compress
    return zstd


def fetcher_with(site: Site, fetcher_of: MakeFetcher, max_bytes: int) -> HttpFetcher:
    web = FakeWeb(site, {"start.example": [["93.184.216.34"]]})
    return fetcher_of(web, limits=FetchLimits(max_body_bytes=max_bytes))


@pytest.mark.parametrize("encoding", encodings())
async def test_every_packing_we_ask_for_is_unpacked(site: Site, fetcher_of: MakeFetcher, encoding: str) -> None:
    site.pages["/p"] = Page(packer(encoding)(TEXT), headers={"Content-Encoding": encoding})
    page = await fetcher_with(site, fetcher_of, 20_000_000).fetch("http://start.example/p")
    assert page.body == TEXT
    assert site.log[0].headers["accept-encoding"] == ", ".join(encodings())


@pytest.mark.parametrize("encoding", encodings())
async def test_every_packing_is_bounded(site: Site, fetcher_of: MakeFetcher, encoding: str) -> None:
    bomb = packer(encoding)(bytes(64 * 1024 * 1024))
    assert len(bomb) < 200_000
    site.pages["/p"] = Page(bomb, headers={"Content-Encoding": encoding})
    with pytest.raises(FetchError) as caught:
        await fetcher_with(site, fetcher_of, 1_000_000).fetch("http://start.example/p")
    assert caught.value.kind == "too_large"


@pytest.mark.parametrize(
    "packings", ["compress", "gzip, compress", "x-unknown", "gzip, gzip, gzip, gzip, gzip, gzip"]
)
async def test_a_packing_we_cannot_undo_is_not_taken_for_text(
    site: Site, fetcher_of: MakeFetcher, packings: str
) -> None:
    site.pages["/p"] = Page(b"\x1f\x9d\x90abc", headers={"Content-Encoding": packings})
    with pytest.raises(FetchError) as caught:
        await fetcher_with(site, fetcher_of, 1_000_000).fetch("http://start.example/p")
    assert caught.value.kind == "unreadable"


@pytest.mark.parametrize("encoding", encodings())
async def test_damaged_packings_are_said(site: Site, fetcher_of: MakeFetcher, encoding: str) -> None:
    site.pages["/p"] = Page(b"\xffthis was never packed", headers={"Content-Encoding": encoding})
    with pytest.raises(FetchError) as caught:
        await fetcher_with(site, fetcher_of, 1_000_000).fetch("http://start.example/p")
    assert caught.value.kind == "unreadable"
