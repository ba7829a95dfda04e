"""Words that documentation uses for one another, so that a question need not know the page's own word."""

from __future__ import annotations

import re
from collections.abc import Mapping

from researcher_container.researcher.words import stem

# One line per meaning; a word may stand in one line only. Wide words (make, get, use) are left out: they
# would meet everything.
_MEANINGS = (
    "several multiple many",
    "delete remove erase drop",
    "kill cancel terminate abort",
    "change modify alter edit",
    "error exception failure",
    "fast quick speed performance efficient",
    "slow overhead expensive cost",
    "limit restrict maximum bound",
    "store save persist",
    "show display print",
    "begin start launch",
    "copy duplicate replicate",
    "join merge combine",
    "split divide partition",
    "hide conceal invisible",
    "compare difference differ versus",
    "safe secure security",
    "dangerous insecure unsafe",
    "test check verify validate",
    "big large huge",
    "wait block suspend",
    "repeat retry again",
    "permission privilege access",
    "password credential secret",
    "folder directory",
    "photo picture image",
    "cleanup release close",
    "inaccurate inexact rounding imprecise",
    "log journal syslog",
    "user account login",
    "upgrade update",
    "job task",
    "automatic automate unattended",
    "recurring periodic regular schedule",
    "disadvantage drawback downside",
    "hacked compromised intrusion",
    "löschen entfernen",
    "ändern bearbeiten",
    "fehler ausnahme",
    "sichern sicherung backup",
)
_GROUPS: Mapping[str, tuple[str, ...]] = {
    stem(word): tuple(other for other in line.split() if other != word) for line in _MEANINGS for word in line.split()
}


# What a phrase of everyday speech is called in documentation: its telling word, and the words to look for.
_HINTS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile(r"\b(get|take|pull|read|fetch)\b.{1,40}\b(?:out of|from)\b", re.IGNORECASE), ("extract", "return")),
    (re.compile(r"\b(shrink|smaller|reclaim|compact)\b", re.IGNORECASE), ("vacuum", "compact", "reclaim", "shrink")),
    (re.compile(r"\b(log in|login|log into|sign in)\b", re.IGNORECASE), ("login", "authentication", "connect")),
    (re.compile(r"\b(capture|captured)\b.{1,30}\boutput\b", re.IGNORECASE), ("capture", "stdout")),
    (re.compile(r"\b(command|program)\b.{1,60}\b(?:output|exit code|timeout)\b", re.I), ("subprocess", "process")),
)


def hints_of(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the words of a text, in lower case, that stand for others because of the phrase they stand in."""
    return [(match[1].lower().split()[0], others) for pattern, others in _HINTS if (match := pattern.search(text))]


def synonyms_of(word: str) -> tuple[str, ...]:
    """Return other words for a word, () when none is known."""
    return _GROUPS.get(stem(word), ())
