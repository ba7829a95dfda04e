"""The welcome page: what its cards say, what its buttons ask for, and how it gives way in a small window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QPushButton

from engine.values import Estimate, RunOptions
from widgets.beginning.estimate_line import estimate_words
from widgets.beginning.welcome import Welcome
from widgets.phrases import Face, source_words
from widgets.theme import theme

TOPICS = tuple(f"What is known about the subject with the number {number}?" for number in range(1, 7))


@pytest.fixture
def page(qtbot):
    made = Welcome()
    qtbot.addWidget(made)
    made.resize(1056, 760)
    made.show()
    qtbot.waitExposed(made)
    return made


def pressed(qtbot, page: Welcome, name: str) -> None:
    button = page.findChild(QPushButton, name)
    page.ensureWidgetVisible(button)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("key", ["sample", "model", "folder"])
def test_each_card_asks_for_its_way(page, qtbot, key):
    with qtbot.waitSignal(page.begin_asked) as asked:
        pressed(qtbot, page, f"begin-{key}")
    assert asked.args == [key]


def test_what_was_found_has_a_button_of_its_own(page, qtbot):
    card = page.cards["model"]
    assert not card.offer.isVisible()
    page.show_line("model", Face("Ollama answers at 127.0.0.1:11434 with 3 models", "verified", "ok", ""))
    card.show_offer("127.0.0.1:11434", "Use a-model-with-a-very-long-name:70b-instruct-q4_K_M")
    assert card.offer.isVisible()
    assert "…" in card.offer.text()
    assert card.offer.accessibleName().endswith("q4_K_M")
    with qtbot.waitSignal(page.offer_asked) as asked:
        pressed(qtbot, page, "offer-model")
    assert asked.args == ["model", "127.0.0.1:11434"]
    card.show_offer("", "")
    card.show_usual_line()
    assert not card.offer.isVisible()
    assert card.line() == "Plans, reads and writes in full sentences"


def test_a_topic_is_put_into_the_field_and_not_started(page, qtbot):
    page.examples.show_topics(TOPICS)
    with qtbot.assertNotEmitted(page.composer.research_asked):
        pressed(qtbot, page, "example-2")
    assert page.composer.topic.topic() == TOPICS[1]
    assert page.composer.topic.hasFocus()
    qtbot.keyClicks(page.composer.topic, " Now?")
    assert page.composer.topic.topic() == f"{TOPICS[1]} Now?"


def test_topics_and_their_heading_are_there_together(page):
    below = page.cards["sample"].mapTo(page, QPoint(0, 0)).y()
    assert not page.examples.heading.isVisible()
    page.examples.show_topics(TOPICS[:3])
    assert page.cards["sample"].mapTo(page, QPoint(0, 0)).y() == below  # nothing jumps when they come
    page.examples.show_topics(TOPICS[:1])
    assert page.examples.heading.isVisible()
    assert page.examples.topics() == TOPICS[:1]
    page.examples.show_topics(())
    assert not page.examples.heading.isVisible()


@pytest.mark.parametrize(("height", "shown"), [(560, 3), (760, 3), (1040, 5)])
def test_a_low_window_shows_fewer_topics(page, height, shown):
    page.examples.show_topics(TOPICS)
    page.resize(1056, height)
    assert len(page.examples.topics()) == shown


@pytest.mark.parametrize("width", [664, 852, 1056, 1672])
def test_nothing_is_wider_than_the_page(page, qtbot, width):
    page.examples.show_topics((*TOPICS[:2], "A topic " + "that goes on and on " * 20))
    page.composer.add_documents(tuple(f"/a/A rather long name of a document {number}.pdf" for number in range(9)))
    page.composer.show_topic("https://a.example/ " * 3)
    page.show_line("model", Face("Ollama answers at 127.0.0.1:11434 with 3 models", "verified", "ok", ""))
    page.cards["model"].show_offer("x", "Use llama3.1:8b")
    page.resize(width, 600)
    assert page.horizontalScrollBar().maximum() == 0
    for button in page.findChildren(QAbstractButton):
        if button.isVisible():
            place = QRect(button.mapTo(page.widget(), QPoint(0, 0)), button.size())
            assert 0 <= place.left() < place.right() <= page.widget().width(), button.accessibleName()


def test_the_page_needs_no_more_height_than_it_shows(page):
    page.examples.show_topics(TOPICS)
    for card in page.cards.values():
        card.show_line(Face("A line of words that goes over two lines of the card for certain", "info", "text2", ""))
    assert page.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (Estimate(runs=1, duration_s=38, calls=0), "About 40 s, no cost"),
        (Estimate(runs=1, duration_s=1, calls=0), "About 5 s, no cost"),
        (
            Estimate(runs=3, duration_s=372, calls=40, tokens=120_400, cost_usd=0.31),
            "About 6 min, 40 model calls, about 120k tokens, $0.31",
        ),
        (
            Estimate(runs=3, duration_s=4_200, calls=1, tokens=900, cost_usd=None),
            "About 1 h 10 min, 1 model call, about 900 tokens, cost not known",
        ),
        (
            Estimate(runs=3, duration_s=120, calls=8, tokens=9_140, cost_usd=0.0),
            "About 2 min, 8 model calls, about 9.1k tokens, no cost",
        ),
        (Estimate(calls=0, cost_usd=0.0), "No cost. No run yet to tell the time from"),
        (Estimate(calls=38), "At most 38 model calls, cost not known. No run yet to tell the time from"),
        (Estimate(calls=38, cost_usd=2.0, duration_s=600), "At most 10 min and 38 model calls, $2.00"),
    ],
)
def test_an_estimate_says_what_is_known_and_no_more(estimate, words):
    assert estimate_words(estimate) == words


def test_an_estimate_that_is_not_there_leaves_no_mark(page):
    page.estimate.show_estimate(Estimate(runs=2, duration_s=38, calls=0))
    assert page.estimate.toolTip() == "The median of 2 earlier runs like this."
    page.estimate.show_estimate(None)
    assert (page.estimate.words(), page.estimate.toolTip()) == ("", "")


@pytest.mark.parametrize("name", ["light", "dark"])
def test_chips_and_topics_are_drawn_in_both_themes(page, name):
    page.examples.show_topics(TOPICS)
    page.composer.add_documents(("/a/report.pdf",))
    before = theme().choice
    theme().choose(name)
    try:
        row = page.findChild(QPushButton, "example-1").grab().toImage()
        tones = {row.pixelColor(x, y).lightness() for x in range(30, row.width() - 8) for y in range(row.height())}
        assert max(tones) - min(tones) > 120  # words stand out from the ground
    finally:
        theme().choose(before)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (RunOptions(library=("/docs",), documents=("/a.pdf",)), "Library"),
        (RunOptions(documents=("/a.pdf",)), "Your files"),
        (RunOptions(documents=("/a.pdf",), web=True), "Web and your files"),
        (RunOptions(library=("/docs",), hosted_search=True), "Web and library"),
    ],
)
def test_where_a_run_looks_is_told(options, words):
    assert source_words(options) == words
