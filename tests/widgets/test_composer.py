"""The composer: typed with real keys, picked from real menus."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QMenu

from widgets.beginning.choice_row import FILES
from widgets.beginning.composer import Composed, Composer
from widgets.beginning.topic_field import MAX_LINES, MIN_LINES
from widgets.button import IconButton
from widgets.theme import theme
from widgets.value_picker import Choice

SOURCES = (Choice("web", "Web"), Choice("sample", "Sample library"))
MODELS = (Choice("large", "large-2"), Choice("offline", "None"))


@pytest.fixture
def composer(qtbot):
    made = Composer()
    qtbot.addWidget(made)
    made.show_choices((Choice("sample", "Sample library"), Choice("web", "Web")), (Choice("offline", "None"),))
    made.resize(800, 150)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_research_waits_for_a_topic(composer, qtbot):
    assert not composer.research.isEnabled()
    qtbot.keyClicks(composer.topic, "   ")
    assert not composer.research.isEnabled()
    qtbot.keyClicks(composer.topic, "Heat pumps")
    assert composer.research.isEnabled()


def test_research_is_asked_with_what_is_composed(composer, qtbot):
    qtbot.keyClicks(composer.topic, " Heat pumps ")
    composer.sources_menu.make_menu().actions()[1].trigger()
    composer.depth_menu.make_menu().actions()[2].trigger()
    composer.review_plan.setChecked(True)
    with qtbot.waitSignal(composer.research_asked) as asked:
        qtbot.mouseClick(composer.research, Qt.MouseButton.LeftButton)
    assert asked.args == [Composed("Heat pumps", "deep", "web", "offline", review_plan=True)]


def test_ctrl_enter_asks_and_enter_is_a_new_line(composer, qtbot):
    qtbot.keyClicks(composer.topic, "Heat")
    qtbot.keyClick(composer.topic, Qt.Key.Key_Return)
    assert "\n" in composer.topic.toPlainText()
    with qtbot.waitSignal(composer.research_asked):
        qtbot.keyClick(composer.topic, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_nothing_is_asked_twice_while_busy(composer, qtbot):
    qtbot.keyClicks(composer.topic, "Heat")
    composer.show_busy(True)
    with qtbot.assertNotEmitted(composer.research_asked):
        qtbot.keyClick(composer.topic, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_a_checked_box_shows_its_mark(composer):
    box = composer.review_plan

    def lightness() -> list[int]:
        image, middle = box.grab().toImage(), box.height() // 2
        dots = [image.pixelColor(x, y) for x in range(4, 12) for y in range(middle - 4, middle + 4)]
        return [dot.lightness() for dot in dots]

    assert min(lightness()) > 250
    box.setChecked(True)
    assert min(lightness()) == theme().color("accentFill").lightness()
    assert max(lightness()) > 190  # the mark stands out from the ground


def test_a_click_beside_the_words_lets_typing_begin(composer, qtbot):
    composer.research.setFocus()
    qtbot.mouseClick(composer, Qt.MouseButton.LeftButton, pos=QPoint(composer.width() - 6, 6))
    assert composer.topic.hasFocus()


def test_the_field_grows_to_four_lines(composer):
    line = QFontMetrics(composer.topic.font()).lineSpacing()
    heights = []
    for lines in (1, 3, 4, 12):
        composer.show_topic("\n".join(["x"] * lines))
        heights.append(composer.topic.height())
    assert heights == [MIN_LINES * line + 4, 3 * line + 4, MAX_LINES * line + 4, MAX_LINES * line + 4]


def test_a_picked_value_stays_while_it_is_offered(composer):
    composer.sources_menu.pick("web")
    composer.show_choices((Choice("library", "Mine"), Choice("web", "Web")), (Choice("offline", "None"),))
    assert composer.sources_menu.value() == "web"
    composer.show_choices((Choice("library", "Mine"),), (Choice("offline", "None"),))
    assert composer.sources_menu.value() == "library"


def test_research_is_not_asked_with_a_topic_that_is_too_long(composer, qtbot):
    composer.show_topic("x" * 8_001)
    assert composer.topic.topic() == "x" * 8_001  # nothing is cut
    assert composer.note.words().startswith("8,001 of 8,000 characters")
    assert not composer.research.isEnabled()
    with qtbot.assertNotEmitted(composer.research_asked):
        qtbot.keyClick(composer.topic, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(composer.topic, Qt.Key.Key_Backspace)
    assert composer.note.words() == "8,000 of 8,000 characters"
    assert composer.research.isEnabled()
    composer.show_topic("Heat")
    assert not composer.note.isVisible()


def test_pasted_lines_are_kept(composer, qtbot):
    QGuiApplication.clipboard().setText("One line\n\n  another\tline\n")
    composer.topic.setFocus()
    qtbot.keyClick(composer.topic, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert composer.composed().topic == "One line\n\n  another\tline"


@pytest.mark.parametrize(
    ("sources", "model", "says"),
    [
        ("sample", "offline", "Offline, an address cannot be opened. Choose a model and the web."),
        ("web", "large", "This page will be read first."),
        ("sample", "large", "Without the web among the sources an address is not opened."),
    ],
)
def test_what_an_address_will_do_is_said_before(composer, sources, model, says):
    composer.show_choices(SOURCES, MODELS)
    composer.model_menu.pick(model)
    composer.sources_menu.pick(sources)
    composer.show_topic("Is this true? https://news.example/heat")
    assert composer.note.words() == says
    composer.show_topic("Is this true?")
    assert composer.note.words() == ""


def test_several_addresses_are_counted_once_each(composer):
    composer.show_choices(SOURCES, MODELS)
    composer.sources_menu.pick("web")
    composer.show_topic("https://a.example/1 https://a.example/2 https://a.example/1")
    assert composer.note.words() == "These 2 pages will be read first."


def test_the_web_brings_its_model_and_no_model_leaves_the_web(composer):
    composer.show_choices(SOURCES, MODELS)
    composer.model_menu.pick("offline")
    composer.sources_menu.pick("web")
    assert (composer.sources_menu.value(), composer.model_menu.value()) == ("web", "large")
    composer.model_menu.pick("offline")
    assert (composer.sources_menu.value(), composer.model_menu.value()) == ("sample", "offline")


def test_documents_are_chips_that_can_be_taken_off(composer, qtbot):
    composer.sources_menu.pick("web")
    composer.add_documents(("/notes/a.pdf", "/notes/b.md"))
    composer.add_documents(("/notes/a.pdf",))
    assert composer.composed().documents == ("/notes/a.pdf", "/notes/b.md")
    assert composer.sources_menu.value() == FILES
    cross = composer.documents.findChildren(IconButton)[0]
    assert cross.accessibleName() == "Take a.pdf off"
    cross.setFocus()
    qtbot.mouseClick(cross, Qt.MouseButton.LeftButton)
    assert composer.composed().documents == ("/notes/b.md",)
    assert composer.documents.isVisible()
    assert composer.focusWidget().accessibleName() == "Take b.md off"
    qtbot.keyClick(composer.focusWidget(), Qt.Key.Key_Delete)
    assert composer.composed().documents == ()
    assert not composer.documents.isVisible()
    assert composer.sources_menu.value() == "web"  # as before there were documents


def test_documents_may_stand_beside_other_sources(composer):
    composer.add_documents(("/notes/a.pdf",))
    composer.sources_menu.pick("web")
    composer.add_documents(("/notes/b.pdf",))
    assert composer.sources_menu.value() == "web"
    assert composer.composed().documents == ("/notes/a.pdf", "/notes/b.pdf")


def test_files_that_are_pasted_are_given_on(composer, qtbot):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/notes/a.pdf"), QUrl.fromLocalFile("/notes")])
    assert composer.topic.canInsertFromMimeData(mime)
    with qtbot.waitSignal(composer.files_given) as given:
        composer.topic.insertFromMimeData(mime)
    assert given.args == [("/notes/a.pdf", "/notes")]
    assert composer.topic.topic() == ""


def test_an_address_that_is_dropped_is_text(composer, qtbot):
    mime = QMimeData()
    mime.setUrls([QUrl("https://news.example/heat")])
    mime.setText("https://news.example/heat")
    with qtbot.assertNotEmitted(composer.files_given):
        composer.topic.insertFromMimeData(mime)
    assert composer.topic.topic() == "https://news.example/heat"


def test_what_was_composed_before_comes_back(composer):
    composer.show_choices(SOURCES, MODELS)
    before = Composed("Heat", "deep", "web", "large", review_plan=True, documents=("/a.pdf",))
    composer.show_composed(before)
    assert composer.composed() == before
    composer.clear()
    assert composer.composed().topic == ""
    assert composer.composed().documents == ()
    assert composer.depth_menu.value() == "deep"


def test_why_nothing_can_be_started_is_said(composer, qtbot):
    assert composer.research.toolTip() == "Type a topic first, or drop a file here."
    composer.show_busy(True)
    qtbot.keyClicks(composer.topic, "Heat")
    assert composer.topic.topic() == "Heat"
    assert "getting ready" in composer.research.toolTip()
    composer.show_busy(False)
    assert composer.research.isEnabled()


def test_a_menu_opens_by_the_arrow_keys(composer, qtbot):
    composer.depth_menu.setFocus()
    qtbot.keyClick(composer.depth_menu, Qt.Key.Key_Down)
    menu = composer.depth_menu.findChild(QMenu)
    assert menu.isVisible()
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert composer.depth_menu.value() == "quick"


def test_tab_goes_through_the_composer_in_order(composer, qtbot):
    composer.show_topic("Heat")
    composer.add_documents(("/a.pdf",))
    composer.topic.setFocus()
    seen = []
    for _ in range(7):
        seen.append(composer.focusWidget().accessibleName().split(":")[0] or composer.focusWidget().text())
        qtbot.keyClick(composer.focusWidget(), Qt.Key.Key_Tab)
    assert seen == ["Topic", "Take a.pdf off", "Depth", "Sources", "Model", "Review the plan first", "Research"]


def test_documents_without_a_topic_are_one_by_their_names(composer, qtbot):
    composer.add_documents(("/a/annual-report_2024.pdf", "/a/Notes.md"))
    with qtbot.waitSignal(composer.research_asked) as asked:
        qtbot.mouseClick(composer.research, Qt.MouseButton.LeftButton)
    assert asked.args[0].topic == "annual report 2024, Notes"
    assert composer.composed().topic == ""  # the field holds what was typed
