"""Cutting a paragraph into sentences; citation marks behind a full stop belong to the sentence before it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from engine.evidence.dialect import MARK_CLOSE, MARK_OPEN

_MARK = f"{MARK_OPEN}\\d+{MARK_CLOSE}"
_END = re.compile(
    # A full stop, question or exclamation mark with what closes behind it, then the marks that belong to it,
    # then space; scripts without spaces end a sentence at their own full stop.
    rf"(?P<stop>[.!?…؟։]+)(?P<close>[\"'”’»)\]*_]*)(?P<marks>(?:\s*{_MARK})*)(?=\s|$)"
    rf"|[。！？｡।॥]+[」』”）\")]*(?:\s*{_MARK})*"
)
_SHORT_FORMS = """
    al. approx. art. bd. bzw. ca. cf. chap. co. corp. dept. d.h. dr. e.g. ed. eds. eg. esp. est. etc. ex. fig. figs.
    gen. hr. i.e. ie. inc. jr. ltd. max. min. mr. mrs. ms. mt. nr. no. nos. p. pp. ph.d. prof. p.ex. rev. s. sec. sen.
    sr. st. tab. u.a. u.k. u.s. usw. v. vgl. viz. vol. vols. vs. z.b. z.t. a.m. p.m. jan. feb. mar. apr. jun. jul.
    aug. sep. sept. oct. nov. dec.
"""
_ABBREVIATIONS = frozenset(_SHORT_FORMS.split())
_LAST_WORD = re.compile(r"(\S+)$")
_OPENERS = "([{\"'“‘„«*_"


_QUOTED = re.compile(r'“[^“”]*”|„[^“”„]*[“”]|«[^«»]*»|「[^「」]*」|『[^『』]*』|"[^"]*"')


def spans(text: str, whole: Sequence[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Return the (start, end) of each sentence; ends include the marks behind it, starts follow on directly.

    Args:
        text: A paragraph, with places for its citations.
        whole: Stretches no sentence ends in, such as code, in order.
    """
    found: list[tuple[int, int]] = []
    quoted = _merged([*(match.span() for match in _QUOTED.finditer(text)), *whole])
    start = 0
    for match in _END.finditer(text):
        # What is quoted is one piece, however many sentences it has: its citation stands behind it.
        around = bisect_left(quoted, (match.start(), 0)) - 1
        if around >= 0 and match.end() < quoted[around][1]:
            continue
        if match["stop"] is not None and not _ends(text, match, start):
            continue
        found.append((start, match.end()))
        start = match.end()
    if text[start:].strip():
        found.append((start, len(text)))
    elif found:
        found[-1] = (found[-1][0], len(text))
    return found


def _merged(stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _ends(text: str, match: re.Match[str], start: int) -> bool:
    if match["stop"] != ".":
        return True
    after = text[match.end() :].lstrip()
    if not after:
        return True
    following = after.lstrip(_OPENERS)[:1]
    if following.islower():
        return False
    before = _LAST_WORD.search(text, max(start, match.start() - 40), match.start() + 1)
    word = before.group().lstrip(_OPENERS).casefold() if before else ""
    if word in _ABBREVIATIONS:
        # "etc. The" ends; "Dr. Smith" and "Fig. 3" do not. After a month or a unit a number goes on.
        return word in ("etc.", "usw.", "inc.", "ltd.", "co.", "corp.", "a.m.", "p.m.") and following.isupper()
    is_initial = len(word) == 2 and word[0].isalpha() and word[0] not in "i"
    # "J. Smith" goes on; "(1." and "1. First" are list numbers.
    is_number = word[:-1].isdigit() and text[start : match.start()].strip().lstrip("-*+> ").isdigit()
    return not (is_initial and text[match.start() - 1].isupper()) and not is_number
