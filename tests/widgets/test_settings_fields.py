"""Fields of the settings read what people write, keep what does not fit, and are found by their words."""

from __future__ import annotations

import example_settings as examples
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from widgets.numbers import Unreadable, money_text, number_in, number_text
from widgets.settings.field import NumberField
from widgets.settings.page import SettingsPage
from widgets.settings.picker import Segments
from widgets.value_picker import Choice


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2000", 2000), ("2,000", 2000), ("2 000", 2000), ("1.000.000", 1_000_000), ("2\u202f000", 2000),
        ("2.000", 2.0), ("0,125", 0.125), ("1.5", 1.5), ("1,5", 1.5), ("128k", 128_000), ("1.5m", 1_500_000),
        (" 7 ", 7), ("0", 0),
    ],
)  # fmt: skip
def test_numbers_as_people_write_them(text: str, number: float):
    assert number_in(text) == pytest.approx(number)


@pytest.mark.parametrize("text", ["", "many", "-3", "1e999", "nan", "inf", "k", "1..2", "12 34"])
def test_what_is_no_number(text: str):
    with pytest.raises(Unreadable, match="Write a number"):
        number_in(text)


def test_numbers_are_shown_as_they_can_be_read_again():
    for value in (0.1, 2, 2.5, 999, 10_000, 1_234_567, 0.0375):
        assert number_in(number_text(value)) == pytest.approx(value, abs=0.005)
    assert [money_text(value) for value in (2, 2.5, 0.0375)] == ["2.00", "2.50", "0.0375"]


def test_a_number_field_keeps_what_does_not_fit(qtbot):
    field = NumberField("key", "Tokens", empty=0)
    qtbot.addWidget(field)
    heard: list[object] = []
    field.changed.connect(heard.append)
    field.show_value(0)
    assert field.edit.text() == ""
    qtbot.keyClicks(field.edit, "1.5")
    qtbot.keyClick(field.edit, Qt.Key.Key_Return)
    assert field.problem.text() == "Write a whole number."
    field.show_value(0)
    assert field.edit.text() == "1.5"
    qtbot.keyClicks(field.edit, "k")
    assert field.problem.text() == ""
    qtbot.keyClick(field.edit, Qt.Key.Key_Return)
    assert heard == [1_500]


def test_segments_are_one_stop_and_go_round_with_the_arrows(qtbot):
    segments = Segments("Theme", (Choice("a", "A"), Choice("b", "B"), Choice("c", "C")), "a")
    qtbot.addWidget(segments)
    segments.show()
    heard: list[object] = []
    segments.picked.connect(heard.append)
    buttons = segments.findChildren(QAbstractButton)
    assert [bool(one.focusPolicy() & Qt.FocusPolicy.TabFocus) for one in buttons] == [True, False, False]
    qtbot.keyClick(buttons[0], Qt.Key.Key_Left)
    qtbot.keyClick(buttons[2], Qt.Key.Key_Right)
    assert heard == ["c", "a"]


@pytest.fixture
def page(qtbot) -> SettingsPage:
    made = SettingsPage()
    qtbot.addWidget(made)
    made.resize(1280, 760)
    examples.fill(made)
    made.show()
    return made


def rows(page: SettingsPage) -> list[str]:
    return [page.sidebar.list.item(place).text() for place in range(page.sidebar.list.count())]


def test_the_search_shows_pages_and_what_it_found_on_them(page: SettingsPage, qtbot):
    page.sidebar.search.setText("theme")
    qtbot.waitUntil(lambda: rows(page) == ["Appearance", "Theme"])
    page.sidebar.search.setText("MEMORY")
    qtbot.waitUntil(lambda: rows(page) == ["Sandbox", "Memory"])
    page.sidebar.search.setText("")
    assert len(rows(page)) == len(page.page_keys())


def test_the_arrows_pass_by_what_was_found_and_enter_opens_it(page: SettingsPage, qtbot):
    page.show_page("about")
    page.sidebar.search.setText("memory")
    qtbot.waitUntil(lambda: rows(page) == ["Sandbox", "Memory"])
    page.sidebar.list.setFocus()
    page.sidebar.list.setCurrentRow(0)
    qtbot.keyClick(page.sidebar.list, Qt.Key.Key_Down)
    assert page.open_key() == "sandbox"
    assert page.sidebar.list.hasFocus()
    qtbot.keyClick(page.sidebar.list, Qt.Key.Key_Return)
    qtbot.waitUntil(page.sandbox.memory.edit.hasFocus)


def test_every_page_can_be_read_with_a_screen_reader(page: SettingsPage):
    for one in map(page.page, page.page_keys()):
        page.show_page(one.key)
        for control in one.findChildren(QWidget):
            if isinstance(control, (QAbstractButton, QLineEdit)) and not isinstance(control.parent(), QLineEdit):
                text = control.text() if isinstance(control, QAbstractButton) else ""
                assert control.accessibleName() or text, f"{one.key}: {type(control).__name__}"


def test_nothing_is_wider_than_the_narrowest_window(page: SettingsPage, qtbot):
    page.resize(900, 560)
    for one in map(page.page, page.page_keys()):
        page.show_page(one.key)
        content, viewport = one.area.widget(), one.area.viewport()
        assert content is not None
        qtbot.waitUntil(lambda content=content, viewport=viewport: content.width() <= viewport.width())


def test_the_form_stands_beside_the_findings_where_there_is_room(page: SettingsPage, qtbot):
    page.show_page("model")
    form, checks = page.model.form, page.model.checks
    qtbot.waitUntil(lambda: checks.mapTo(page, checks.rect().topLeft()).x() > form.width())
    page.resize(900, 560)
    qtbot.waitUntil(lambda: checks.mapTo(page, checks.rect().topLeft()).y() > form.height())
