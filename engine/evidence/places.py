"""Places of citations in a text that is worked on, and how they are printed as numbers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.evidence.dialect import MARK_CLOSE, MARK_OPEN

_PLACE = re.compile(f"{MARK_OPEN}(\\d+){MARK_CLOSE}")
_ONE = f"{MARK_OPEN}\\d+{MARK_CLOSE}"
# Emphasis around nothing but places goes along with them when they are empty.
_PLACES = re.compile(rf"(?P<mark>\*\*|__|\*|_)?(?P<places>{_ONE}(?:[ \t]*{_ONE})*)(?(mark)(?P=mark))|{_ONE}")


@dataclass
class Place:
    """A citation mark while its region is worked on: the ids it names."""

    ids: list[str]
    is_guess: bool = False  # a bare number taken for an id: it holds only where a quote fits


@dataclass
class Printed:
    """A printed region: its text, what its marks stand for, and the way from old positions to new ones."""

    pieces: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    _old: list[int] = field(default_factory=lambda: [0])
    _new: list[int] = field(default_factory=lambda: [0])

    @property
    def text(self) -> str:
        """The printed text."""
        return "".join(self.pieces)

    def position(self, old: int) -> int:
        """Return where a position of the unprinted text is now."""
        index = bisect_right(self._old, old) - 1
        following = self._new[index + 1] if index + 1 < len(self._new) else self._new[-1]
        return min(self._new[index] + old - self._old[index], following)

    def add(self, text: str, old_end: int) -> None:
        """Append what the old text up to `old_end` became."""
        self.pieces.append(text)
        self._old.append(old_end)
        self._new.append(self._new[-1] + len(text))


def printed(text: str, resolved: Mapping[int, list[str]], numbers: Mapping[str, int]) -> Printed:
    """Print a region.

    Args:
        text: With places.
        resolved: By place, the quotes or sources it cites; empty where it cites nothing.
        numbers: By source id.
    """
    done = Printed()
    position = 0
    for match in _PLACES.finditer(text):
        names: dict[str, str] = {}
        for index in map(int, _PLACE.findall(match.group())):
            for name in resolved.get(index, []):
                names.setdefault(name.partition(".")[0], name)
        before = text[position : match.start()]
        done.add(before if names else before.rstrip(" \t"), match.start())
        shown = "".join(f"[{numbers[source_id]}]" for source_id in names)
        emphasis = (match["mark"] or "") if names else ""
        position = match.end()
        # "[1](" would be a link and "[1]:" a definition to whoever reads the markdown.
        gap = " " if names and not emphasis and text[position : position + 1] in ("(", ":") else ""
        done.add(f"{emphasis}{shown}{emphasis}", position)
        done.marks.extend(names.values())
        if gap:
            done.add(gap, position)
    done.add(text[position:], len(text))
    return done
