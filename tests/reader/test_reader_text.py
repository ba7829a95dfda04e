"""Texts as they stand, and what bytes are whatever they are called."""

from __future__ import annotations

import pytest

from researcher_container.contract import QualityStatus, ReadParams
from researcher_container.reader.media_type import Unreadable, media_type_of
from researcher_container.reader.reading import read

MARKDOWN = """---
title: Tides at Alder
author: A. Kent
date: 2019-03-04
---

# Tides

The range is *4.2 m*, see
[the table](table.md "Table") and <https://harbour.example/>.

- first
- second

Range
-----

    indented code

```c
# no heading

int a;
```

| Port | Range |
|------|-------|
| Alder | 4.2 m |

> said
"""


def test_markdown_is_verbatim_with_its_parts_recognised(reading):
    document = reading(MARKDOWN, url="https://tides.example/doc/TIDES.md")
    assert (document.title, document.author, document.date) == ("Tides at Alder", "A. Kent", "2019-03-04")
    assert document.text() == MARKDOWN.strip()
    assert [(block.kind, block.text.split("\n")[0], block.level, block.heading) for block in document.blocks[1:]] == [
        ("heading", "# Tides", 1, None),
        ("paragraph", "The range is *4.2 m*, see", None, "Tides"),
        ("list_item", "- first", None, "Tides"),
        ("heading", "Range", 2, "Tides"),
        ("code", "    indented code", None, "Range"),
        ("code", "```c", None, "Range"),
        ("table", "| Port | Range |", None, "Range"),
        ("quote", "> said", None, "Range"),
    ]
    assert [link.url for link in document.links] == ["https://tides.example/doc/table.md", "https://harbour.example/"]


def test_a_heading_without_blank_lines_is_a_block_of_its_own(reading):
    document = reading("# A\ntext\n## B #\nmore", url="file:///a.md")
    assert [(block.kind, block.text, block.heading) for block in document.blocks] == [
        ("heading", "# A", None),
        ("paragraph", "text", "A"),
        ("heading", "## B #", "A"),
        ("paragraph", "more", "B"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "one\n\ntwo",
        "one\n\n\n\ntwo\n  three\n",
        "a < b and vector<int>\n\n  indented\n",
        "\n\nTitle\n=====\n\ntext\n\n",
        "tab\tkept  and   spaces",
        "windows\r\n\r\nlines",
    ],
)
def test_plain_text_is_verbatim(reading, text):
    document = reading(text, url="file:///notes.txt", declared_type="text/plain")
    assert document.text() == text.replace("\r\n", "\n").strip("\n").rstrip()
    assert document.media_type == "text/plain"


def test_underlined_lines_of_plain_text_are_headings(reading):
    document = reading("Tides\n=====\n\nText.\n\nRange\n-----\n\nMore.", url="file:///notes.txt")
    assert [(block.kind, block.level, block.heading) for block in document.blocks] == [
        ("heading", 1, None),
        ("paragraph", None, "Tides"),
        ("heading", 2, "Tides"),
        ("paragraph", None, "Range"),
    ]
    assert document.title == "Tides"


def test_json_and_csv_are_verbatim(reading):
    document = reading('{"range_m": 4.2,\n\n "port": "Alder"}', declared_type="application/json")
    assert document.text() == '{"range_m": 4.2,\n\n "port": "Alder"}'
    assert [block.kind for block in document.blocks] == ["code"]
    assert [block.kind for block in reading("port,m\nAlder,4.2", declared_type="text/csv").blocks] == ["table"]


@pytest.mark.parametrize(
    ("data", "declared", "url", "media_type"),
    [
        (b"<!doctype html><p>x", "application/pdf", "https://a.example/report.pdf", "text/html"),
        (b"<!-- x --> <html><p>x", "text/plain", "https://a.example/x", "text/html"),
        (b"\xef\xbb\xbf  <HTML>", "", "file:///x.txt", "text/html"),
        (b"%PDF-1.7\n", "text/html", "https://a.example/index.html", "application/pdf"),
        (b"junk\r\n%PDF-1.4\n", "", "file:///x", "application/pdf"),
        (b"<p align=center>A README</p>", "text/plain", "https://raw.example/README.md", "text/markdown"),
        (b"Use <b> for bold", "text/plain", "https://a.example/x.html", "text/plain"),
        (b"<p>fragment", "", "https://a.example/x", "text/html"),
        (b"no tag at all", "text/html", "https://a.example/x", "text/html"),
        (b"[1, 2]", "", "https://a.example/x", "application/json"),
        (b"[1] see below", "text/plain", "https://a.example/x", "text/plain"),
        (b"<?xml version='1.0'?><rss><link>https://a.example/1</link></rss>", "", "", "application/xml"),
        (b"BM is short for bench mark", "", "", "text/plain"),
        (b"RIFF raff is what they were called", "", "", "text/plain"),
        (b"A file begins with %PDF-1.7 as a rule", "text/plain", "", "text/plain"),
        (b'{"range": "<b>4.2</b>"}', "text/html", "https://a.example/x", "application/json"),
        (b"[see <b>below</b>]", "text/html", "https://a.example/x", "text/html"),
        ("wide".encode("utf-16"), "", "", "text/plain"),
    ],
)
def test_bytes_decide_what_a_thing_is(data, declared, url, media_type):
    assert media_type_of(data, declared, url) == media_type


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "a picture (PNG)"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "a picture (JPEG)"),
        (b"RIFF\x00\x00\x00\x00WEBP", "picture"),
        (b"\x00\x00\x00\x20ftypmp42", "film"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a picture (SVG)"),
        (b"\x1f\x8b\x08\x00\x00", "a gzip archive"),
        (b"PK\x03\x04 xl/workbook.xml", "an Excel workbook"),
        (b"PK\x03\x04 mimetypeapplication/epub+zip", "an e-book"),
        (b"PK\x03\x04 META-INF/container.xml", "an e-book"),
        (b"PK\x03\x04 something", "a zip archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file"),
        (b"\x00\x01\x02\x03" * 50, "not text"),
        (b"\x7fELF\x02\x01\x01", "a program"),
    ],
)
def test_what_is_no_document_is_refused_by_its_name(data, words):
    with pytest.raises(Unreadable, match="Dossier reads") as refusal:
        read(data, ReadParams())
    assert words in str(refusal.value)


def test_too_large_is_refused():
    with pytest.raises(Unreadable, match="more than 20 MB"):
        read(b"a" * (20 * 1024 * 1024 + 1), ReadParams())


@pytest.mark.parametrize("data", [b"", b" \n\t ", b"---", b"\xef\xbb\xbf"])
def test_nothing_is_an_empty_document(reading, data):
    assert reading(data, url="file:///a.txt").quality.status == QualityStatus.EMPTY


def test_a_feed_leads_on_and_is_no_evidence(reading):
    document = reading(
        "<?xml version='1.0'?><urlset><url><loc>https://tides.example/a</loc></url></urlset>",
        url="https://tides.example/",
    )
    assert document.quality.status == QualityStatus.INDEX
    assert [link.url for link in document.links] == ["https://tides.example/a"]


def test_xml_that_names_links_is_no_feed(reading):
    document = reading(
        "<?xml version='1.0'?><!DOCTYPE article><article><title>Nine &amp; more</title><p>Birk has nine moorings.</p>"
        "<link>https://tides.example/a</link></article>",
        declared_type="application/xml",
    )
    assert document.quality.status == QualityStatus.OK
    assert document.title == "Nine & more"


def test_entities_of_xml_are_not_expanded(reading):
    bomb = "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><x>&b;</x>"
    assert "&b;" in reading(bomb).text()
