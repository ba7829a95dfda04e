"""The style sheet shows where the keyboard is, and reaches Qt's own file dialog and completions."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QCompleter, QFileDialog, QHeaderView, QLineEdit, QToolButton, QWidget

from resources import ThemeName
from widgets.settings.field import TextField
from widgets.theme import theme

THEMES: tuple[ThemeName, ...] = ("light", "dark")


def colour(widget: QWidget, place: QPoint) -> QColor:
    """Return a pixel of a widget drawn onto red, as a see-through window shows whatever lies under it."""
    picture = widget.grab().toImage()
    picture.fill(QColor("red"))
    widget.render(picture, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
    return picture.pixelColor(place)


@pytest.mark.parametrize("name", THEMES)
def test_a_field_of_the_settings_shows_that_it_has_the_keyboard(qtbot, name: ThemeName):
    theme().choose(name)
    page = QWidget()
    field, other = TextField("key", "Name"), QLineEdit(page)
    field.setParent(page)
    qtbot.addWidget(page)
    page.resize(400, 200)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    edge = QPoint(field.edit.width() // 2, 0)
    other.setFocus()
    assert field.edit.grab().toImage().pixelColor(edge) == theme().color("strong")
    field.edit.setFocus()
    assert field.edit.grab().toImage().pixelColor(edge) == theme().color("accent")


@pytest.mark.parametrize("name", THEMES)
def test_completions_stand_on_a_ground(qtbot, name: ThemeName):
    theme().choose(name)
    edit = QLineEdit()
    completer = QCompleter(["one", "two"], edit)
    edit.setCompleter(completer)
    qtbot.addWidget(edit)
    popup = completer.popup()
    popup.resize(200, 300)
    assert colour(popup, QPoint(150, 280)) == theme().color("surface")


@pytest.mark.parametrize("name", THEMES)
def test_the_file_dialog_of_qt_can_be_read(qtbot, tmp_path: Path, name: ThemeName):
    theme().choose(name)
    dialog = QFileDialog(None, "Export", str(tmp_path))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setViewMode(QFileDialog.ViewMode.Detail)
    qtbot.addWidget(dialog)
    dialog.show()
    header = next(view for view in dialog.findChildren(QHeaderView) if view.isVisible())
    assert colour(header, QPoint(header.width() - 2, header.height() // 2)) == theme().color("window")
    for button in dialog.findChildren(QToolButton):
        if button.isVisible():
            assert has_icon(button), button.objectName()


def has_icon(button: QToolButton) -> bool:
    """Tell whether an icon of a size that can be seen is drawn on a button."""
    picture = button.grab().toImage()
    ground = picture.pixelColor(1, picture.height() // 2)
    drawn = [x for x in range(picture.width()) for y in range(picture.height()) if picture.pixelColor(x, y) != ground]
    return bool(drawn) and max(drawn) - min(drawn) >= 5
