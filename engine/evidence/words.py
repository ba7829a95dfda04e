"""Content words: what a sentence and a quote may share."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:[-'’][^\W\d_]+)*", re.UNICODE)
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
# Words that say nothing about what a sentence is about, in the languages reports are most often written in.
_FUNCTION_WORDS = """
    a about above after again all also although an and any are as at be because been before being between both but by
    can could did do does doing done each for from further had has have having he her here him his how however i if in
    into is it its itself just may might more most must no nor not of off on once only or other our out over own per
    same she should since so some such than that the their them then there these they this those through to too under
    until up upon use used uses using very was we were what when where which while who whom why will with within
    without would you your
    aber als am an auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer es für hat im
    in ist kann mit nach nicht noch nur oder sein sich sie sind so über um und von vor war werden wie wird zu zum zur
    au aux avec ce cette ces dans de des du elle en est et il ils la le les leur mais ne nous on ou par pas plus pour
    qui que sa se ses son sont sur un une
    al como con de del el en es esta este fue ha la las lo los más no o para pero por que se sin sobre son su sus un
    una y che di da è gli il lo nel nella non per sono os as do da em uma não com dos das het een van is op te dat
"""
_EMPTY_WORDS = frozenset(_FUNCTION_WORDS.split())


@lru_cache(maxsize=4096)
def content_words(text: str) -> frozenset[str]:
    """Return the words that carry content, casefolded, cut to a rough stem; letter pairs in unspaced scripts."""
    words: set[str] = set()
    for run in _UNSPACED.findall(text):
        words.update(run[i : i + 2] for i in range(max(len(run) - 1, 1)))
    for word in _WORD.findall(_UNSPACED.sub(" ", text)):
        plain = word.casefold()
        if plain not in _EMPTY_WORDS and (len(plain) > 1 or plain.isdigit()):
            words.add(_stem(plain))
    return frozenset(words)


def _stem(word: str) -> str:
    """Cut common English endings, so that `tasks` meets `task`; other languages lose at most a plural."""
    if word[0].isdigit() or len(word) < 5:
        return word
    for ending in (
        "ations",
        "ation",
        "ingly",
        "ings",
        "ing",
        "edly",
        "ies",
        "ied",
        "ers",
        "ed",
        "es",
        "er",
        "ly",
        "s",
        "e",
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def overlap(left: str, right: str) -> float:
    """Return the share (0-1) of the shorter text's content words that both hold, 0 when they share fewer than two.

    A text of one or two content words may share just one.
    """
    first, second = content_words(left), content_words(right)
    shortest = min(len(first), len(second))
    shared = len(first & second)
    if not shortest or shared < min(2, (shortest + 1) // 2):
        return 0.0
    return shared / shortest
