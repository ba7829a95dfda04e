"""Header, notices and labels show what they are given."""

from __future__ import annotations

import example_runs as runs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from engine.snapshot import Notice
from widgets.label import ElidedLabel, Label
from widgets.notices import Notices
from widgets.run.header import RunHeader


def shown(qtbot, widget, width: int = 900, height: int = 500):
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def test_export_and_resume_are_offered_when_they_make_sense(qtbot):
    header = shown(qtbot, RunHeader(), 900, 56)
    for run, export, resume in (
        (runs.running_second(), False, False),
        (runs.finished(), True, False),
        (runs.stopped(), False, True),
    ):
        header.show_run(run)
        assert (header.export.isVisible(), header.resume.isVisible()) == (export, resume)
    assert header.export.property("kind") == "outline"
    header.show_run(runs.finished())
    assert header.export.property("kind") == "primary"
    header.show_formats((("html", "Web page"), ("md", "Markdown")))
    assert [action.text() for action in header.make_menu().actions()] == ["Web page", "Markdown"]


def test_a_run_with_a_title_is_called_by_it_and_its_topic_is_the_tooltip(qtbot):
    header = shown(qtbot, RunHeader(), 900, 56)
    header.show_titles({"run-1": "Heat pump"})
    header.show_run(runs.running_second())
    assert header.title() == "Heat pump"
    label = next(one for one in header.findChildren(ElidedLabel) if one.text() == "Heat pump")
    qtbot.waitUntil(lambda: label.toolTip() == runs.TOPIC)
    header.show_titles({})
    header.show_run(runs.running_second())
    assert header.title() == runs.TOPIC
    qtbot.waitUntil(lambda: label.toolTip() == "")


def test_a_later_notice_with_the_same_key_replaces_the_earlier(qtbot):
    notices = shown(qtbot, Notices(), 700, 100)
    notices.show_run_notices((Notice(level="info", text="10 %", key="image"),
                              Notice(level="info", text="90 %", key="image")))  # fmt: skip
    assert notices.texts() == ["90 %"]
    close = next(button for button in notices.findChildren(QPushButton) if button.accessibleName() == "Dismiss")
    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    assert notices.texts() == []
    assert not notices.isVisible()


def test_a_notice_has_at_most_two_actions(qtbot):
    notices = shown(qtbot, Notices(), 700, 100)
    notices.show_notice(Notice(level="info", text="Saved.", key="exported"), "Open", "Show in folder")
    buttons = {button.text(): button for button in notices.findChildren(QPushButton)}
    with qtbot.waitSignal(notices.action_asked) as asked:
        qtbot.mouseClick(buttons["Open"], Qt.MouseButton.LeftButton)
    assert asked.args == ["exported"]
    with qtbot.waitSignal(notices.second_asked) as asked:
        qtbot.mouseClick(buttons["Show in folder"], Qt.MouseButton.LeftButton)
    assert asked.args == ["exported"]


def test_a_label_shows_markup_as_text(qtbot):
    label = shown(qtbot, Label("<b>not bold</b> & <img src='x'>", wraps=True))
    assert label.text() == "<b>not bold</b> & <img src='x'>"
