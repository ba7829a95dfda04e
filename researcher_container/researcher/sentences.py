"""Splits a block's text into sentences as positions, surviving abbreviations, versions, file names and code."""

from __future__ import annotations

import re

# An end mark, closing quotes or brackets after it, then white space (none is needed after an ideographic stop).
_END = re.compile(r"(?:[.!?…]+[\"'”’»)\]]*(?=\s|$))|(?:[。！？]+[」』”’）]*)")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ABBREVIATIONS = _set(
    "e.g i.e cf vs viz al approx resp incl fig figs eq eqs sec secs ch vol no nos pp p art mr mrs "
    "ms dr prof st sr jr "
    "inc ltd co corp dept est min max misc orig rev ver jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k a.m "
    "p.m z.b d.h u.a bzw ca nr usf vgl ggf inkl evtl bspw sog abb bd hrsg par ex env"
)
# These end a sentence when a capital follows.
_MAY_END = _set("etc usw inc co corp ltd al no min max p.m a.m u.s mar st ex art")

# What follows a full stop is judged by its first words.
WINDOW_CHARS = 60

_CODE_START = re.compile(r"[a-z_][\w]*(?:[._(]\w*)+|[a-z]+\(|--?\w")


def split(text: str) -> list[tuple[int, int]]:
    """Return (start, end) of each sentence; stretches without an end mark come out as one piece."""
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if _ends_here(text, match.start(), match.end()):
            spans.append((start, match.end()))
            start = match.end()
    spans.append((start, len(text)))
    return [trimmed for span in spans if (trimmed := _trim(text, *span))[0] < trimmed[1]]


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _ends_here(text: str, mark: int, after: int) -> bool:
    # A window, not the whole rest: a page of a million full stops must not take a million copies of itself.
    rest = text[after : after + WINDOW_CHARS].lstrip()
    if after >= len(text) or text[mark] in "。！？":
        return True
    follower = rest.lstrip("\"'“‘«([")
    if text[mark] == ".":
        before = text[max(0, mark - 24) : mark]
        word = re.split(r"[\s(\[\"“/]", before)[-1].lower().rstrip(".")
        if word in _ABBREVIATIONS and not (word in _MAY_END and follower[:1].isupper()):
            return False
        # An initial ("J. Smith"), a list number ("1. First") at the very start.
        if len(word) == 1 and word.isalpha() and before[-1:].isupper():
            return False
        if word.isdigit() and mark - len(word) < 3 and not text[: mark - len(word)].strip():
            return False
    return _starts_sentence(follower)


def _starts_sentence(follower: str) -> bool:
    if not follower:
        return True
    first = follower[0]
    if first.islower():
        return bool(_CODE_START.match(follower))
    return not first.isspace() and first not in ",;:.)"
