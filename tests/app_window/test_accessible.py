"""Everything that can be pressed, typed into or chosen from has a name; the named objects are there."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QGraphicsView,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from app.main_window import MainWindow
from widgets.settings.page import SettingsPage

NAMES = ("topic", "research", "stop", "finishNow", "graph", "inspector", "report", "evidence", "decisions",
         "activity", "history", "settings", "exportMenu", "notices")  # fmt: skip
CONTROLS = (QAbstractButton, QAbstractItemView, QGraphicsView, QLineEdit, QPlainTextEdit, QTextEdit)


@pytest.fixture(params=[MainWindow, SettingsPage])
def window(request, qtbot):
    made = request.param()
    qtbot.addWidget(made)
    return made


def test_every_control_has_a_name(window):
    for kind in CONTROLS:
        for control in window.findChildren(kind):
            if isinstance(control.parent(), QLineEdit):
                continue  # a line edit's own buttons are Qt's
            text = control.text() if isinstance(control, QAbstractButton) else ""
            assert control.accessibleName() or text, f"{type(control).__name__} {control.objectName()!r}"


def test_objects_carry_their_stable_names(qtbot):
    window = MainWindow()
    qtbot.addWidget(window)
    assert {name: len(window.findChildren(QWidget, name)) for name in NAMES} == dict.fromkeys(NAMES, 1)
