"""Sets quotes in markdown so that they come out word for word, with their citation behind them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.agents.offline.quote_pool import PooledQuote

# Only what markdown would take for its own is escaped; an underscore inside a word is left alone.
_MARKS = re.compile(r"[\\`<\[\]]")
_EDGE_UNDERSCORES = re.compile(r"(?<!\w)_+\w*|\w*_+(?!\w)")


def escaped(text: str) -> str:
    """Return text that markdown shows as it stands."""
    text = _MARKS.sub(lambda match: "\\" + match.group(), text)
    text = _EDGE_UNDERSCORES.sub(lambda match: match.group().replace("_", "\\_"), text)
    # One asterisk alone opens nothing.
    return text.replace("*", "\\*") if text.count("*") > 1 else text


def block(quote: PooledQuote) -> str:
    """Return a quote as a block of its own with its citation."""
    return f"> “{escaped(quote.text)}” [{quote.id}]\n\n"


def lead_in(place: str) -> str:
    """Say where the next quote stands, in the words of its title and heading only."""
    title, *inner = place.split(" › ")
    where = f"From “{escaped(title)}”"
    if inner:
        where += f", section “{escaped(inner[0])}”"
    if len(inner) > 1:
        where += f", under {escaped(inner[1])}"
    return f"{where}:\n\n"


def grouped(quotes: Sequence[PooledQuote], most_in_a_row: int = 2) -> list[tuple[str, list[PooledQuote]]]:
    """Group quotes by the place they stand at; a long group is split, its rest says that it goes on."""
    places: dict[str, list[PooledQuote]] = {}
    for quote in quotes:
        places.setdefault(quote.place, []).append(quote)
    groups: list[tuple[str, list[PooledQuote]]] = []
    for place, members in places.items():
        for start in range(0, len(members), most_in_a_row):
            lead = lead_in(place) if start == 0 else "Further on in the same place:\n\n"
            groups.append((lead, members[start : start + most_in_a_row]))
    return groups
