"""Quotes: by words, by pointing at a paragraph, and nearly right."""

from __future__ import annotations

import pytest

from researcher_container.contract import Block, Document, FetchReply
from researcher_container.researcher import handing_in, page_view, paragraphs
from researcher_container.researcher.quoting import quoted
from researcher_container.researcher.shelf import OpenedPage, Shelf

TIDE = "At spring tide the water at Port Alder rises by 4.2 m within six hours."
PIER = "The north pier was built in 1911; it is not open to the public, and it carries no lamp."
JAPANESE = "大潮のとき、港の水位は六時間で四メートル上がる。観測は毎日行われる。"
LONG = " ".join(
    [
        "The gauge was moved in 1950 to the east quay of the inner harbour, where it stands today.",
        *(f"Chapter {number} of the chronicle tells of a mill, a market and of a church." for number in range(8)),
        "The lowest reading ever was 0.3 m, in the winter of 1963.",
    ]
)
REF = "r0000000a"
CLAIMS = ["The lowest reading was in 1963"]


@pytest.fixture
def page():
    kinds = ("paragraph", "paragraph", "heading", "paragraph", "paragraph", "navigation")
    texts = (TIDE, PIER, "Gauges", LONG, JAPANESE, "Home and other places of the site, to be left out")
    blocks = tuple(Block(kind=kind, text=text) for kind, text in zip(kinds, texts, strict=True))
    reply = FetchReply(ref=REF, url="https://a.example/", sha256="0" * 64, document=Document(blocks=blocks))
    return OpenedPage(reply, "How high is the tide?")


def words_of(page, quote, **more):
    return quoted(page, quote, CLAIMS, **({"is_last_chance": False} | more)).words


def test_paragraphs_are_shown_with_marks_and_pointed_at_by_them(page):
    shown = page_view.first(page, "How high is the tide?")
    assert f"[p0] {TIDE}" in shown
    assert "[p2]" not in shown
    for pointer in ("p0", "[p0]", "P0", " (p 0). ", "p.0"):
        assert words_of(page, pointer) == (TIDE,)


def test_of_a_long_paragraph_the_sentences_that_carry_the_claim_are_the_quote(page):
    found = words_of(page, "p3")
    assert "The lowest reading ever was 0.3 m, in the winter of 1963." in found
    assert all(words in LONG and len(words) < 120 for words in found)


@pytest.mark.parametrize("pointer", ["p99", "p2", "p5", "[p1000000]"])
def test_pointing_at_nothing_is_told(page, pointer):
    found = quoted(page, pointer, CLAIMS, is_last_chance=False)
    assert found.words == ()
    assert "no such paragraph" in found.complaint


def test_a_mark_copied_along_does_no_harm(page):
    assert words_of(page, f"[p0] {TIDE}") == (TIDE,)
    assert words_of(page, f"p0: {TIDE}") == (TIDE,)
    assert words_of(page, TIDE.replace("rises", "[p0] rises")) == (TIDE,)


@pytest.mark.parametrize(
    "written",
    [
        "at spring tide the water at port alder rises by 4.2 m within six hours",
        "At **spring tide** the water at Port Alder rises by `4.2 m` within six hours.",
        "“At spring tide, the water at Port Alder rises by 4.2 m within six hours”",
    ],
)
def test_case_punctuation_and_markdown_become_the_pages_own(page, written):
    assert words_of(page, written) == (TIDE,)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (TIDE.replace("4.2", "42"), '"42" is "4.2" there'),
        (TIDE.replace("4.2", "4.3"), '"4.3" is "4.2" there'),
        (TIDE.replace("rises by", "rises and falls by"), '"and falls" is not there'),
        (TIDE.replace("within six hours", ""), '"indeed" is "within six hours" there'),
        (PIER.replace("is not open", "is open"), '"not" is left out'),
    ],
)
def test_a_near_miss_is_told_exactly(page, written, told):
    found = quoted(page, written.strip(" .") + " indeed.", CLAIMS, is_last_chance=False)
    assert found.words == ()
    assert told in found.meant
    assert f"[{REF}] [p" in found.meant


def test_of_the_same_words_only_a_part_is_a_quote(page):
    assert words_of(page, "the water at Port Alder rises by 4.2 m") == ("the water at Port Alder rises by 4.2 m",)


def test_at_the_last_chance_the_sentence_that_was_meant_is_taken(page):
    written = TIDE.replace("within six hours", "in six hours")
    assert words_of(page, written) == ()
    assert words_of(page, written, is_last_chance=True) == (TIDE,)


@pytest.mark.parametrize(
    "written",
    [
        TIDE.replace("4.2", "5.2"),
        PIER.replace("is not open", "is open"),
        PIER.replace("carries no lamp", "carries a lamp"),
    ],
)
def test_figures_and_denials_never_change_by_themselves(page, written):
    assert words_of(page, written, is_last_chance=True) == ()


def test_what_is_nowhere_is_said_to_be_nowhere(page):
    found = quoted(page, "The moon was declared a protected monument by the council.", CLAIMS, is_last_chance=False)
    assert "nor is anything like it" in found.complaint
    assert found.meant == ""


def test_scripts_without_spaces_are_compared_too(page):
    found = quoted(page, "大潮のとき、港の水位は六時間で五メートル上がる。", CLAIMS, is_last_chance=False)
    assert "大潮のとき" in found.meant


def test_a_stretch_keeps_its_end_and_says_where_it_goes_on(page):
    text, stop = paragraphs.shown_from(page.document, 0, len(page.text), 100)
    assert text.startswith(f"[p0] {TIDE}")
    assert page.text[stop:].lstrip()[:3] == (PIER + "\n\n" + LONG)[100 - len(TIDE) :].lstrip()[:3] or stop >= len(
        TIDE
    )
    whole, end = paragraphs.shown_from(page.document, 0, len(page.text), 10_000)
    assert end == len(page.text)
    assert "Home and other places" not in whole


def test_a_source_that_is_cited_without_a_quote_is_told(page):
    shelf = Shelf("How high is the tide?")
    shelf.put("", page.reply)
    handed = handing_in.check({"answer": f"4.2 m [{REF}].", "sources": [REF]}, shelf)
    assert handed.complaints == (f"[{REF}] is cited without a quote.",)
    handed = handing_in.check({"answer": f"4.2 m [{REF}].", "sources": [{"ref": REF, "quotes": "p0"}]}, shelf)
    assert handed.complaints == ()
    assert handed.result.sources[0].quotes == (TIDE,)
