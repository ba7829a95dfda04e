"""The figures of a sentence, numbers with their units and dates, and which of them its quotes do not hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from engine.evidence.units import NUMBER_WORDS, SCALES, UNITS

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janvier enero gennaio janeiro januari",
            "february feb februar février fevrier febrero febbraio fevereiro februari",
            "march mar märz maerz mars marzo março maart",
            "april apr avril abril aprile",
            "may mai mayo maggio maio mei maj",
            "june jun juni juin junio giugno junho",
            "july jul juli juillet julio luglio julho",
            "august aug août aout agosto augustus augusti",
            "september sep sept septembre septiembre settembre setembro",
            "october oct oktober okt octobre octubre ottobre outubro",
            "november nov novembre noviembre novembro",
            "december dec dezember dez décembre decembre diciembre dicembre dezembro desember",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = r"(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th|er|º|\.)?"
_YEAR = r"(?P<year>1[0-9]\d\d|20\d\d|21\d\d)"
_DATES = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"(?<!\d){_YEAR}-(?P<month_number>[01]?\d)-(?P<day>[0-3]?\d)(?!\d)",
        rf"(?<![\d.,]){_DAY}\s+(?:of\s+|de\s+|d')?{_MONTH}(?:,?\s+(?:de\s+)?{_YEAR})?(?!\w)",
        rf"(?<!\w){_MONTH}\s+{_DAY}(?!\d)(?:,?\s+{_YEAR}(?!\d))?",
        rf"(?<!\w){_MONTH},?\s+(?:de\s+|of\s+)?{_YEAR}(?!\d)",
        rf"(?<!\d){_YEAR}\s*年\s*(?P<month_number>[01]?\d)\s*月(?:\s*(?P<day>[0-3]?\d)\s*日)?",
    )
)
_DIGITS = r"\d+(?:[.,'’\u00a0\u202f ](?=\d{3}(?!\d))\d{3})*(?:[.,]\d+)*"
# Not inside a name: `x86`, `COVID-19`, `utf8`; a sign only where it is one and not a range.
_NUMBER = re.compile(
    rf"(?<![\w])(?<![^\W\d_][-‐‑])(?P<money>us\$|[$€£¥])?\s?(?P<sign>(?<![\w)])[-−])?(?P<digits>{_DIGITS})"
    r"(?P<ordinal>st|nd|rd|th)?(?:[\s\u00a0-]?(?P<scale>[^\W\d_]{1,9})(?!\w))?(?P<rest>[\s\u00a0]?(?:°[CF]|[%٪％$€£¥]|[^\W\d_]{1,12}))?",
    re.I,
)
# "six hours" is a figure as "6 hours" is; without a unit a number word may count anything, the text's own points too.
_SPELLED = re.compile(
    r"(?<![\w-])(?P<word>"
    + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
    + r")(?P<gap>[\s\u00a0-])(?P<unit>[^\W\d_]{2,14}|%)(?!\w)",
    re.I,
)
# The name of a document or a note, not a number in its text.
_NAME_OF_A_DOCUMENT = re.compile(r"\b(?:doi:\s?|https?://|arxiv:)\S+|\(note [\w-]+\)", re.I)
_WORD = re.compile(r"[^\W\d_]+|[%٪％$€£¥]|°[CF]", re.I)


@dataclass(frozen=True)
class Figure:
    """A number with its unit, or a date; `shown` is how the text writes it."""

    shown: str
    values: frozenset[Decimal | str]  # every reading: "1.000" is one and one thousand
    unit: str = ""
    date: tuple[int, int, int] | None = None  # year, month, day; 0 where not said


def figures(text: str) -> list[Figure]:
    """Return the figures of a text in reading order, dates first."""
    found: list[Figure] = []
    rest = _NAME_OF_A_DOCUMENT.sub(lambda match: " " * len(match.group()), text)
    for pattern in _DATES:
        for match in pattern.finditer(rest):
            found.append(_date(match))
        rest = pattern.sub(lambda match: " " * len(match.group()), rest)
    found.extend(_figure(match) for match in _NUMBER.finditer(rest))
    found.extend(_spelled(match) for match in _SPELLED.finditer(rest) if match["unit"].casefold() in UNITS)
    return found


def unmatched(sentence: str, quotes: Iterable[str]) -> tuple[str, ...]:
    """Return the figures of a sentence that occur in none of its quotes, as the sentence writes them."""
    wanted = figures(sentence)
    if not wanted:
        return ()
    evidence = " \n ".join(quotes)
    held = figures(evidence)
    words = {word.casefold() for word in _WORD.findall(evidence)}
    units = {UNITS[word] for word in words if word in UNITS}
    spelled = {Decimal(NUMBER_WORDS[word]) for word in words if word in NUMBER_WORDS}
    missing = [figure.shown for figure in wanted if not _is_held(figure, held, units, spelled)]
    return tuple(dict.fromkeys(missing))


def _is_held(figure: Figure, held: list[Figure], units: set[str], spelled: set[Decimal]) -> bool:
    if figure.date:
        return any(other.date and _fits(figure.date, other.date) for other in held)
    if figure.values & spelled and (not figure.unit or figure.unit in units):
        return True
    return any(_holds(other, figure, units) for other in held)


def _holds(other: Figure, figure: Figure, units: set[str]) -> bool:
    if other.date:
        # A year, or a day, may stand in the quote as part of a whole date.
        return not figure.unit and any(Decimal(part) in figure.values for part in other.date if part)
    if not figure.values & other.values:
        return False
    return figure.unit in ("", other.unit) or (not other.unit and figure.unit in units)


def _fits(wanted: tuple[int, int, int], held: tuple[int, int, int]) -> bool:
    return all(not part or part == other for part, other in zip(wanted, held, strict=True))


def _date(match: re.Match[str]) -> Figure:
    groups = match.groupdict()
    month = int(groups.get("month_number") or 0) or _MONTHS.get((groups.get("month") or "").casefold(), 0)
    date = (int(groups.get("year") or 0), month, int(groups.get("day") or 0))
    return Figure(match.group().strip(), frozenset(), date=date)


def _figure(match: re.Match[str]) -> Figure:
    values = _readings(match["digits"])
    shown = match.group("digits")
    scale_word, rest = (match["scale"] or "").casefold(), (match["rest"] or "").strip().casefold()
    money = UNITS.get((match["money"] or "").casefold(), "")
    unit = money
    # "4.2 m" is metres; "$4.2 m" and "4.2 m people" are millions only where money says so.
    if scale_word in SCALES and (money or scale_word not in UNITS):
        values = frozenset(_times(value, SCALES[scale_word]) for value in values)
        shown = f"{shown} {match['scale']}"
        unit = money or UNITS.get(rest, "")
        shown += f" {match['rest'].strip()}" if not money and rest in UNITS else ""
    elif not money:
        word = scale_word or rest
        unit = UNITS.get(word, "")
        shown += f" {match['scale'] or match['rest'].strip()}" if unit else ""
    if match["sign"]:
        values = frozenset(f"-{value}" if isinstance(value, str) else -value for value in values)
        shown = f"{match['sign']}{shown}"
    return Figure(f"{match['money'] or ''}{shown}", values, unit)


def _spelled(match: re.Match[str]) -> Figure:
    value = Decimal(NUMBER_WORDS[match["word"].casefold()])
    return Figure(match.group(), frozenset((value,)), UNITS[match["unit"].casefold()])


def _times(value: Decimal | str, zeros: int) -> Decimal | str:
    return value if isinstance(value, str) else value.scaleb(zeros).normalize()


def _readings(digits: str) -> frozenset[Decimal | str]:
    """Return every number that digits with separators may mean: `4,2` is 4.2, `1,000` is 1000 or 1.

    Digits with several points that group nothing, as in a version, are compared as they are written.
    """
    plain = re.sub(r"['’\u00a0\u202f ]", "", digits)
    readings: set[Decimal | str] = set()
    for decimal, group in ((".", ","), (",", ".")):
        whole, _, fraction = plain.partition(decimal)
        is_grouped = re.fullmatch(rf"\d{{1,3}}(?:{re.escape(group)}\d{{3}})+", whole)
        if (is_grouped or whole.isdecimal()) and (not fraction or fraction.isdecimal()):
            text = whole.replace(group, "") + (f".{fraction}" if fraction else "")
            readings.add(Decimal(text).normalize())
    return frozenset(readings or {plain})
