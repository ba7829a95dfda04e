"""Fetching from a real local site: hops, limits, manners, endings."""

from __future__ import annotations

import asyncio
import hashlib

import pytest

from engine.errors import FetchError
from engine.fetching.limits import FetchLimits
from tests.fetching.conftest import FakeWeb, MakeFetcher
from tests.scripted_web.site import Page, Site

PUBLIC = "93.184.216.34"


def one_host(site: Site, name: str = "start.example") -> FakeWeb:
    return FakeWeb(site, {name: [[PUBLIC]]})


async def trouble(fetch: object) -> FetchError:
    with pytest.raises(FetchError) as caught:
        await fetch  # type: ignore[misc]
    return caught.value


async def test_a_page_comes_with_its_hash_and_type(site: Site, fetcher_of: MakeFetcher) -> None:
    site.pages["/a"] = Page("<p>Ebbe und Flut</p>", content_type="text/html; charset=utf-8")
    web = one_host(site)
    page = await fetcher_of(web).fetch("http://start.example/a#part")
    assert page.body == b"<p>Ebbe und Flut</p>"
    assert page.sha256 == hashlib.sha256(page.body).hexdigest()
    assert (page.url, page.status, page.content_type) == ("http://start.example/a", 200, "text/html; charset=utf-8")
    assert web.connected == [(PUBLIC, 80)]
    assert site.log[0].headers["host"] == "start.example"
    assert site.log[0].headers["user-agent"].startswith("Dossier/")
    assert "cookie" not in site.log[0].headers


@pytest.mark.parametrize(
    ("location", "kind"),
    [
        ("http://169.254.169.254/latest/meta-data/", "blocked_address"),
        ("//[::ffff:127.0.0.1]:8080/", "blocked_address"),
        ("http://0x7f.1/", "blocked_address"),
        ("http://inside.example/", "blocked_address"),
        ("file:///etc/passwd", "blocked_scheme"),
        ("http://start.example:22/", "blocked_port"),
        ("http://[broken/", "bad_address"),
    ],
)
async def test_a_redirect_is_judged_like_any_address(
    site: Site, fetcher_of: MakeFetcher, location: str, kind: str
) -> None:
    site.pages["/b"] = Page(status=302, headers={"Location": location})
    web = FakeWeb(site, {"start.example": [[PUBLIC]], "inside.example": [[PUBLIC, "10.1.2.3"]]})
    error = await trouble(fetcher_of(web).fetch("http://start.example/b"))
    assert error.kind == kind
    assert {ip for ip, _ in web.connected} == {PUBLIC}
    assert site.targets() == ["/b"]


async def test_a_name_is_resolved_once_and_that_answer_is_used(site: Site, fetcher_of: MakeFetcher) -> None:
    site.pages["/"] = Page("<p>public</p>")
    web = FakeWeb(site, {"rebind.example": [[PUBLIC], ["127.0.0.1"]]})
    fetcher = fetcher_of(web, respect_robots=True)
    assert (await fetcher.fetch("http://rebind.example/")).body == b"<p>public</p>"
    assert web.resolved == ["rebind.example"]
    assert {ip for ip, _ in web.connected} == {PUBLIC}
    assert (await trouble(fetcher.fetch("http://rebind.example/"))).kind == "blocked_address"
    assert {ip for ip, _ in web.connected} == {PUBLIC}


@pytest.mark.parametrize(
    "answers", [["10.0.0.1"], [PUBLIC, "::1"], ["2606:4700::1111", "fd00::1"], ["64:ff9b::a00:1"], ["100.64.1.1"]]
)
async def test_one_private_answer_spoils_all(site: Site, fetcher_of: MakeFetcher, answers: list[str]) -> None:
    web = FakeWeb(site, {"mixed.example": [answers]})
    assert (await trouble(fetcher_of(web).fetch("http://mixed.example/"))).kind == "blocked_address"
    assert web.connected == []


async def test_a_dead_address_is_followed_by_the_next_one(site: Site, fetcher_of: MakeFetcher) -> None:
    site.pages["/"] = Page("<p>here</p>")
    web = FakeWeb(site, {"two.example": [["2606:4700::1111", PUBLIC]]})
    web.dead = {"2606:4700::1111"}
    assert (await fetcher_of(web).fetch("http://two.example/")).status == 200
    assert web.connected == [("2606:4700::1111", 80), (PUBLIC, 80)]
    web.dead = {"2606:4700::1111", PUBLIC}
    assert (await trouble(fetcher_of(web).fetch("http://two.example/"))).kind == "unreachable"


