"""Pages made to cost or to hide: read within bounds, or refused in words."""

from __future__ import annotations

import time

import pytest

from researcher_container.contract import MAX_TEXT_CHARS, Document
from researcher_container.reader import html_marks
from researcher_container.reader.html_tree import parse
from researcher_container.reader.markdown import markdown_links

ARTICLE = "<h1>Tides</h1><p>The range at Alder is 4.2 m.</p>"


def cpu_s(page: str, reading) -> float:
    start = time.process_time()
    reading(page)
    return time.process_time() - start


@pytest.mark.parametrize("end", ["</body></html>", "</html>", "</BODY >\n</HTML>", "</body></html></body></html>"])
def test_what_stands_behind_the_end_of_a_page_is_read(reading, end) -> None:
    document = reading(f"<html><body><p>Low water.</p>{end}<p>High <b>water</b>.</p> loose{end}")
    assert [block.text for block in document.blocks] == ["Low water.", "High water.", "loose"]


def test_two_pages_in_one_are_both_read(reading) -> None:
    page = f"<html><head><title>t</title></head><body>{ARTICLE}</body></html>"
    assert reading(page + page.replace("Alder", "Birk")).text().count("4.2 m") == 2


@pytest.mark.parametrize("attribute", ["hidden", "aria-hidden=true", "style='display:none'"])
def test_many_hidden_elements_cost_no_more_than_others(reading, attribute) -> None:
    cells = "<div {}>x</div>" * 50_000
    plain = cpu_s(ARTICLE + cells.format(*["title=x"] * 50_000), reading)
    assert cpu_s(ARTICLE + cells.format(*[attribute] * 50_000), reading) < 6 * plain


@pytest.mark.parametrize("attribute", ["a{}=1", "a{}", "a{}='1'"])
def test_an_element_keeps_its_first_attributes_of_very_many(attribute) -> None:
    root = parse("<p class=first " + " ".join(attribute.format(n) for n in range(20_000)) + ">text</p>")
    assert root is not None
    paragraph = root.find(".//p")
    assert paragraph.text == "text"
    assert paragraph.get("class") == "first"
    assert len(paragraph.attrib) <= 100


def test_a_picture_within_its_address_leaves_its_element_whole(reading) -> None:
    picture = f"<img alt='' src=\"data:x,{'A b' * 9000}\" id=x>"
    document = reading(f"<p>before <a title=\"hidden 'words'\" href='/next'>{picture}</a> after")
    assert document.text() == "before after"
    assert [link.url for link in document.links] == ["https://tides.example/next"]


def test_a_page_of_too_many_elements_is_cut_and_says_so(reading, monkeypatch) -> None:
    monkeypatch.setattr(html_marks, "MAX_ELEMENTS", 10)
    document: Document = reading("".join(f"<p>line {n}</p>" for n in range(20)))
    assert document.quality.truncated
    assert [block.text for block in document.blocks] == [f"line {n}" for n in range(9)]


def test_one_endless_line_is_cut_and_says_so(reading) -> None:
    document = reading("<p>" + "word " * 1_700_000)
    assert document.quality.truncated
    assert len(document.text()) == MAX_TEXT_CHARS


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 20_000 + "<p>kept</p>",
        "<b>" * 20_000 + "kept",
        "<table><tr><td>" * 5_000 + "kept",
        "<ul><li>" * 5_000 + "kept",
    ],
)
def test_what_stands_deep_inside_is_read(reading, page) -> None:
    assert reading(ARTICLE + page).text().endswith("kept")


@pytest.mark.parametrize(
    "page",
    ["<!--" * 50_000, "<a " * 50_000, "<" * 100_000, "<!" * 50_000, "&foo" * 50_000, "<a href='" + "x" * 100_000],
)
def test_floods_of_broken_markup_leave_the_text_before_them(reading, page) -> None:
    assert "The range at Alder is 4.2 m." in reading(ARTICLE + page).text()


@pytest.mark.parametrize("flood", ["[a](", "[a](b", "[a](<b", "[", "<https://a", "[a](b ("])
def test_links_that_never_end_cost_little(flood) -> None:
    url = "https://tides.example/a.md"
    start = time.process_time()
    assert len(markdown_links("a line of words, [one](b)\n" * 20_000, url)) == 1
    plain = time.process_time() - start
    markdown_links(flood * 30_000, url)
    assert time.process_time() - start < 12 * plain


def test_links_of_markdown_may_hold_brackets(reading) -> None:
    text = "[one](/wiki/Alder_(port)), [two](<c d> 'title'), [three](e \"f\")"
    assert [link.url for link in reading(text, url="https://tides.example/a.md").links] == [
        "https://tides.example/wiki/Alder_(port)",
        "https://tides.example/e",
    ]
