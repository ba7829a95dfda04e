"""The type scale: fonts by role, in pixels times the user's text scale, with tabular digits."""

from __future__ import annotations

from functools import cache
from typing import Literal

from PySide6.QtGui import QFont, QFontDatabase

Role = Literal[
    "meta", "small", "small_strong", "body", "body_strong", "strong", "run_title", "heading", "hero",
    "report", "report_h1", "report_h2", "report_h3", "quote", "stored", "mono",
]  # fmt: skip

_SIZES_PX: dict[Role, tuple[int, int]] = {  # size, weight
    "meta": (11, 500),
    "small": (12, 400),
    "small_strong": (12, 600),
    "body": (13, 400),
    "body_strong": (13, 600),
    "strong": (14, 600),
    "run_title": (15, 600),
    "heading": (18, 600),
    "hero": (24, 600),
    "report": (15, 400),
    "report_h1": (26, 600),
    "report_h2": (18, 600),
    "report_h3": (15, 600),
    "quote": (13, 400),
    "stored": (15, 400),
    "mono": (12, 400),
}
_SERIF: frozenset[Role] = frozenset(("quote", "stored"))

_scale = 1.0


def set_text_scale(scale: float) -> None:
    """Set the user's text scale; fonts asked for from now on have the new size."""
    global _scale
    _scale = scale
    font.cache_clear()


def text_scale() -> float:
    """Return the user's text scale."""
    return _scale


def scaled_px(size_px: float) -> int:
    """Return a size that goes with the text, such as the height of a line, in the user's scale."""
    return round(size_px * _scale)


def grown_px(size_px: float) -> int:
    """Return a size that holds text: it grows with the user's scale, and smaller text leaves it as it is."""
    return round(size_px * max(1.0, _scale))


def broad_px(width_px: float) -> int:
    """Return the width of a column: it grows half as much as the text, which leaves room for its neighbours."""
    return round(width_px * (1 + max(0.0, _scale - 1) / 2))


@cache
def font(role: Role, weight: int | None = None) -> QFont:
    """Return the font of a role; `weight` (100-900) overrides the role's own."""
    result = QFont(drawing_font(role, weight))
    result.setPixelSize(max(8, round(_SIZES_PX[role][0] * _scale)))
    return result


@cache
def drawing_font(role: Role, weight: int | None = None) -> QFont:
    """Return the font of a role in its own size, for drawings that grow with the text scale as a whole."""
    size_px, own_weight = _SIZES_PX[role]
    if role in _SERIF:
        result = QFont(_family(("Noto Serif", "Georgia", "Times New Roman", "DejaVu Serif")))
        result.setStyleHint(QFont.StyleHint.Serif)
    elif role == "mono":
        result = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        result.setStyleHint(QFont.StyleHint.Monospace)
    else:
        result = _sans()
    result.setPixelSize(size_px)
    result.setWeight(QFont.Weight(weight or own_weight))
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


def _sans() -> QFont:
    family = _family(("Inter",))
    if family:
        return QFont(family)
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)


def _family(wanted: tuple[str, ...]) -> str:
    """Return the first family that is installed, "" when none is: Qt then takes the style hint's."""
    known = _families()
    return next((family for family in wanted if family in known), "")


@cache
def _families() -> frozenset[str]:
    return frozenset(QFontDatabase.families())
