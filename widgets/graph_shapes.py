"""The forms the graph can take, from the most telling to the smallest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Literal

from engine.snapshot import WaveView

# Where the stages behind the cards stand: all in a row, or in columns with the last ones beside or below.
Tail = Literal["row", "beside", "stack"]

CARDS_PX = ((224, 88), (208, 66), (336, 46), (208, 46))
PIP_PX = (56, 28)
MOST_COLUMNS = 8
# The user's wish for a wave: True = pips, False = cards; waves without a wish are as the room asks for.
Folds = Mapping[int, bool]


@dataclass(frozen=True)
class Shape:
    """One form: the size and the columns of cards, whether finished waves are pips, where the last stages stand."""

    card_px: tuple[int, int]
    columns: int
    folded: bool
    tail: Tail


@dataclass(frozen=True)
class Spacing:
    """Sizes and distances that do not depend on the number of cards."""

    lead_px: tuple[int, int]
    stage_px: tuple[int, int]
    first_gap_px: int  # between the planner and the first wave
    gap_px: int  # around the cards of a wave
    row_gap_px: int
    stack_gap_px: int


COMPACT = Spacing((96, 68), (108, 52), first_gap_px=36, gap_px=26, row_gap_px=40, stack_gap_px=30)
ROOMY = Spacing((124, 68), (132, 56), first_gap_px=48, gap_px=38, row_gap_px=44, stack_gap_px=34)
# While nothing is planned, the planner tells at length what it does.
OPENING = Spacing((236, 76), (132, 56), first_gap_px=40, gap_px=40, row_gap_px=40, stack_gap_px=34)

_TAILS: tuple[tuple[bool, Tail], ...] = (
    (False, "row"), (False, "beside"), (False, "stack"), (True, "beside"), (True, "stack"),
)  # fmt: skip


def shapes(waves: tuple[WaveView, ...], *, pips: bool = False) -> Iterator[Shape]:
    """Yield the forms a run may take, the most telling first.

    Args:
        pips: Whether even the wave at work is pips.
    """
    most = max((len(wave.researchers) for wave in waves), default=1)
    for columns in range(1, min(MOST_COLUMNS, ceil(most / 2)) + 1):
        for card in (PIP_PX,) if pips else CARDS_PX:
            for folded, tail in _TAILS:
                if is_possible(waves, folded=folded, tail=tail):
                    yield Shape(card, columns, folded, tail)


def is_possible(waves: tuple[WaveView, ...], *, folded: bool, tail: Tail) -> bool:
    """Return whether a form may be tried at all."""
    if tail == "row":
        return len(waves) < 2
    if folded and len(waves) < 2:
        return False
    # A loop leaves the last reviewer downwards, so nothing may stand below it.
    asks = bool(waves) and waves[-1].decision is not None and waves[-1].decision.status == "needs_more_research"
    return not (tail == "stack" and asks)


def is_folded(waves: tuple[WaveView, ...], wave: WaveView, shape: Shape, folds: Folds) -> bool:
    """Return whether a wave is a folder of pips: as the user wishes, else a finished one that another followed."""
    if wave.wave in folds:
        return folds[wave.wave]
    return shape.folded and wave.decision is not None and wave is not waves[-1]
