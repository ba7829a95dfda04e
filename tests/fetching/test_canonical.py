"""When two addresses are one page, and how an address is shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fetching.canonical import canonical_url, display_url, site_name


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://tides.example/alder?utm_source=openai", "https://tides.example/alder"),
        ("https://survey.example/2019?id=7&utm_source=openai", "https://survey.example/2019?id=7"),
        ("https://survey.example/2019?UTM_Source=a&id=7&fbclid=x#top", "https://survey.example/2019?id=7#top"),
        ("https://a.example/?gclid=1&_ga=2&mc_cid=3", "https://a.example/"),
        ("https://a.example/p?a=1&amp;utm_medium=z", "https://a.example/p?a=1"),
        ("https://a.example/p?ref=main&source=x&v=9&page=2&lang=de", None),
        ("https://a.example/p?pk_id=4&status=utm_source", None),
        ("https://a.example/p?", None),
        ("https://A.example:443/%7Eb/?b=2&a=1#utm_source=x", None),
        ("https://a.example/p#?utm_source=x", None),
        ("file:///books/B.html", None),
        ("not an address", None),
    ],
)
def test_only_tracking_parameters_are_dropped(url: str, shown: str | None) -> None:
    assert display_url(url) == (shown or url)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("https://tides.example/alder", "https://tides.example/alder?utm_source=openai"),
        ("https://tides.example/alder", "http://www.Tides.example:80/alder/#part"),
        ("https://a.example", "https://a.example/"),
        ("https://a.example/?b=2&a=1", "https://a.example/?a=1&b=2&"),
        ("https://a.example/%7euser/%c3%a9", "https://a.example/~user/%C3%A9"),
        ("https://a.example/é", "https://a.example/%C3%A9"),
        ("https://bücher.example/x", "https://xn--bcher-kva.example/x"),
        ("https://a.example/x/../y/./z", "https://a.example/y/z"),
        ("http://134744072/x", "http://8.8.8.8/x"),
        ("file:///books/B.html#one", "file:///books/B.html"),
    ],
)
def test_one_page_in_two_spellings(one: str, two: str) -> None:
    assert canonical_url(one) == canonical_url(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("https://survey.example/2019?id=7", "https://survey.example/2019?id=8"),
        ("https://a.example/Page", "https://a.example/page"),
        ("https://a.example/x", "https://b.example/x"),
        ("https://a.example/x", "https://a.example:8443/x"),
        ("https://a.example/a%2Fb", "https://a.example/a/b"),
        ("https://a.example/p?x=1&x=2", "https://a.example/p?x=1"),
        ("https://www.example/", "https://example/"),
        ("file:///books/B.html", "file:///books/b.html"),
    ],
)
def test_two_pages(one: str, two: str) -> None:
    assert canonical_url(one) != canonical_url(two)


@pytest.mark.parametrize("url", ["https://a.example/../../x", "https://a.example/.."])
def test_dots_do_not_climb_out(url: str) -> None:
    assert canonical_url(url).startswith("a.example")
    assert ".." not in canonical_url(url)


def test_site_names() -> None:
    assert site_name("https://www.tides.example:8443/x") == "tides.example"
    assert site_name("file:///x") == ""


@given(st.text(max_size=80))
def test_showing_twice_is_showing_once(text: str) -> None:
    for url in (text, f"https://a.example/{text}", f"https://a.example/p?{text}"):
        assert display_url(display_url(url)) == display_url(url)
        assert canonical_url(display_url(url)) == canonical_url(url)
