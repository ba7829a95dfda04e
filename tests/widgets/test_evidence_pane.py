"""Evidence: sources, their stored texts with quotes marked, and what is said where a text is missing."""

from __future__ import annotations

import time

import example_reports as reports
import example_runs as runs
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from engine.values import Quote, Source
from widgets.evidence.evidence import Evidence
from widgets.evidence.missing_text import missing_text_words
from widgets.evidence.stored_text import StoredText
from widgets.label import Label
from widgets.text.text_part import PART_CHARS


@pytest.fixture
def evidence(qtbot):
    made = Evidence()
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    qtbot.waitExposed(made)
    made.show_run(reports.audited())
    return made


def marked(text: StoredText, layer: str) -> list[str]:
    qt = text.toPlainText().encode("utf-16-le")
    return [qt[2 * start : 2 * end].decode("utf-16-le") for start, end in text.marks.spans(layer)]


def test_the_open_quote_is_marked_and_the_others_lightly(evidence, qtbot):
    with qtbot.waitSignal(evidence.stored_text_asked) as asked:
        evidence.show_citation("S3.2")
    assert asked.args == ["S3"]
    evidence.show_stored_text("S3", reports.TEXTS["S3"])
    assert marked(evidence.text, "quote") == [reports.QUOTES["S3"][1]]
    assert marked(evidence.text, "quotes") == [reports.QUOTES["S3"][0]]
    assert len(evidence.text._ticks.ticks("quote")) == 2
    assert "word for word" in evidence.detail.banner.sentence()


def test_quotes_are_marked_at_their_code_points(qtbot):
    words = "il pleut 🙂 encore"
    text = f"🙂🙂 Avant.\n\nOn dit qu'{words} ici. 🙂 Fin."
    start = text.index(words)
    quote = Quote(id="S1.1", text=words, status="found", start=start, end=start + len(words))
    pane = StoredText()
    qtbot.addWidget(pane)
    pane.show_text(text, (quote,), 0)
    assert marked(pane, "quote") == [words]


def test_next_and_previous_quote_walk_around(evidence, qtbot):
    evidence.show_citation("S3.1")
    evidence.show_stored_text("S3", reports.TEXTS["S3"])
    shown = []
    for step in (1, 1, 1, -1):
        evidence.detail.banner.step_asked.emit(step)
        shown.append(evidence.shown_key())
    assert shown == ["S3.2", "S3.3", "S3.1", "S3.3"]
    assert "not in the stored page" in evidence.detail.banner.sentence()
    assert marked(evidence.text, "quote") == []


def test_a_quote_is_scrolled_to_once_and_a_growing_run_moves_nothing(qtbot):
    lines = "\n".join(f"Line {place} of a long text." for place in range(400))
    start = lines.index("Line 300")
    quote = Quote(id="S1.1", text="Line 300", status="found", start=start, end=start + 8)
    source = Source(id="S1", url="https://long.example/", sha256="ab" * 32, text_sha256="cd" * 32, quotes=(quote,))
    evidence = Evidence()
    qtbot.addWidget(evidence)
    evidence.resize(900, 400)
    evidence.show()
    run = runs.finished().model_copy(update={"sources": (source,)})
    evidence.show_run(run)
    evidence.show_citation("S1.1")
    evidence.show_stored_text("S1", lines)
    bar = evidence.text.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 1000)
    bar.triggerAction(bar.SliderAction.SliderToMinimum)  # the user scrolls
    bar.setValue(40)
    other = Quote(id="S1.2", text="Line 1", status="found", start=0, end=6)
    grown = source.model_copy(update={"quotes": (quote, other)})
    evidence.show_run(run.model_copy(update={"sources": (grown,)}))
    assert bar.value() == 40
    evidence.show_citation("S1.1")  # asked for again, it comes into view again
    assert bar.value() > 1000


def test_a_missing_text_is_explained(evidence):
    evidence.show_citation("S2.1")
    evidence.show_stored_text("S2", None)
    told = [label.text() for label in evidence.findChildren(Label) if label.isVisible()]
    assert "No text could be read from this source" in told
    assert "Not checked: the PDF holds pictures, no text" in told
    assert not evidence.has_text()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"origin": "hosted"}, "has not read this page"),
        ({}, "has not read this page"),
        ({"sha256": "ab"}, "No text could be read"),
        ({"sha256": "ab", "text_sha256": "cd"}, "not in the data folder any more"),
    ],
)
def test_each_reason_for_a_missing_text_has_a_sentence(fields, said):
    title, advice = missing_text_words(Source(id="S1", url="https://a.example/", **fields))
    assert said in title
    assert advice.endswith(".")