async def test_redirects_end_after_five(site: Site, fetcher_of: MakeFetcher) -> None:
    web = one_host(site)
    error = await trouble(fetcher_of(web).fetch("http://start.example/loop"))
    assert error.kind == "too_many_redirects"
    assert len(site.log) == 6
    site.pages["/d"] = Page(status=302, headers={"Location": "/d"})
    assert (await trouble(fetcher_of(web).fetch("http://start.example/d"))).kind == "too_many_redirects"


async def test_the_final_address_is_the_one_that_answered(site: Site, fetcher_of: MakeFetcher) -> None:
    site.pages["/new"] = Page("<p>moved here</p>")
    site.pages["/old"] = Page(status=301, headers={"Location": "http://other.example/new?x=1#top"})
    web = FakeWeb(site, {"start.example": [[PUBLIC]], "other.example": [["8.8.8.8"]]})
    page = await fetcher_of(web).fetch("http://start.example/old")
    assert page.url == "http://other.example/new?x=1"
    assert web.connected == [(PUBLIC, 80), ("8.8.8.8", 80)]
    assert any("other.example" in note for note in page.notes)


async def test_cookies_are_never_sent_back(site: Site, fetcher_of: MakeFetcher) -> None:
    site.pages["/set"] = Page(status=302, headers={"Location": "/get", "Set-Cookie": "id=1; Path=/"})
    site.pages["/get"] = Page("<p>ok</p>", headers={"Set-Cookie": "id=2; Path=/"})
    fetcher = fetcher_of(one_host(site))
    await fetcher.fetch("http://start.example/set")
    await fetcher.fetch("http://start.example/get")
    assert len(site.log) == 3
    assert all("cookie" not in asked.headers for asked in site.log)


async def test_own_hosts_are_reached_when_asked_for_but_never_through_a_redirect(
    site: Site, fetcher_of: MakeFetcher
) -> None:
    site.pages["/wiki"] = Page("<p>own wiki</p>")
    site.pages["/short"] = Page(status=302, headers={"Location": "/wiki"})
    site.pages["/lure"] = Page(status=302, headers={"Location": site.url("/wiki")})
    assert (await trouble(fetcher_of().fetch(site.url("/wiki")))).kind == "blocked_address"

    fetcher = fetcher_of(own_hosts=frozenset({site.pair}))
    page = await fetcher.fetch(site.url("/wiki"))
    assert page.body == b"<p>own wiki</p>"
    assert any(site.pair in note for note in page.notes)
    assert (await fetcher.fetch(site.url("/short"))).url == site.url("/wiki")

    lured = fetcher_of(one_host(site), own_hosts=frozenset({site.pair}))
    site.log.clear()
    assert (await trouble(lured.fetch("http://start.example/lure"))).kind == "blocked_address"
    assert site.targets() == ["/lure"]


async def test_one_own_host_does_not_lead_into_another(fetcher_of: MakeFetcher) -> None:
    with Site({"/secret": "<p>secret</p>"}) as second, Site() as first:
        first.pages["/go"] = Page(status=302, headers={"Location": second.url("/secret")})
        fetcher = fetcher_of(own_hosts=frozenset({first.pair, second.pair}))
        assert (await trouble(fetcher.fetch(first.url("/go")))).kind == "blocked_address"
        assert second.log == []


@pytest.mark.parametrize("path", ["/endless", "/big?bytes=200000", "/bomb?mb=50"])
async def test_bodies_end_at_the_limit(site: Site, fetcher_of: MakeFetcher, path: str) -> None:
    limits = FetchLimits(max_body_bytes=100_000)
    error = await trouble(fetcher_of(one_host(site), limits=limits).fetch(f"http://start.example{path}"))
    assert error.kind == "too_large"
    assert await asyncio.to_thread(site.wait_until, lambda now: now.open_connections == 0)


