"""A page that is drawn before it is looked at."""

from __future__ import annotations

import pytest
from example_runs import running_second
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget, QWidget

from widgets.drawn_ahead import DrawnAhead
from widgets.run.page import RunPage


class Drawn(QWidget):
    """Counts how often it is drawn."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.times = 0

    def paintEvent(self, event: object) -> None:
        """Count."""
        self.times += 1


@pytest.fixture
def pages(qtbot) -> QStackedWidget:
    stack = QStackedWidget()
    stack.resize(400, 300)
    stack.addWidget(QWidget())
    stack.addWidget(QWidget())
    qtbot.addWidget(stack)
    stack.show()
    return stack


def test_each_part_of_a_hidden_page_is_drawn_once(pages, qtbot):
    page = pages.widget(1)
    parts = (Drawn(page), Drawn(page))
    ahead = DrawnAhead(page, parts)
    ahead.begin(QSize(400, 300))
    qtbot.waitUntil(lambda: not ahead.is_drawing())
    assert [part.times for part in parts] == [1, 1]
    assert not page.isVisible()


def test_it_ends_when_the_page_is_shown(pages, qtbot):
    page = pages.widget(1)
    ahead = DrawnAhead(page, tuple(Drawn(page) for _ in range(1_000)))
    ahead.begin(QSize(400, 300))
    pages.setCurrentWidget(page)
    qtbot.waitUntil(lambda: not ahead.is_drawing())


def test_a_page_that_was_drawn_ahead_shows_its_run_as_any_other(qtbot):
    pictures = []
    for is_ahead in (True, False):
        page = RunPage()
        qtbot.addWidget(page)
        page.resize(1_000, 700)
        if is_ahead:
            page.draw_ahead(QSize(1_000, 700))
            ahead = page.findChild(DrawnAhead)
            qtbot.waitUntil(lambda ahead=ahead: not ahead.is_drawing())
        page.show_run(running_second(), ())
        page.show()
        qtbot.waitExposed(page)
        pictures.append((page.tabs.geometry(), page.graph.geometry(), page.header.geometry(), page.graph.sceneRect()))
    assert pictures[0] == pictures[1]