def test_sources_are_filtered_by_words_and_by_what_was_found(evidence, qtbot):
    field = evidence.findChild(QLineEdit)
    qtbot.keyClicks(field, "panel")
    assert evidence._list.count() == 1
    field.clear()
    evidence._status.pick("not_found")
    assert [evidence._list.item(0).data(Qt.ItemDataRole.UserRole)[0].id] == ["S3"]
    evidence.show_citation("S1.1")  # a citation is shown whatever the filter
    assert evidence._list.count() == 3
    assert evidence._list.chosen_id() == "S1"


def test_citation_and_quote_are_copied(evidence, qtbot):
    evidence.show_citation("S3.1")
    with qtbot.waitSignal(evidence.citation_asked) as asked:
        evidence.detail.copy_citation.trigger()
    assert asked.args[0].id == "S3"
    with qtbot.waitSignal(evidence.copy_asked) as asked:
        evidence.detail.copy_quote.trigger()
    assert asked.args == [f"“{reports.QUOTES['S3'][0]}” (https://coldclimate-trials.example/report-2024)"]


def test_the_page_of_a_quote_is_told(qtbot):
    evidence = Evidence()
    qtbot.addWidget(evidence)
    evidence.show_run(runs.finished())
    evidence.show_citation("S3.1")
    evidence.show_stored_text("S3", "Some text.")
    told = [label.text() for label in evidence.findChildren(Label)]
    assert any("page 31" in text for text in [*told, evidence.detail.banner._told.text()])
    assert "Page 31." in evidence.detail.foot._words.text()


def test_arabic_runs_from_the_right_and_its_quote_is_marked(qtbot):
    words = "يبلغ المد في الميناء 4.2 متر"
    text = f"مقدمة قصيرة.\n\n{words} حسب جدول NOAA.\n\nAn English paragraph.\n\n潮位は四・二メートルである。"
    start = text.index(words)
    pane = StoredText()
    qtbot.addWidget(pane)
    pane.resize(500, 300)
    pane.show()
    pane.show_text(text, (Quote(id="S1.1", text=words, status="found", start=start, end=start + len(words)),), 0)
    block = pane.document().findBlockByNumber(2)
    assert block.textDirection() == Qt.LayoutDirection.RightToLeft
    assert pane.document().findBlockByNumber(4).textDirection() == Qt.LayoutDirection.LeftToRight
    assert marked(pane, "quote") == [words]


def test_a_book_opens_at_its_quote_at_once_and_is_read_part_by_part(qtbot):
    paragraph = (
        "The seasonal mean COP below −18 °C was 1.74, with backup active for 71 hours in the median house. " * 5
    )
    text = (paragraph + "\n\n") * 10_000
    assert len(text) > 4_500_000
    start = 4_000_000
    quote = Quote(id="S1.1", text=text[start : start + 60], status="found", start=start, end=start + 60)
    pane = StoredText()
    qtbot.addWidget(pane)
    pane.resize(750, 500)
    pane.show()
    qtbot.waitExposed(pane)
    before = time.process_time()
    pane.show_text(text, (quote,), 0)
    pane.grab()
    assert time.process_time() - before < 1.0  # about 0.05 s; all of it would take many seconds
    assert marked(pane, "quote") == [quote.text.replace("\n", "\u2029")] or marked(pane, "quote") == [quote.text]
    first, end, length = pane.part()
    assert end - first == PART_CHARS
    assert length == len(text)
    pane.turn(1)
    assert pane.part()[0] == first + PART_CHARS
    assert pane.verticalScrollBar().value() == 0
    pane.turn(-1)
    assert pane.part()[0] == first
    assert pane.verticalScrollBar().value() == pane.verticalScrollBar().maximum()


def test_ctrl_and_the_wheel_ask_for_another_size(evidence, qtbot):
    def turn(modifier: Qt.KeyboardModifier) -> None:
        event = QWheelEvent(QPointF(20, 20), QPointF(20, 20), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
                            modifier, Qt.ScrollPhase.NoScrollPhase, False)  # fmt: skip
        QApplication.sendEvent(evidence.text.viewport(), event)

    with qtbot.waitSignal(evidence.text.zoom_asked) as asked:
        turn(Qt.KeyboardModifier.ControlModifier)
    assert asked.args == [1]
    with qtbot.assertNotEmitted(evidence.text.zoom_asked):
        turn(Qt.KeyboardModifier.NoModifier)


def test_a_larger_text_keeps_its_place_and_its_marks(evidence, qapp):
    evidence.show_citation("S3.1")
    evidence.show_stored_text("S3", reports.TEXTS["S3"])
    height = evidence.text.document().size().height()
    evidence.text.show_zoom(150)
    qapp.processEvents()
    assert evidence.text.document().size().height() > 1.3 * height
    assert marked(evidence.text, "quote") == [reports.QUOTES["S3"][0]]
