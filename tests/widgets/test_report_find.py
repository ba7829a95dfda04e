"""Finding words: the search itself, the bar, and each kind of text it works in."""

from __future__ import annotations

import re

import example_reports as reports
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from widgets.run.tabs import ACTIVITY, DECISIONS, REPORT, RunTabs
from widgets.text.text_search import Utf16Places, hits, hits_by_slices, pattern, place_of


def found(text: str, words: str, *, is_case_bound: bool = False) -> list[str]:
    return [text[start:end] for start, end in hits(text, pattern(words, is_case_bound=is_case_bound))]


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("It’s “so” – or so", "it's", ["It’s"]),
        ("It’s “so” – or so", '"so" - or', ["“so” – or"]),
        ("«so» and „so“", '"so"', ["«so»", "„so“"]),
        ("−18 °C", "-18", ["−18"]),
        ("ten\u00a0sites and ten\nsites", "ten sites", ["ten\u00a0sites", "ten\nsites"]),
        ("a+b (c) [d] $5.00 ^x \\d", "(c) [d] $5.00 ^x \\d", ["(c) [d] $5.00 ^x \\d"]),
        ("caf\u00e9 and cafe\u0301", "caf\u00e9", ["caf\u00e9", "cafe\u0301"]),
        ("as built.\ufffc Air", "built. air", ["built.\ufffc Air"]),
        ("co\u00adoperate", "cooperate", ["co\u00adoperate"]),
        ("Straße und ÄPFEL", "äpfel", ["ÄPFEL"]),
        ("aaaa", "aa", ["aa", "aa"]),
        ("anything", "   ", []),
    ],
)
def test_words_are_found_as_a_reader_means_them(text, words, expected):
    assert found(text, words) == expected


def test_capitals_count_when_they_are_said_to():
    assert found("COP, cop and Cop", "cop") == ["COP", "cop", "Cop"]
    assert found("COP, cop and Cop", "cop", is_case_bound=True) == ["cop"]


@given(st.text(max_size=12), st.text(max_size=60))
def test_nothing_that_is_typed_is_a_command(words, text):
    hits(text, pattern(words))
    if words.strip() and "\ufffc" not in words:
        assert hits(f"{text} {words}", pattern(words, is_case_bound=True))


@given(st.text(alphabet=st.sampled_from("ab🙂é "), max_size=40))
def test_places_go_to_qt_and_back(text):
    places = Utf16Places(text)
    for place in range(len(text) + 1):
        qt = places.to_qt(place)
        assert qt == len(text[:place].encode("utf-16-le")) // 2
        assert places.from_qt(qt) == place


def test_a_large_text_is_searched_in_slices_without_losing_a_place():
    text = "".join(f"word {place} and the needle, " for place in range(30_000))
    assert len(text) > 700_000
    wanted = pattern("the needle")
    sliced = list(hits_by_slices(text, wanted))
    assert [is_last for _, is_last in sliced] == [False] * (len(sliced) - 1) + [True]
    assert [hit for part, _ in sliced for hit in part] == [match.span() for match in re.finditer("the needle", text)]


def test_a_sentence_is_found_by_its_beginning_too():
    text = "Before. The trial ran for two winters at fifty-two sites, and the end reads otherwise."
    assert place_of(text, "The trial ran for two winters at fifty-two sites, and nobody knows why")[0] == 8
    assert place_of(text, "Nothing of the sort was ever said here") is None


# --- the bar ----------------------------------------------------------------------------------------------


@pytest.fixture
def tabs(qtbot):
    made = RunTabs()
    qtbot.addWidget(made)
    made.resize(1100, 420)
    made.show()
    qtbot.waitExposed(made)
    run = reports.audited()
    made.show_run(run, reports.blocks(run))
    for key, text in reports.TEXTS.items():
        made.evidence.show_stored_text(key, text)
    return made


def bar(tabs: RunTabs):
    return tabs._find_bar


def current(tabs: RunTabs) -> str:
    edit = tabs.report.text if tabs.open_tab_at() == REPORT else tabs.evidence.text
    qt = edit.toPlainText().encode("utf-16-le")
    return "".join(qt[2 * start : 2 * end].decode("utf-16-le") for start, end in edit.marks.spans("hit"))