async def test_a_bomb_is_unpacked_no_further_than_the_limit(
    site: Site, fetcher_of: MakeFetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    import httpx2._decoders

    unpacked: list[int] = []
    decode = httpx2._decoders.GZipDecoder.decode

    def counting(self: object, data: bytes) -> object:
        for piece in decode(self, data):  # type: ignore[arg-type]
            unpacked.append(len(piece))
            yield piece

    monkeypatch.setattr(httpx2._decoders.GZipDecoder, "decode", counting)
    limits = FetchLimits(max_body_bytes=5 * 1024 * 1024)
    error = await trouble(fetcher_of(one_host(site), limits=limits).fetch("http://start.example/bomb?mb=64"))
    assert error.kind == "too_large"
    assert 0 < sum(unpacked) <= 6 * 1024 * 1024


async def test_a_dripping_server_is_left(site: Site, fetcher_of: MakeFetcher) -> None:
    limits = FetchLimits(drip_grace_s=0.2, min_speed_bytes_per_s=10_000)
    error = await trouble(fetcher_of(one_host(site), limits=limits).fetch("http://start.example/drip"))
    assert error.kind == "timeout"
    assert "slowly" in error.title


@pytest.mark.parametrize("limits", [FetchLimits(silence_s=0.2), FetchLimits(total_s=0.3)])
async def test_a_silent_server_is_left(site: Site, fetcher_of: MakeFetcher, limits: FetchLimits) -> None:
    error = await trouble(fetcher_of(one_host(site), limits=limits).fetch("http://start.example/hang"))
    assert error.kind == "timeout"
    assert error.retryable


async def test_cancelling_closes_the_connection(site: Site, fetcher_of: MakeFetcher) -> None:
    task = asyncio.ensure_future(fetcher_of(one_host(site)).fetch("http://start.example/endless"))
    assert await asyncio.to_thread(site.wait_until, lambda now: now.open_connections == 1 and bool(now.log))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(site.wait_until, lambda now: now.open_connections == 0)


@pytest.mark.parametrize(("code", "retryable"), [(404, False), (401, False), (410, False), (500, True), (502, True)])
async def test_an_error_status_is_a_sentence(site: Site, fetcher_of: MakeFetcher, code: int, retryable: bool) -> None:
    error = await trouble(fetcher_of(one_host(site)).fetch(f"http://start.example/status?code={code}"))
    assert (error.kind, error.retryable) == ("http_status", retryable)
    assert str(code) in error.title
    assert "start.example" in error.title


@pytest.mark.parametrize("code", [403, 429, 503])
async def test_what_may_be_a_challenge_goes_to_the_reader(site: Site, fetcher_of: MakeFetcher, code: int) -> None:
    page = await fetcher_of(one_host(site)).fetch(f"http://start.example/status?code={code}")
    assert page.status == code
    assert str(code).encode() in page.body


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b"220 mail.example ESMTP ready\r\n\r\n", "unreadable"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 300_000, "unreadable"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", "unreachable"),
        (b"", "unreachable"),
    ],
)
async def test_servers_that_do_not_speak_http(site: Site, fetcher_of: MakeFetcher, raw: bytes, kind: str) -> None:
    site.pages["/x"] = Page(raw=raw)
    assert (await trouble(fetcher_of(one_host(site)).fetch("http://start.example/x"))).kind == kind


async def test_an_unknown_name_is_said(site: Site, fetcher_of: MakeFetcher) -> None:
    error = await trouble(fetcher_of(FakeWeb(site, {})).fetch("http://nowhere.example/"))
    assert error.kind == "unreachable"
    assert "nowhere.example" in error.title


async def test_nobody_listening_is_said(fetcher_of: MakeFetcher) -> None:
    with Site() as gone:
        pair = gone.pair
    error = await trouble(fetcher_of(own_hosts=frozenset({pair})).fetch(f"http://{pair}/"))
    assert error.kind == "unreachable"


async def test_a_connection_is_used_again(site: Site, fetcher_of: MakeFetcher) -> None:
    site.pages["/a"] = Page("<p>a</p>")
    fetcher = fetcher_of(one_host(site))
    for _ in range(3):
        await fetcher.fetch("http://start.example/a")
    assert len({asked.port for asked in site.log}) == 1


async def test_at_most_four_pages_of_one_host_at_once(site: Site, fetcher_of: MakeFetcher) -> None:
    fetcher = fetcher_of(one_host(site))
    tasks = [asyncio.ensure_future(fetcher.fetch(f"http://start.example/hang?{n}")) for n in range(6)]
    assert await asyncio.to_thread(site.wait_until, lambda now: len(now.log) == 4)
    assert not await asyncio.to_thread(site.wait_until, lambda now: len(now.log) > 4, 0.2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_type_lies_are_passed_on_as_they_are(site: Site, fetcher_of: MakeFetcher) -> None:
    site.pages["/report.pdf"] = Page(b"<!doctype html><p>Landing page</p>", content_type="application/pdf")
    page = await fetcher_of(one_host(site)).fetch("http://start.example/report.pdf")
    assert page.body.startswith(b"<!doctype html>")
    assert page.content_type == "application/pdf"


@pytest.mark.parametrize(("language", "sent"), [("pt-BR", "pt-BR, *;q=0.5"), ("", None), ("日本語", None)])
async def test_pages_are_asked_for_in_the_language(
    site: Site, fetcher_of: MakeFetcher, language: str, sent: str | None
) -> None:
    site.pages["/a"] = Page("<p>a</p>")
    await fetcher_of(one_host(site), language=language).fetch("http://start.example/a")
    assert site.log[0].headers.get("accept-language") == sent
