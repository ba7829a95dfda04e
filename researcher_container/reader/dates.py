"""Dates as documents write them, made ISO 8601; what no document can be dated is refused."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

OLDEST_YEAR = 1500
MAX_CHARS = 60
# What programs write that know no date. Source: zero of Unix time and of PDF and Office producers.
UNSET = frozenset((date(1970, 1, 1), date(1980, 1, 1), date(1601, 1, 1), date(1899, 12, 30), date(1900, 1, 1)))

_YEAR_FIRST = re.compile(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:$|[T\sZ])")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:$|[T\s]?\d{4,6})")
_EAST_ASIAN = re.compile(r"(\d{4}) ?[年년] ?(?:(\d{1,2}) ?[月월])? ?(?:(\d{1,2}) ?[日일])?")
_YEAR_LAST = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})\b")
_NAMED = re.compile(
    r"(?:(\d{1,2})(?:st|nd|rd|th|er|º|\.)? ?(?:de |d')?)?([^\W\d_]{3,10})\.?,? ?(?:de |del )?"
    r"(?:(\d{1,2})(?:st|nd|rd|th)?,? ?)?(\d{4})\b"
)
_EPOCH = re.compile(r"\d{10}(?:\d{3})?$")
_MONTHS = {
    name: month
    for month, names in enumerate(
        (
            "jan ene gen янв", "feb fév fev фев", "mar mär maa mrt мар", "apr abr avr апр", "may mai mei mag мая май",
            "jun juin giu июн", "jul juil lug июл", "aug ago aoû août авг", "sep set сен", "oct okt ott out окт",
            "nov ноя", "dec dez dic déc дек",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip


def iso_date(text: str, today: date | None = None) -> str:
    """Return a date as `2019-04-05`, `2019-04` or `2019`, "" for one that is unreadable, absurd or to come.

    Args:
        text: what the document says; only its beginning counts.
        today: None for the clock's.
    """
    text = " ".join(text[:MAX_CHARS].split())
    parts = _parts(text)
    if parts is None:
        return ""
    year, month, day = parts
    latest = (today or datetime.now(UTC).date()) + timedelta(days=1)  # it is tomorrow already somewhere
    try:
        found = date(year, month or 1, day or 1)
    except ValueError:
        return ""
    if year < OLDEST_YEAR or found > latest or (day and found in UNSET):
        return ""
    return found.isoformat() if day else f"{year:04}-{month:02}" if month else f"{year:04}"


def _parts(text: str) -> tuple[int, int, int] | None:
    """Return year, month and day, zero for what is not said."""
    if _EPOCH.match(text):
        moment = datetime.fromtimestamp(int(text[:10]), UTC)
        return moment.year, moment.month, moment.day
    for pattern in (_COMPACT, _YEAR_FIRST, _EAST_ASIAN):
        if found := pattern.match(text):
            year, month, day = (int(part or 0) for part in found.groups())
            return year, month, day
    if found := _YEAR_LAST.match(text):
        return _year_last(found)
    for found in _NAMED.finditer(text):
        before, name, after, in_year = found.groups()
        lowered = name.lower()
        if (named := _MONTHS.get(lowered[:4]) or _MONTHS.get(lowered[:3])) is not None:
            return int(in_year), named, int(before or after or 0)
    return None


def _year_last(found: re.Match[str]) -> tuple[int, int, int]:
    """Read 05.04.2019; of 05/04/2019 nobody knows which is the month, so only the year is certain."""
    first, separator, second, year = found.groups()
    if separator == "." or int(first) > 12:
        return int(year), int(second), int(first)
    if int(second) > 12:
        return int(year), int(first), int(second)
    return int(year), 0, 0