def test_places_are_counted_marked_and_walked(tabs, qtbot):
    tabs.open_find()
    assert bar(tabs).isVisible()
    assert bar(tabs).field.hasFocus()
    qtbot.keyClicks(bar(tabs).field, "cop")
    assert bar(tabs).count_text() == "1 of 4"
    assert current(tabs) == "COP"
    assert len(tabs.report.text.marks.spans("hits")) == 4
    assert len(tabs.report.text.verticalScrollBar().ticks("hit")) == 4
    qtbot.keyClick(bar(tabs).field, Qt.Key.Key_Return)
    assert bar(tabs).count_text() == "2 of 4"
    for _ in range(2):
        qtbot.keyClick(bar(tabs).field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bar(tabs).count_text() == "4 of 4"  # around the end
    edit = tabs.report.text
    cursor = edit.textCursor()
    cursor.setPosition(edit.marks.spans("hit")[0][0])
    assert 0 <= edit.cursorRect(cursor).top() <= edit.viewport().height()


def test_capitals_can_be_told_apart(tabs, qtbot):
    tabs.open_find()
    qtbot.keyClicks(bar(tabs).field, "cop")
    qtbot.mouseClick(bar(tabs).case, Qt.MouseButton.LeftButton)
    assert bar(tabs).count_text() == "Not found"
    assert not tabs.report.text.marks.spans("hits")
    qtbot.mouseClick(bar(tabs).case, Qt.MouseButton.LeftButton)
    assert bar(tabs).count_text().endswith("of 4")


def test_closing_leaves_the_cursor_at_the_place(tabs, qtbot):
    tabs.open_find()
    qtbot.keyClicks(bar(tabs).field, "load management")
    tabs.finding.close()
    assert not bar(tabs).isVisible()
    assert tabs.report.text.hasFocus()
    assert tabs.report.text.selected_text() == "Load management"
    assert not tabs.report.text.extraSelections()
    tabs.open_find()  # and what is selected is what is looked for
    assert bar(tabs).words() == "Load management"


def test_the_search_follows_to_the_open_tab(tabs, qtbot):
    tabs.open_find()
    qtbot.keyClicks(bar(tabs).field, "sites")
    in_report = bar(tabs).count_text()
    tabs.open_citation("S3.1")
    assert bar(tabs).isVisible()
    assert bar(tabs).count_text().endswith("of 5")
    assert bar(tabs).count_text() != in_report
    assert not tabs.report.text.marks.spans("hits")
    assert len(tabs.evidence.text.marks.spans("hits")) == 5
    assert current(tabs) == "sites"
    tabs.open_tab(ACTIVITY)  # there is no text to search
    assert not bar(tabs).isVisible()


def test_a_text_that_grows_is_searched_again_and_does_not_move(tabs, qtbot):
    run = reports.audited()
    draft = run.model_copy(update={"state": "writing", "run_id": "run-77"})
    tabs.show_run(draft, ("<p>The first word.</p>",))
    tabs.open_find()
    qtbot.keyClicks(bar(tabs).field, "word")
    assert bar(tabs).count_text() == "1 of 1"
    long_text = "".join(f"<p>Line {place}.</p>" for place in range(200))
    tabs.show_run(draft, ("<p>The first word.</p>", long_text, "<p>The last word.</p>"))
    qtbot.waitUntil(lambda: bar(tabs).count_text() == "1 of 2")
    assert tabs.report.text.verticalScrollBar().value() == 0


def test_all_of_a_book_is_searched_also_what_is_not_set(tabs, qtbot):
    text = "A line that says nothing.\n" * 40_000 + "The needle 🙂 is here.\n" + "More of the same.\n" * 40_000
    tabs.open_citation("S3.1")
    tabs.evidence.show_stored_text("S3", text)
    tabs.open_find()
    bar(tabs).field.insert("needle 🙂 is")  # QTest types no emoji
    qtbot.waitUntil(lambda: bar(tabs).count_text() == "1 of 1")
    assert "needle 🙂 is" in tabs.evidence.text.toPlainText()
    assert current(tabs) == "needle 🙂 is"


def test_decisions_are_searched(tabs, qtbot):
    tabs.open_tab(DECISIONS)
    assert tabs.tools.finder.isVisible()
    tabs.open_find()
    qtbot.keyClicks(bar(tabs).field, "panel")
    qtbot.waitUntil(lambda: " of " in bar(tabs).count_text())
    tabs.finding.step(1)
    tabs.finding.close()
    assert not bar(tabs).isVisible()


def test_there_is_nothing_to_find_where_there_is_no_text(tabs):
    tabs.open_tab(ACTIVITY)
    tabs.open_find()
    assert not bar(tabs).isVisible()
    assert not tabs.tools.finder.isVisible()
