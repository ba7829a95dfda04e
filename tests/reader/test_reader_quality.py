"""What a page is before anyone cites it."""

from __future__ import annotations

import pytest

from researcher_container.contract import QualityStatus

SENTENCE = "The range of the tide at Alder was measured again in the spring of that year by the harbour board. "
CHALLENGE = (
    "<html><head><title>{title}</title></head><body><h1>news.example</h1><p>{text}</p>"
    "<script src='/cdn-cgi/challenge-platform/x.js'></script></body></html>"
)


@pytest.mark.parametrize("status", [200, 403, 429, 503])
@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Just a moment...", "Checking if the site connection is secure."),
        ("Attention Required!", "Please complete the security check."),
        ("Are you a robot?", "Please confirm you are a human."),
        ("Nur einen Moment…", "Wir prüfen Ihren Browser."),
    ],
)
def test_a_check_for_robots_is_blocked(reading, title, text, status):
    document = reading(CHALLENGE.format(title=title, text=text), status=status)
    assert document.quality.status == QualityStatus.BLOCKED
    assert document.quality.why.endswith(".")


def test_a_short_refusal_without_signs_is_blocked(reading):
    assert reading("<h1>Sorry</h1><p>No access.</p>", status=403).quality.status == QualityStatus.BLOCKED


def test_an_article_about_checks_is_an_article(reading):
    title = "Just a moment: how robot checks work"
    page = f"<title>{title}</title><h1>{title}</h1><p>{SENTENCE * 8}</p><p>{SENTENCE * 8}</p>"
    assert reading(page).quality.status == QualityStatus.OK


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Page not found | Port", "<h1>404</h1><p>Sorry, the page you are looking for could not be found.</p>"),
        ("Port", "<h1>Oops!</h1><p>We can't find the page you requested.</p>"),
        ("Port", "<p>This page does not exist.</p>"),
        ("Error 404", "<p>Go back to the start.</p>"),
        ("Seite nicht gefunden", "<p>Die angeforderte Seite wurde nicht gefunden.</p>"),
        ("Página no encontrada", "<p>Lo sentimos.</p>"),
        (
            "404 Not Found",
            "<h1>404 Not Found</h1><p>The requested URL was not found.</p><h2>Popular</h2>"
            + f"<p>{SENTENCE * 3}</p><p>{SENTENCE * 3}</p>",
        ),
    ],
)
def test_an_error_page_with_status_200_is_not_found(reading, title, body):
    page = f"<html><head><title>{title}</title></head><body><nav>Home</nav><main>{body}</main></body></html>"
    assert reading(page).quality.status == QualityStatus.NOT_FOUND


def test_status_404_is_not_found_whatever_the_page_says(reading):
    assert reading(f"<p>{SENTENCE * 30}</p>", status=404).quality.status == QualityStatus.NOT_FOUND


@pytest.mark.parametrize(
    "title", ["How the 404 page was invented", "404 Not Found: a history", "Page not found, and other phrases"]
)
def test_an_article_about_error_pages_is_kept(reading, title):
    paragraph = "The phrase page not found entered everyday speech, and engineers still argue about who wrote it. "
    page = f"<title>{title}</title><article><h1>{title}</h1><p>{paragraph * 4}</p><p>{paragraph * 4}</p></article>"
    assert reading(page).quality.status == QualityStatus.OK


def test_a_wall_of_consent_is_recognised(reading):
    page = (
        "<title>Before you continue</title><div role=dialog><p>We value your privacy. We and our 812 partners store "
        "cookies.</p><button>Accept all</button><button>Reject</button></div>"
    )
    assert reading(page).quality.status == QualityStatus.CONSENT_WALL


def test_a_banner_before_an_article_is_no_wall(reading):
    page = (
        "<div id=cookie-banner><p>We value your privacy. Our partners store cookies.</p>"
        "<button>Accept all</button></div>"
        f"<article><h1>Tides</h1><p>{SENTENCE}</p><p>{SENTENCE}</p></article>"
    )
    assert reading(page).quality.status == QualityStatus.OK


@pytest.mark.parametrize(
    "page",
    [
        "<html><head><title>App</title><script src=app.js></script></head><body><div id=root></div></body></html>",
        "<body><noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div></body>",
        "<body><p>Please enable JavaScript to view this page.</p></body>",
        "<body><img src=scan.png></body>",
        "<body></body>",
    ],
)
def test_a_page_without_text_of_its_own_is_empty(reading, page):
    assert reading(page).quality.status == QualityStatus.EMPTY


def test_a_short_page_is_not_empty(reading):
    assert reading("<script>x()</script><h1>Alder</h1><p>Range 4.2 m.</p>").quality.status == QualityStatus.OK
    assert reading("<p>Range 4.2 m at Alder.</p>").quality.status == QualityStatus.OK


@pytest.mark.parametrize(
    "page",
    [
        "<title>Index</title><h1>Index</h1>"
        + "".join(f"<p><a href='/{n}'>entry {n}</a>, [1]</p>" for n in range(40)),
        "<title>Ports</title>" + "".join(f"<p><a href='/{n}'>The port of number {n}</a></p>" for n in range(40)),
        "<title>Library</title><h1>Library</h1><p>What it holds.</p><div class='toctree-wrapper'><ul>"
        + "".join(f"<li><a href='/{n}.html'>Chapter {n}</a></li>" for n in range(40))
        + "</ul></div>",
        "<title>Search</title><h1>Search</h1><p>Enter the words you look for.</p>",
    ],
)
def test_a_page_of_links_is_an_index(reading, page):
    assert reading(page).quality.status == QualityStatus.INDEX


def test_an_article_with_a_table_of_contents_is_no_index(reading):
    contents = "".join(f"<li><a href='#s{n}'>Section number {n}</a></li>" for n in range(40))
    page = f"<h1>Tides</h1><div class=toc><ul>{contents}</ul></div>" + f"<p>{SENTENCE * 3}</p>" * 6
    assert reading(page).quality.status == QualityStatus.OK


def test_a_page_whose_text_is_short_beside_its_menu_is_no_index(reading):
    menu = "<nav>" + "".join(f"<a href='/{n}'>Menu entry number {n}</a>" for n in range(40)) + "</nav>"
    assert reading(f"{menu}<h1>Alder</h1><p>{SENTENCE}</p>").quality.status == QualityStatus.OK


def test_a_long_text_is_cut_and_says_so(reading):
    document = reading("<body>" + "<p>x</p>" * 70_000)
    assert document.quality.truncated
    assert len(document.blocks) == 60_000
    document = reading("<p>" + "a" * 4_100_000 + "</p><p>b</p>")
    assert document.quality.truncated
    assert len(document.text()) == 4_000_000
