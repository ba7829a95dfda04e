"""What documents say about themselves: title, site, author, date, language."""

from __future__ import annotations

from datetime import date

import pytest

from researcher_container.contract import ReadParams
from researcher_container.reader.dates import iso_date
from researcher_container.reader.pdf_document import read_pdf
from tests.reader.pdf_files import PdfPage, pdf

TEXT = "<h1>Moorings</h1><p>Birk has nine of them.</p>"
TODAY = date(2024, 3, 1)


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("2021-06-07T08:09:10+02:00", "2021-06-07"),
        ("2021-06-07 08:09", "2021-06-07"),
        ("20210607T080910", "2021-06-07"),
        ("2021/6/7", "2021-06-07"),
        ("2021/06", "2021-06"),
        ("2021", "2021"),
        ("June 7, 2021", "2021-06-07"),
        ("7th June 2021", "2021-06-07"),
        ("Mon, 07 Jun 2021 08:09:10 GMT", "2021-06-07"),
        ("7. Juni 2021", "2021-06-07"),
        ("7 juin 2021", "2021-06-07"),
        ("7 de junio de 2021", "2021-06-07"),
        ("7 июня 2021", "2021-06-07"),
        ("2021年6月7日", "2021-06-07"),
        ("2021년 6월", "2021-06"),
        ("07.06.2021", "2021-06-07"),
        ("27/06/2021", "2021-06-27"),
        ("06/27/2021", "2021-06-27"),
        ("07/06/2021", "2021"),
        ("1623052800", "2021-06-07"),
        ("2024-03-02", "2024-03-02"),
        ("1789-07-14", "1789-07-14"),
    ],
)
def test_dates_are_read_as_they_are_written(written, found):
    assert iso_date(written, TODAY) == found


@pytest.mark.parametrize(
    "written",
    ["", "soon", "2024-03-04", "2025", "2999-01-01", "0001-01-01", "1970-01-01", "2021-02-30", "2021-13-01",
     "{{ page.date }}", "99999999", "9999999999999", "31.31.2021", "Version 2021a", "2" * 5_000],
)  # fmt: skip
def test_absurd_dates_and_dates_to_come_are_refused(written):
    assert iso_date(written, TODAY) == ""


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        (
            "<meta property='article:published_time' content='2999-01-01'><meta name=dc.date content='2021-06-07'>",
            "2021-06-07",
        ),
        ("<meta name='DCTERMS.issued' content='2021-06-07'>", "2021-06-07"),
        ("<meta name=citation_publication_date content='2021/06/07'>", "2021-06-07"),
        ("<meta http-equiv=Last-Modified content='Mon, 07 Jun 2021 08:09:10 GMT'>", "2021-06-07"),
        ("<span itemprop=datePublished content='2021-06-07'></span>", "2021-06-07"),
        (
            "<p><time datetime='2021-06-07'>in June</time>, changed <time datetime='2021-07-01'>later</time></p>",
            "2021-06-07",
        ),
        ("<div class=comments><time datetime='2022-01-01'>x</time></div>", ""),
        ("".join(f"<p><time datetime='2021-06-0{n}'>x</time></p>" for n in range(1, 8)), ""),
    ],
)
def test_the_date_of_a_page(reading, markup, found):
    assert reading(TEXT + markup).date == found


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        (
            "<meta name=citation_author content='Moor, B.'><meta name=citation_author content='Lund, C.'>",
            "Moor, B.; Lund, C.",
        ),
        ("<meta name=DC.creator content='B. Moor'><meta name=DC.creator content='C. Lund'>", "B. Moor, C. Lund"),
        (
            "<meta property='article:author' content='https://people.example/b'><meta name=author content='B. Moor'>",
            "B. Moor",
        ),
        ("<meta name=author content=admin>", ""),
        ("<div itemprop=author><b itemprop=name>B. Moor</b>, keeper</div>", "B. Moor"),
        ("<p>By <a rel='author nofollow' href=/b>B. Moor</a></p>", "B. Moor"),
    ],
)
def test_the_authors_of_a_page(reading, markup, found):
    assert reading(TEXT + markup).author == found


def json_ld(content: str) -> str:
    return f"<script type='application/ld+json'>{content}</script>{TEXT}"


def test_json_ld_names_people_by_reference_and_the_site(reading):
    document = reading(
        json_ld(
            '{"@graph": [{"@type": "WebSite", "name": "Birk Times"},'
            ' {"@type": "Person", "@id": "#b", "name": "B. Moor"},'
            ' {"@type": "Article", "headline": "Nine moorings", "author": [{"@id": "#b"}, {"name": "C. Lund"}],'
            ' "datePublished": "2999-01-01", "dateModified": "2021-06-07T08:00:00Z", "inLanguage": "da"}]}'
        )
    )
    assert (document.title, document.author, document.site) == ("Nine moorings", "B. Moor, C. Lund", "Birk Times")
    assert (document.date, document.language) == ("2021-06-07", "da")


@pytest.mark.parametrize(
    "content",
    ["//<![CDATA[\n{}\n//]]>", "<!-- {} -->", "[[{}]]", "{}\n"],
)
def test_json_ld_in_wrapping_is_read(reading, content):
    assert (
        reading(json_ld(content.replace("{}", '{"headline": "Nine", "datePublished": "2021-06-07"}'))).date
        == "2021-06-07"
    )


@pytest.mark.parametrize("content", ["{", "[" * 100_000, '{"headline": {"a": 1}, "author": 7}', '"x"', "{}" * 3])
def test_broken_json_ld_costs_nothing(reading, content):
    assert reading(json_ld(content)).title == "Moorings"


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        ("<html lang=de>", "de"),
        ("<html lang='en-US-x-own'>", "en-US"),
        ("<html lang=english><meta http-equiv=content-language content='fr, en'>", "fr"),
        ("<html lang=und><meta name=DC.language content=nb>", "nb"),
        ("<html><body lang=is>", "is"),
        ("<html><meta property='og:locale' content='pt_BR'>", "pt-BR"),
        ("<html>", ""),
    ],
)
def test_the_language_of_a_page(reading, markup, found):
    assert reading(markup + TEXT).language == found


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        ("<title> Nine \n moorings </title>", "Nine moorings"),
        ("<title>Nine &amp;amp; more</title>", "Nine & more"),
        ("<title></title><meta property='og:title' content='Nine'>", "Nine"),
        ("<body><svg><title>icon</title></svg>", "Moorings"),
    ],
)
def test_the_title_of_a_page(reading, markup, found):
    assert reading(markup + TEXT).title == found


@pytest.mark.parametrize(
    ("info", "found"),
    [
        ("/CreationDate (D:20210607080910+02'00')", "2021-06-07"),
        ("/CreationDate (D:20210607) /ModDate (D:29990101)", "2021-06-07"),
        ("/CreationDate (D:00000000)", ""),
        ("/CreationDate (20210607)", "2021-06-07"),
    ],
)
def test_the_date_of_a_pdf(info, found):
    page = PdfPage().lines(["Birk has nine moorings, and each of them is numbered."], 700)
    assert read_pdf(pdf(page, info=info), ReadParams()).date == found
