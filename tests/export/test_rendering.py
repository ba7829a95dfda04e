"""The one markdown tree: what real model output does, and that no word is lost whatever it does."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.export.pane import GrowingPane, pane_html
from engine.export.rendering import headings, tree
from engine.values import Source
from tests.evidence.samples import source
from tests.export.trees import Element, read

SOURCES = (
    source(3, "https://tides.example/", "high tide", "low tide"),
    source(1, "file:///docs/quay.html", "old quay"),
)


def drawn(markdown: str, sources: tuple[Source, ...] = ()) -> Element:
    return read(pane_html(markdown, sources))


@pytest.mark.parametrize("indent", ["  ", "   ", "    "])
def test_lists_nest_by_two_three_and_four_spaces(indent: str) -> None:
    items = drawn(f"- a\n{indent}- b\n{indent * 2}- c\n- d\n").all("li")
    assert [(item.text.split()[0], item.depth("ul")) for item in items] == [("a", 1), ("b", 2), ("c", 3), ("d", 1)]


def test_bullets_under_numbers() -> None:
    root = drawn("1. one\n   - under one\n2. two\n")
    assert [item.depth("ol", "ul") for item in root.all("li")] == [1, 2, 1]
    assert len(root.all("ol")) == 1


def test_lists_and_tables_need_no_blank_line() -> None:
    root = drawn(
        "Findings:\n- one\n- two\n\nData:\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```\nkeep:\n- this dash\n```\n"
    )
    assert [item.text for item in root.all("li")] == ["one", "two"]
    assert [cell.text for cell in root.all("td")] == ["1", "2"]
    assert root.all("td")[1].attrs == {"align": "right"}
    assert root.first("pre").text == "keep:\n- this dash\n"


def test_fences_inside_lists() -> None:
    root = drawn("1. First\n   ```py\n   x = 1\n\n   y = 2\n   ```\n2. Second\n")
    assert root.first("pre").text == "x = 1\n\ny = 2\n"
    assert root.first("pre").depth("li") == 1
    assert len(root.first("ol").all("li")) == 2


def test_dollars_tildes_and_underscores_are_text() -> None:
    text = "From $3,500 to $5,000; ~10 mg, ~20 mg, ~5~; snake_case_name; 2*3*4 = 24; $$x^2$$."
    root = drawn(text)
    assert root.text.strip() == text
    assert [element.tag for element in root.all()] == ["p"]


def test_emphasis_still_works() -> None:
    root = drawn("**bold**, *slanted*, ~~struck~~, `code`")
    assert [element.tag for element in root.all()] == ["p", "strong", "em", "s", "code"]


def test_a_rule_under_a_paragraph_is_a_rule() -> None:
    assert [element.tag for element in drawn("Some words.\n---\nMore.").all()] == ["p", "hr", "p"]


def test_raw_html_is_shown_as_words() -> None:
    text = '<script>alert(1)</script> <img src=x onerror=alert(2)> <a href="https://z.example" onclick="q()">z</a>'
    root = drawn(f"# T {text}\n\n{text}\n\n<div>\n{text}\n</div>\n")
    assert {element.tag for element in root.all()} == {"h1", "p"}
    assert root.text.count("alert(2)") == 3
    assert "<div>" in root.text


def test_links_keep_to_the_schemes() -> None:
    root = drawn(
        "[a](javascript:alert(3)) [b](data:text/html,hi) [c](file:///etc/passwd) [d](JaVaScRiPt:x) "
        "[e](&#106;avascript:x) [ok](https://ok.example/) [m](mailto:a@b.example) [v](vbscript:x) [w](//ok.example/)"
    )
    assert [link.attrs["href"] for link in root.all("a")] == ["https://ok.example/", "mailto:a@b.example"]
    assert all(f"[{name}]" in root.text or name in root.text.split() for name in ("a", "b", "c", "d", "e", "ok", "m"))


def test_only_cited_documents_may_be_opened_from_disk() -> None:
    root = drawn("<file:///docs/quay.html> <file:///etc/passwd>", SOURCES)
    assert [link.attrs["href"] for link in root.all("a")] == ["file:///docs/quay.html"]
    assert "file:///etc/passwd" in root.text


def test_images_become_their_words_and_a_link() -> None:
    root = drawn("![chart](https://t.example/p.png) ![local](file:///etc/hostname) ![](https://t.example/q.png)")
    assert root.all("img") == []
    assert [(link.text, link.attrs["href"]) for link in root.all("a")] == [
        ("chart", "https://t.example/p.png"),
        ("image", "https://t.example/q.png"),
    ]
    assert "local" in root.text


def test_addresses_with_brackets() -> None:
    root = drawn("[Set](https://w.example/Set_(mathematics)) and <https://d.example/a(94)b>")
    assert [link.attrs["href"] for link in root.all("a")] == [
        "https://w.example/Set_(mathematics)",
        "https://d.example/a(94)b",
    ]


def test_citations_of_a_report_lead_to_their_quotes() -> None:
    root = read(pane_html("Rose [1][2], `x[1]`, \\[1\\], [7], fell [1](no).", SOURCES, ("S3.2", "S1.1")))
    assert [(link.text, link.attrs["href"]) for link in root.all("a")] == [("[1]", "cite:S3.2"), ("[2]", "cite:S1.1")]
    assert root.text.strip() == "Rose [1][2], x[1], [1], [7], fell [1](no)."


def test_marks_that_do_not_fit_lead_to_the_source() -> None:
    root = read(pane_html("Rose [1][2].", SOURCES, ("S1.1",)))
    assert [link.attrs["href"] for link in root.all("a")] == ["cite:S3", "cite:S1"]


def test_citations_of_a_draft_show_their_ids() -> None:
    root = drawn("Rose [S3.2, S1] and [S8].", SOURCES)
    assert [(link.text, link.attrs["href"]) for link in root.all("a")] == [
        ("[S3.2]", "cite:S3.2"),
        ("[S1]", "cite:S1"),
    ]
    assert "[S8]" in root.text


def test_headings_have_anchors_of_their_own() -> None:
    tokens = tree("# One\n\n## Two `x`\n\n## Two x\n\n## 潮位\n\n## !\n")
    assert [(heading.level, heading.text) for heading in headings(tokens)][1:3] == [(2, "Two x"), (2, "Two x")]
    anchors = [heading.anchor for heading in headings(tokens)]
    assert len(set(anchors)) == 5
    assert anchors == [
        element.attrs["id"]
        for element in drawn("# One\n\n## Two `x`\n\n## Two x\n\n## 潮位\n\n## !\n").all("h1", "h2")
    ]


# --- a report that grows ------------------------------------------------------------------------------------

REPORT = (
    "# T\n\nFirst *words*\ngo on.\n- one\n- two\n\n  more\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n\n"
    "```py\nx = 1\n\n\n# no heading\n```\n\nLast [S3.1].\n"
)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 1000])
def test_a_growing_report_ends_like_the_whole(size: int) -> None:
    pane = GrowingPane(SOURCES)
    finished: list[str] = []
    for start in range(0, len(REPORT), size):
        blocks = pane.add(REPORT[start : start + size])
        finished += blocks.finished
        read("".join(finished) + blocks.tail)
    assert "".join(finished) + blocks.tail == pane_html(REPORT, SOURCES)


def test_finished_blocks_are_told_once() -> None:
    blocks = GrowingPane().add("# T\n\nOne.\n\nTwo")
    assert [read(block).all()[0].tag for block in blocks.finished] == ["h1", "p"]
    assert read(blocks.tail).text.strip() == "Two"
    pane = GrowingPane()
    pane.add("One.\n\nTw")
    assert pane.add("o").finished == ()


# --- whatever comes -----------------------------------------------------------------------------------------

_BITS = st.sampled_from(
    [
        *(
            "word ",
            "tide",
            " ",
            "\n",
            "\n\n",
            "# ",
            "- ",
            "1. ",
            "> ",
            "`",
            "```",
            "~~~",
            "*",
            "**",
            "_",
            "~",
            "~~",
            "|",
        ),
        *(
            "| a | b |\n|---|---|\n",
            "[",
            "]",
            "(",
            ")",
            "![",
            "](",
            "<",
            ">",
            "<b>",
            "&amp;",
            "&",
            "\\",
            "    ",
            "\t",
        ),
        *("[1]", "[S3.1]", "https://x.example/", "$", "$$", "---\n", "===\n", "潮", "ش", "é", "\r\n", "\0", "1", '"'),
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(_BITS, max_size=40).map("".join))
def test_no_crash_and_well_formed_whatever_is_written(markdown: str) -> None:
    root = drawn(markdown, SOURCES)
    assert not root.all("script", "img", "iframe")
    for element in root.all():
        assert not any(name.startswith("on") for name in element.attrs)


_WORDS = st.lists(
    st.sampled_from(
        [
            "alpha",
            "beta7",
            "*gamma*",
            "**delta**",
            "`eps`",
            "<zeta>",
            "a_b_c",
            "- eta",
            "\n",
            "\n\n",
            "# theta",
            "> iota",
        ]
    ),
    max_size=30,
)


@settings(max_examples=300, deadline=None)
@given(_WORDS)
def test_no_word_is_lost(tokens: list[str]) -> None:
    markdown = " ".join(tokens)
    wanted = re.findall(r"\w+", markdown)
    assert re.findall(r"\w+", drawn(markdown).text) == wanted


def test_a_table_straight_after_a_list_is_a_table() -> None:
    text = "1. First\n2. Compare\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx\n| no | table |\n|---|---|\n```\n"
    root = drawn(text)
    assert [item.text.strip() for item in root.all("li")] == ["First", "Compare"]
    assert [cell.text for cell in root.all("td")] == ["1", "2"]
    assert root.first("pre").text == "x\n| no | table |\n|---|---|\n"
