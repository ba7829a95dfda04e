"""Edges that spread from one trunk to the cards of a wave, and those that gather from the cards to one end."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from widgets.graph.grid import Tray
from widgets.graph.nodes import EdgeState
from widgets.graph.paths import Line, cut, left_of, right_of, shared_px, simple

# The strongest state owns what it shares with others.
STRENGTH: tuple[EdgeState, ...] = ("live", "done", "failed", "waiting")
ASIDE_PX = 5  # what failed goes beside what was answered
ASIDE_END_PX = 14


@dataclass(frozen=True)
class Stretch:
    """The part of a card's edge that is drawn: all of it, or what no stronger one has drawn."""

    place: int  # of the card
    state: EdgeState
    line: Line


def spread(trunk: Line, bus_x: float, tray: Tray, boxes: list[QRectF], states: list[EdgeState]) -> list[Stretch]:
    """Return the edges from a trunk, which ends on the bus left of a tray, to each of its cards."""
    lines = [simple([*trunk, *_down_to(tray, bus_x, place, box)]) for place, box in enumerate(boxes)]
    return _without_shared(lines, states, dotted=frozenset())


def gather(tray: Tray, bus_x: float, end: QPointF, boxes: list[QRectF], states: list[EdgeState]) -> list[Stretch]:
    """Return the edges from the cards of a tray over the bus right of it to one end; lines begin at that end."""
    lines = []
    for place, (box, state) in enumerate(zip(boxes, states, strict=True)):
        aside = state == "failed"
        goal = end + QPointF(0, ASIDE_END_PX if aside else 0)
        x = bus_x - (ASIDE_PX if aside else 0)
        lines.append(simple([goal, QPointF(x, goal.y()), *_up_from(tray, x, place, box, aside=aside)]))
    return _without_shared(lines, states, dotted=frozenset(("waiting", "failed")))


def strongest(states: list[EdgeState]) -> EdgeState:
    """Return the state that stands for all of them."""
    return min(states, key=STRENGTH.index)


def _down_to(tray: Tray, bus_x: float, place: int, box: QRectF) -> Line:
    end = left_of(box)
    column = place // tray.grid.rows
    if column == 0:
        return [QPointF(bus_x, end.y()), end]
    above, x = tray.above_y(), tray.in_x(column)
    return [QPointF(bus_x, above), QPointF(x, above), QPointF(x, end.y()), end]


def _up_from(tray: Tray, bus_x: float, place: int, box: QRectF, *, aside: bool) -> Line:
    start = right_of(box)
    column = place // tray.grid.rows
    if column == tray.grid.columns - 1:
        return [QPointF(bus_x, start.y()), start]
    below, x = tray.below_y() - (3 if aside else 0), tray.out_x(column) - (3 if aside else 0)
    return [QPointF(bus_x, below), QPointF(x, below), QPointF(x, start.y()), start]


def _without_shared(lines: list[Line], states: list[EdgeState], dotted: frozenset[EdgeState]) -> list[Stretch]:
    """Cut from each line what a stronger one draws; dots are not drawn over dots of their own kind either."""
    order = sorted(range(len(lines)), key=lambda place: (STRENGTH.index(states[place]), len(lines[place])))
    drawn: list[tuple[EdgeState, Line]] = []
    found: dict[int, Stretch] = {}
    for place in order:
        state = states[place]
        over = [line for other, line in drawn if other != state or state in dotted]
        rest = cut(lines[place], max((shared_px(lines[place], line) for line in over), default=0.0))
        drawn.append((state, lines[place]))
        if rest:
            found[place] = Stretch(place, state, rest)
    return [found[place] for place in sorted(found)]
