"""Every word can be read on every ground it stands on, in every theme."""

from __future__ import annotations

from typing import get_args

import pytest

import resources
from resources import ThemeName
from widgets.theme import theme

GROUNDS = ("window", "surface", "canvas", "raised", "hover")
SOFT = ("accentSoft", "okSoft", "warnSoft", "dangerSoft", "reviewSoft")
WORDS = {
    "text": (*GROUNDS, *SOFT), "text2": (*GROUNDS, *SOFT), "text3": (*GROUNDS, *SOFT),
    "accent": (*GROUNDS, "accentSoft"), "ok": (*GROUNDS, "okSoft"), "warn": (*GROUNDS, "warnSoft"),
    "danger": (*GROUNDS, "dangerSoft"), "review": (*GROUNDS, "reviewSoft"),
    "onAccent": ("accentFill", "accentHover"), "onMark": ("mark",),
}  # fmt: skip


def luminance(color: str) -> float:
    """Return the relative luminance of #RRGGBB. Source: WCAG 2.2, relative luminance."""
    channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", get_args(ThemeName))
def test_words_stand_out(name: ThemeName) -> None:
    colors = resources.tokens(name)
    least = 7.0 if name.endswith("contrast") else 4.5
    weak = {
        (word, ground): round(contrast(colors[word], colors[ground]), 2)
        for word, grounds in WORDS.items()
        for ground in grounds
        if contrast(colors[word], colors[ground]) < least
    }
    assert not weak


@pytest.mark.parametrize("name", get_args(ThemeName))
def test_outlines_stand_out(name: ThemeName) -> None:
    colors = resources.tokens(name)
    least = 4.5 if name.endswith("contrast") else 3.0
    assert min(contrast(colors["strong"], colors[ground]) for ground in GROUNDS if ground != "hover") >= least


def test_every_theme_has_every_colour() -> None:
    assert len({frozenset(resources.tokens(name)) for name in get_args(ThemeName)}) == 1


@pytest.mark.parametrize(
    ("choice", "high", "plain"), [("light", "light_contrast", "light"), ("dark", "dark_contrast", "dark")]
)
def test_contrast_is_chosen_beside_the_theme(qapp: object, choice: str, high: str, plain: str) -> None:
    theme().choose(choice)  # type: ignore[arg-type]
    try:
        theme().choose_contrast("high")
        assert theme().name == high
        theme().choose_contrast("normal")
        assert theme().name == plain
    finally:
        theme().choose_contrast("system")
        theme().choose("light")
