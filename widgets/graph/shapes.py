"""The forms the graph can take, from the most telling to the smallest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Literal

from engine.snapshot import WaveView

# Where the stages behind the cards stand: all in a row, or in columns with the last ones beside or below.
Tail = Literal["row", "beside", "stack"]
# What a finished wave is that another one followed: cards, pips, or pips with icons for its stages.
Finished = Literal["cards", "pips", "icons"]
Fold = tuple[Finished, Tail]

CARDS_PX = ((224, 88), (208, 66), (336, 46), (208, 46))
PIP_PX = (56, 28)
ICON_STAGE_PX = (40, 40)
MOST_COLUMNS = 8
# The user's wish for a wave: True = pips, False = cards; waves without a wish are as the room asks for.
Folds = Mapping[int, bool]


@dataclass(frozen=True)
class Shape:
    """One form: the size and the columns of cards, what finished waves are, where the last stages stand."""

    card_px: tuple[int, int]
    columns: int
    finished: Finished
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
OPENING = Spacing((236, 68), (132, 56), first_gap_px=40, gap_px=40, row_gap_px=40, stack_gap_px=34)

# Each later one takes less room: finished waves become pips, then their collector and reviewer become icons.
_FULL: tuple[Fold, ...] = (
    ("cards", "row"), ("cards", "beside"), ("cards", "stack"), ("pips", "beside"), ("pips", "stack"),
)  # fmt: skip
_NARROW: tuple[Fold, ...] = (("icons", "beside"), ("icons", "stack"))
_PIPS: tuple[Fold, ...] = (("cards", "row"), ("pips", "beside"), ("pips", "stack"), *_NARROW, *_FULL[1:3])


def shapes(waves: tuple[WaveView, ...], *, pips: bool = False) -> Iterator[Shape]:
    """Yield the forms a run may take, the most telling first.

    Args:
        pips: Whether even the wave at work is pips.
    """
    most = max((len(wave.researchers) for wave in waves), default=1)
    columns = range(1, min(MOST_COLUMNS, ceil(most / 2)) + 1)
    ways = ((_PIPS, (PIP_PX,)),) if pips else ((_FULL, CARDS_PX), (_NARROW, CARDS_PX))
    for folds, cards in ways:
        for count, card, (finished, tail) in product(columns, cards, folds):
            if is_possible(waves, finished=finished, tail=tail):
                yield Shape(card, count, finished, tail)


def is_possible(waves: tuple[WaveView, ...], *, finished: Finished, tail: Tail) -> bool:
    """Return whether a form may be tried at all."""
    if tail == "row":
        return len(waves) < 2
    if finished != "cards" and len(waves) < 2:
        return False
    # A loop leaves the last reviewer downwards, so nothing may stand below it.
    asks = bool(waves) and waves[-1].decision is not None and waves[-1].decision.status == "needs_more_research"
    return not (tail == "stack" and asks)


def is_folded(waves: tuple[WaveView, ...], wave: WaveView, shape: Shape, folds: Folds) -> bool:
    """Return whether a wave is a folder of pips: as the user wishes, else a finished one that another followed."""
    if wave.wave in folds:
        return folds[wave.wave]
    return shape.finished != "cards" and wave.decision is not None and wave is not waves[-1]
