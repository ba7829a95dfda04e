"""Markers of a hosted search become marks of ours, whatever the provider's positions count."""

from __future__ import annotations

import pytest

from engine.models.citing import Annotation, cited, without_trackers
from engine.models.responses import Responses

A = "https://tides.example/alder"
B = "https://survey.example/2019?id=7"


def marker(url, host="site"):
    return f"([{host}]({url}))"


def annotation(text, url, unit="codepoints", title="T", nth=0):
    start = -1
    for _ in range(nth + 1):
        start = text.index(marker(url), start + 1)
    end = start + len(marker(url))
    if unit == "utf16":
        start, end = (len(text[:place].encode("utf-16-le")) // 2 for place in (start, end))
    elif unit == "bytes":
        start, end = (len(text[:place].encode()) for place in (start, end))
    return Annotation(url, title, start, end)


@pytest.mark.parametrize("unit", ["codepoints", "utf16", "bytes"])
def test_positions_in_any_unit(unit):
    url = A + "?utm_source=openai"
    text = f"🌊🌊🐚 Höhe 4,2 m {marker(url)}. Später 潮位 {marker(B)}. Ende."
    clean, citations = cited(text, [annotation(text, url, unit), annotation(text, B, unit)])
    assert clean == "🌊🌊🐚 Höhe 4,2 m [c1]. Später 潮位 [c2]. Ende."
    assert [citation.url for citation in citations] == [A, B]
    assert [clean[citation.start : citation.end] for citation in citations] == ["[c1]", "[c2]"]


def test_positions_that_are_nonsense_are_not_believed():
    text = f"Tides reach 4.2 m {marker(A)}. More."
    for start, end in [(3, 9), (0, 10_000), (-4, 2), (9, 3), (None, None)]:
        assert cited(text, [Annotation(A, "T", start, end)])[0] == "Tides reach 4.2 m [c1]. More."


def test_an_annotation_over_the_claim_sets_its_mark_behind_the_claim_and_never_inside_a_word():
    text = "Tides reach 4.2 m. The survey agrees."
    assert cited(text, [Annotation(A, "T", 0, 18)])[0] == "Tides reach 4.2 m [c1]. The survey agrees."
    assert cited(text, [Annotation(A, "T", 0, 8)])[0] == "Tides reach [c1] 4.2 m. The survey agrees."


def test_the_same_address_twice_is_one_citation_and_equal_titles_are_two():
    text = f"One {marker(A)}. Two {marker(B)}. Three {marker(A)}."
    notes = [annotation(text, A), annotation(text, A), annotation(text, B), annotation(text, A, nth=1)]
    clean, citations = cited(text, notes)
    assert clean == "One [c1]. Two [c2]. Three [c1]."
    assert [citation.title for citation in citations] == ["T", "T"]


def test_a_second_marker_of_a_cited_address_needs_no_annotation_of_its_own():
    text = f"One {marker(A)}. Two {marker(A + '?utm_source=openai')}."
    assert cited(text, [annotation(text, A)])[0] == "One [c1]. Two [c1]."


def test_markers_in_one_pair_of_parentheses():
    text = f"Both agree ([a]({A}), [b]({B}))."
    notes = [Annotation(A, "", 12, 12 + len(f"[a]({A})")), Annotation(B, "")]
    assert cited(text, notes)[0] == "Both agree [c1][c2]."


def test_bracket_markers_of_other_providers():
    text = "Tides reach 4.2 m【4:0†source】."
    assert cited(text, [Annotation(A, "T", 17, 29)])[0] == "Tides reach 4.2 m [c1]."


def test_a_link_that_is_no_citation_stays_text():
    text = f"See [the docs](https://docs.example/) {marker(A)}."
    assert cited(text, [annotation(text, A)])[0] == "See [the docs](https://docs.example/) [c1]."


@pytest.mark.parametrize(
    ("url", "bare"),
    [
        ("https://a.example/?utm_source=openai", "https://a.example/"),
        ("https://a.example/p?id=7&utm_source=openai", "https://a.example/p?id=7"),
        ("https://a.example/p?utm_source=openai&id=7#part", "https://a.example/p?id=7#part"),
        ("https://a.example/p?a=%2F&utm_medium=x&utm_source=y&b=+", "https://a.example/p?a=%2F&b=+"),
        ("https://a.example/utm_source=openai", "https://a.example/utm_source=openai"),
        ("https://a.example/?xutm_source=1", "https://a.example/?xutm_source=1"),
    ],
)
def test_trackers_go_and_all_else_stays_byte_for_byte(url, bare):
    assert without_trackers(url) == bare


def test_positions_count_within_their_part_and_marks_through_all_of_them():
    parts = [f"First {marker(A)}. ", f"Second {marker(B)} and {marker(A)}."]
    content = [
        {
            "type": "output_text",
            "text": text,
            "annotations": [
                {"type": "url_citation", "url": url, "start_index": note.start, "end_index": note.end}
                for url in (A, B)
                if marker(url) in text and (note := annotation(text, url))
            ],
        }
        for text in parts
    ]
    answer = Responses().read({"status": "completed", "output": [{"type": "message", "content": content}]})
    assert answer.text == "First [c1]. Second [c2] and [c1]."
    assert [answer.text[citation.start : citation.end] for citation in answer.citations] == ["[c1]", "[c2]"]


def test_what_is_no_web_address_is_no_citation():
    for url in ("javascript:alert(1)", "file:///etc/passwd", "", None, 7):
        assert Annotation.of({"url": url}) is None


def test_positions_without_a_marker_count_code_points():
    text = "🌊🌊🌊🌊 Tides reach 4.2 m. The survey agrees."
    assert cited(text, [Annotation(A, "T", 5, 23)])[0] == "🌊🌊🌊🌊 Tides reach 4.2 m [c1]. The survey agrees."
