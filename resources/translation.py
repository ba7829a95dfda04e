"""Words on the screen in the user's language: gettext catalogues, found by language code."""

from __future__ import annotations

import gettext
from functools import cache
from importlib.resources import files
from typing import Any

SOURCE_LANGUAGE = "en"  # the language the texts in the code are written in

_chosen = SOURCE_LANGUAGE


def use_language(code: str) -> str:
    """Choose the language of every text that is asked for from now on.

    Args:
        code: As "de" or "de_AT.UTF-8"; one without a catalogue means English.

    Returns:
        The code of the language that is used now.
    """
    global _chosen  # one program speaks one language
    short = code.replace("-", "_").partition("_")[0].lower()
    _chosen = short if short in languages() else SOURCE_LANGUAGE
    return _chosen


def language() -> str:
    """Return the code of the language in use."""
    return _chosen


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages there are words for, English first."""
    folder = files("resources").joinpath("translations")
    found = sorted(file.name.removesuffix(".mo") for file in folder.iterdir() if file.name.endswith(".mo"))
    return (SOURCE_LANGUAGE, *found)


def tr(text: str, /, **values: Any) -> str:
    """Return a text in the language in use, its {names} filled in.

    Args:
        text: The English text, written out in the call so that the catalogue can be made from the code.
    """
    said = _catalogue(_chosen).gettext(text) if text else text
    return said.format(**values) if values else said


def trn(one: str, many: str, n: int, /, **values: Any) -> str:
    """Return one of two texts by number, in the language in use; {n} is the number.

    Args:
        one: The English text for exactly one.
        many: The English text for every other number.
    """
    return _catalogue(_chosen).ngettext(one, many, n).format(n=n, **values)


def mark(text: str, /) -> str:
    """Return a text as it is and put it into the catalogue: for tables, whose texts are asked for with `tr` later."""
    return text


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    with files("resources").joinpath("translations", f"{code}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)
