"""Icons, tokens and the style sheet are found by name; unknown names say what there is."""

from __future__ import annotations

import re
from pathlib import Path
from string import Template

import pytest
from PySide6.QtGui import QColor, QImage

import resources
from widgets import icons
from widgets.theme import theme

WIDGETS = Path(__file__).parents[2] / "widgets"


def test_an_unknown_icon_lists_the_known_ones():
    with pytest.raises(resources.UnknownName, match="planner"):
        resources.icon_bytes("plannner")


def test_an_unknown_colour_lists_the_known_ones():
    with pytest.raises(resources.UnknownName, match="accentSoft"):
        theme().color("blue")


def test_both_themes_have_the_same_roles():
    assert resources.tokens("light").keys() == resources.tokens("dark").keys()


def test_the_style_sheet_names_roles_only():
    sheet = resources.stylesheet_template()
    assert not re.search(r"#[0-9A-Fa-f]{6}", sheet)
    assert "$" not in Template(sheet).substitute(resources.tokens("dark"))


def test_no_widget_holds_a_colour_of_its_own():
    for file in WIDGETS.glob("*.py"):
        assert not re.search(r"#[0-9A-Fa-f]{6}\b", file.read_text("utf-8")), file.name


def _luminance(color: QColor) -> float:
    parts = [value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4
             for value in (color.redF(), color.greenF(), color.blueF())]  # fmt: skip
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("role", ["text", "text2", "text3", "accent", "ok", "warn", "danger", "review"])
def test_text_stands_out_from_every_ground_it_is_put_on(name, role):
    values = resources.tokens(name)
    grounds = [
        "surface",
        "canvas",
        "window",
        "raised",
        "hover",
        *([f"{role}Soft"] if f"{role}Soft" in values else []),
    ]
    for ground in grounds:
        one, other = sorted((_luminance(QColor(values[role])), _luminance(QColor(values[ground]))))
        assert (other + 0.05) / (one + 0.05) >= 4.5, ground


@pytest.mark.parametrize("name", resources.icon_names())
def test_every_icon_draws_something(qapp, name):
    image = icons.pixmap(name, "accent", 16, 2.0).toImage().convertToFormat(QImage.Format.Format_ARGB32)
    alphas = bytes(image.constBits())[3::4]
    assert image.width() == 32
    assert sum(map(bool, alphas)) > 20


def test_icons_follow_the_theme(qapp):
    light = icons.pixmap("planner", "text", 16, 1.0).toImage()
    theme().choose("dark")
    assert icons.pixmap("planner", "text", 16, 1.0).toImage() != light
