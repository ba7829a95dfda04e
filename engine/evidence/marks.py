"""The grammar of citation marks as models write them: `[S3.2]`, `[S1, S2.1]`, `[S1-S3]`, `[1]`, `[2, 3]`, `[1-3]`."""

from __future__ import annotations

import re

_ID = r"S[ \u00a0]?\d{1,4}(?:\.\d{1,4})?"
_ID_RANGE = rf"{_ID}(?:\s?[-–—]\s?S?\d{{1,4}}(?:\.\d{{1,4}})?)?"
_NUMBER_RANGE = r"\d{1,3}(?:\s?[-–—]\s?\d{1,3})?"
_BETWEEN = r"\s?(?:[,;&/+]|and)\s?|\s"
_LEAD = r"(?:(?:sources?|see|cf|refs?|quotes?|quellen?|vgl)[.:]?\s?)?"
_PAGE = r"(?:,?\s?pp?\.\s?\d{1,5})?"
# An escaped bracket is a word of the text, never a mark: quotes may hold `[1]` themselves.
_OPEN, _CLOSE = r"(?:\[\^?|[【［]){1,3}\s?", r"\s?[\]】］]{1,3}"

ID_MARK = re.compile(rf"{_OPEN}{_LEAD}(?P<items>{_ID_RANGE}(?:(?:{_BETWEEN}){_ID_RANGE})*){_PAGE}{_CLOSE}", re.I)
# Only with a quote's number or several ids: "Simple Storage Service (S3)" is not a citation.
ROUND_MARK = re.compile(
    rf"\(\s?(?P<items>S\d{{1,4}}\.\d{{1,4}}(?:(?:{_BETWEEN}){_ID})*|{_ID}(?:(?:{_BETWEEN}){_ID})+)\s?\)"
)
NUMBER_MARK = re.compile(
    rf"{_OPEN}(?P<items>{_NUMBER_RANGE}(?:(?:{_BETWEEN}){_NUMBER_RANGE})*)(?::\d+)?(?:†[^\]】\n]{{0,80}})?{_CLOSE}",
    re.I,
)
_ONE_ID = re.compile(rf"(?P<first>{_ID})(?:\s?[-–—]\s?(?P<last>S?\d{{1,4}}(?:\.\d{{1,4}})?))?", re.I)
_ONE_NUMBER = re.compile(r"(?P<first>\d{1,3})(?:\s?[-–—]\s?(?P<last>\d{1,3}))?")
# A longer range than this is not a citation of everything between its ends.
_MAX_RANGE = 30


def ids_of(items: str) -> list[str]:
    """Return the ids a mark names, ranges spelled out: `S1-S3` is S1, S2, S3; `S2.1-S2.3` its three quotes."""
    ids: list[str] = []
    for match in _ONE_ID.finditer(items):
        first, last = _bare(match["first"]), _bare(match["last"] or "").removeprefix("S")
        ids.extend(_ids_between(first, last) if last else [first])
    return list(dict.fromkeys(ids))


def numbers_of(items: str) -> list[int]:
    """Return the numbers a mark names, ranges spelled out."""
    numbers: list[int] = []
    for match in _ONE_NUMBER.finditer(items):
        first, last = int(match["first"]), int(match["last"] or match["first"])
        is_range = first <= last <= first + _MAX_RANGE
        numbers.extend(range(first, last + 1) if is_range else [first, last])
    return list(dict.fromkeys(numbers))


def _bare(name: str) -> str:
    return "".join(name.upper().split())


def _ids_between(first: str, last: str) -> list[str]:
    source, _, quote = first.removeprefix("S").partition(".")
    last_source, _, last_quote = last.partition(".")
    if quote and last_quote and source == last_source:
        low, high, name = int(quote), int(last_quote), f"S{source}.{{}}"
    elif quote and not last_quote:
        # "S2.1-3" counts quotes on.
        low, high, name = int(quote), int(last), f"S{source}.{{}}"
    elif not quote and not last_quote:
        low, high, name = int(source), int(last), "S{}"
    else:
        return [first, f"S{last}"]
    if not low <= high <= low + _MAX_RANGE:
        return [first, name.format(high)]
    return [name.format(number) for number in range(low, high + 1)]
