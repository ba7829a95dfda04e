"""Icons, colours and the style sheet, found by name; nothing here knows Qt or anything above."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

ThemeName = Literal["light", "dark", "light_contrast", "dark_contrast"]


class UnknownName(KeyError):
    """A resource was asked for by a name that does not exist; the message lists the known ones."""

    def __init__(self, kind: str, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no {kind} named {name!r}; known: {', '.join(known)}")

    def __str__(self) -> str:
        return str(self.args[0])


@cache
def icon_names() -> tuple[str, ...]:
    """Return the names of all line icons and of the app's own icon, sorted."""
    return tuple(sorted(file.name.removesuffix(".svg") for file in _folder("icons") if file.name.endswith(".svg")))


@cache
def icon_bytes(name: str) -> bytes:
    """Return an icon as SVG; line icons are drawn in `currentColor`.

    Raises:
        UnknownName: No icon has this name.
    """
    if name not in icon_names():
        raise UnknownName("icon", name, icon_names())
    return files(__name__).joinpath("icons", f"{name}.svg").read_bytes()


@cache
def tokens(theme: ThemeName) -> dict[str, str]:
    """Return the colours of a theme by role, as #RRGGBB.

    Raises:
        UnknownName: There is no such theme.
    """
    themes: dict[str, dict[str, str]] = json.loads(files(__name__).joinpath("themes", "tokens.json").read_text())
    if theme not in themes:
        raise UnknownName("theme", theme, tuple(themes))
    return themes[theme]


@cache
def stylesheet_template() -> str:
    """Return the window's style sheet, in which `$role` stands for a colour of the theme."""
    return files(__name__).joinpath("themes", "window.qss").read_text(encoding="utf-8")


def sample_library() -> Path:
    """Return the folder of the sample documents; a packaged app keeps it beside its other files."""
    return Path(str(files(__name__).joinpath("sample_library", "documents")))


@cache
def sample_topics() -> tuple[str, ...]:
    """Return topics the sample documents can answer, the one to begin with first."""
    raw = files(__name__).joinpath("sample_library", "topics.json").read_text(encoding="utf-8")
    return tuple(entry["topic"] for entry in json.loads(raw))


def _folder(name: str) -> list[Traversable]:
    return list(files(__name__).joinpath(name).iterdir())
