"""How much a report of quotes holds, by the length that was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Extent:
    """The most quotes of each part; None = as many as there are."""

    summary: int
    theme: int | None
    weak_theme: int | None  # of a question that is badly answered: more would only blur the theme
    has_last_quote: bool = True  # in the conclusion


EXTENTS: dict[Literal["short", "standard", "long"], Extent] = {
    "short": Extent(summary=2, theme=2, weak_theme=1, has_last_quote=False),
    "standard": Extent(summary=4, theme=None, weak_theme=2),
    "long": Extent(summary=4, theme=None, weak_theme=None),
}
