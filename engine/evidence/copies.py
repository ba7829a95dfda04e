"""Copies of one text at several addresses: a syndicated article is one witness, however many sites print it."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Callable, Sequence

from engine.values import Source

_WORD = re.compile(r"\w+")
# Runs of this many words are compared; of all runs one in this many is looked at, the same ones in every text.
_RUN_WORDS, _ONE_IN = 6, 8
# Shorter texts are alike too easily: notices, empty shells.
_LEAST_RUNS = 8
# Of the shorter text's runs, and of the longer one's: around an article every site puts its own words.
_LEAST_OF_SHORTER, _LEAST_OF_LONGER = 0.8, 0.4


def with_copies(sources: Sequence[Source], text_of: Callable[[Source], str | None]) -> tuple[Source, ...]:
    """Note on each source the first earlier one that has nearly the same text.

    Args:
        sources: In the order of their ids.
        text_of: Gives a source's stored text, None where there is none.
    """
    seen: dict[int, list[int]] = {}  # run -> sources that have it, by place
    sizes: list[int] = []
    first: dict[int, int] = {}
    for place, source in enumerate(sources):
        runs = _runs(text_of(source) or "")
        sizes.append(len(runs))
        if len(runs) < _LEAST_RUNS:
            continue
        shared = Counter(earlier for run in runs for earlier in seen.get(run, ()))
        alike = [earlier for earlier, count in shared.items() if _is_copy(count, len(runs), sizes[earlier])]
        if alike:
            # A copy of a copy is one of the first.
            first[place] = min(first.get(earlier, earlier) for earlier in alike)
        for run in runs:
            seen.setdefault(run, []).append(place)
    return tuple(
        source.model_copy(update={"same_text_as": sources[first[place]].id}) if place in first else source
        for place, source in enumerate(sources)
    )


def _runs(text: str) -> frozenset[int]:
    words = _WORD.findall(text.casefold())
    hashes = (
        zlib.crc32(" ".join(words[start : start + _RUN_WORDS]).encode())
        for start in range(max(len(words) - _RUN_WORDS + 1, 0))
    )
    return frozenset(value for value in hashes if value % _ONE_IN == 0)


def _is_copy(shared: int, size: int, other: int) -> bool:
    return shared >= _LEAST_OF_SHORTER * min(size, other) and shared >= _LEAST_OF_LONGER * max(size, other)
