"""The composer: typed with real keys, picked from real menus."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics

from widgets.composer import Composed, Composer
from widgets.theme import theme
from widgets.topic_field import MAX_LINES, MIN_LINES
from widgets.value_picker import Choice


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
