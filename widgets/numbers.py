"""Numbers as people write them in fields: with thousands, with k and m, with a comma."""

from __future__ import annotations

import re

from resources.translation import tr

_TIMES = {"": 1.0, "k": 1e3, "m": 1e6}
_THOUSANDS = re.compile(r"\d{1,3}([ ,. \u00a0\u202f'])\d{3}(\1\d{3})*")


class Unreadable(ValueError):
    """The text is no number; its own text says so in a sentence."""


def number_in(text: str, empty: float | None = None) -> float:
    """Return the number a text means.

    Args:
        empty: what an empty text means; None = it is no number.

    Raises:
        Unreadable: it means none.
    """
    written = text.strip().lower()
    if not written and empty is not None:
        return empty
    times = _TIMES.get(written[-1:], 1.0)
    digits = written.rstrip("km").strip()
    groups = _THOUSANDS.fullmatch(digits)
    # "2.000" and "0,125" are fractions; "2,000" and "1.000.000" are thousands.
    if groups and (groups[1] not in ".," or groups[2] or (groups[1] == "," and not digits.startswith("0"))):
        digits = digits.replace(groups[1], "")
    try:
        number = float(digits.replace(",", ".")) * times
    except ValueError:
        raise Unreadable(tr("Write a number.")) from None
    if number != number or number in (float("inf"), float("-inf")) or number < 0:
        raise Unreadable(tr("Write a number."))
    return number


def money_text(value: float) -> str:
    """Return a price as a field shows it: cents, and smaller parts where there are any."""
    return f"{value:.4f}".rstrip("0") if round(value, 2) != value else f"{value:.2f}"


def number_text(value: float) -> str:
    """Return a number as a field shows it: thousands apart, no needless digits."""
    if value == int(value):
        return f"{int(value):,}".replace(",", "\u202f") if value >= 10_000 else str(int(value))
    return f"{value:.4f}".rstrip("0") if round(value, 2) != value else f"{value:.2f}"
