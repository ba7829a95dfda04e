"""The edges of the graph: one route for each tie of the declaration, laid around the cards, each with its state."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from engine.snapshot import RunSnapshot
from widgets.graph import fan, nodes
from widgets.graph.nodes import EdgeState
from widgets.graph.paths import Line, left_of, right_angled, right_of
from widgets.graph.placing import LANE_STEP_PX, Layout, asked
from widgets.graph.unrolled import Tie

# Under the others first: a solid line may cover dots, dots must not hide in a solid line.
DRAW_ORDER: tuple[EdgeState, ...] = ("waiting", "failed", "done", "review", "live")
REASON_LINES_PX = 46  # the least height for a reason that stands on its loop
BUS_PX = 18  # from the first wave's tray to the line that feeds its cards
Ends = tuple[tuple[str, str], ...]
States = dict[tuple[str, str], EdgeState]


@dataclass(frozen=True)
class Route:
    """One drawn line; `ties` are what it stands for, `bead` says whether something travels along it.

    The arrow is at its end, or at its begin for what gathers: `backward`.
    """

    path: QPainterPath
    state: EdgeState
    ties: Ends = ()
    arrow: bool = True
    bead: bool = False
    backward: bool = False


def routes(run: RunSnapshot, layout: Layout) -> list[Route]:
    """Return every edge, in drawing order."""
    ties = layout.unrolled.ties
    told = nodes.edge_states(run, layout.unrolled.nodes, ties)
    states = {tie.ends: state for tie, state in zip(ties, told, strict=True)}
    found: list[Route] = []
    for (carries, wave), group in groupby(ties, key=lambda tie: (tie.link.carries, tie.wave)):
        alike = list(group)
        ends = tuple(layout.unrolled.declaration.per(name) for name in (alike[0].link.source, alike[0].link.target))
        if layout.trays and ends == ("run", "question"):
            found += _questions(layout, wave, alike, states)
        elif layout.trays and ends == ("question", "wave"):
            found += _answers(layout, wave, alike, states)
        elif carries == "follow_ups":
            travels = wave == run.waves[-1].wave and run.state in ("planning", "preparing")
            found += [_loop(layout, tie, travels=travels) for tie in alike]
        else:
            found += [_straight(layout, tie, states[tie.ends]) for tie in alike]
    return sorted(found, key=lambda route: DRAW_ORDER.index(route.state))


def rise_x(layout: Layout, wave: int) -> float:
    """Return where a loop leaves its reviewer: its middle, or further left when the reason stands beside it."""
    reviewer, tray = layout.boxes[layout.unrolled.reviews(wave)[-1]], layout.trays[wave].box
    roomy = layout.loop_y - 16 - layout.ground_y(tray.left(), reviewer.right()) > REASON_LINES_PX
    return reviewer.center().x() if roomy else reviewer.left() + 16


def lane_x(layout: Layout, place: int) -> float:
    """Return where lane and loop of the wave at a place meet the planner: later waves further left."""
    spread = LANE_STEP_PX / 2 * max(0, len(layout.unrolled.waves) - 2)
    lead = layout.boxes[layout.unrolled.leads()[-1]]
    return lead.center().x() - LANE_STEP_PX * (place - 1) + spread


def lane_y(layout: Layout, place: int) -> float:
    """Return the height of the lane that feeds the wave at a place."""
    return layout.lane_y + LANE_STEP_PX * (len(layout.unrolled.waves) - 1 - place)


def loop_y(layout: Layout, place: int) -> float:
    """Return the height of the lower line of a loop, by its place among the loops."""
    return layout.loop_y - LANE_STEP_PX * (len(asked(layout.unrolled.waves)) - 1 - place)


def feed_x(layout: Layout, wave: int) -> float:
    """Return where the line runs from which the cards of a wave are fed."""
    is_first = wave == layout.unrolled.waves[0].wave
    return layout.trays[wave].box.left() - (BUS_PX if is_first else layout.spacing.gap_px / 2)


def _questions(layout: Layout, wave: int, ties: list[Tie], told: States) -> list[Route]:
    """Return the edges to the cards of a wave: straight to the first one, over a lane above to a later one."""
    place = [view.wave for view in layout.unrolled.waves].index(wave)
    lead, tray, bus_x = layout.boxes[ties[0].source], layout.trays[wave], feed_x(layout, wave)
    if place == 0:
        trunk = [right_of(lead), QPointF(bus_x, lead.center().y())]
    else:
        x, y = lane_x(layout, place), lane_y(layout, place)
        trunk = [QPointF(x, lead.top()), QPointF(x, y), QPointF(bus_x, y)]
    states = [told[tie.ends] for tie in ties]
    ends = tuple(tie.ends for tie in ties)
    if tray.folded:
        # One line stands for all.
        end = QPointF(tray.box.left(), lead.center().y() if place == 0 else tray.box.center().y())
        state = fan.strongest(states)
        line = [*trunk, QPointF(bus_x, end.y()), end]
        return [Route(right_angled(line), state, ends, bead=state == "live")]
    boxes = [layout.boxes[tie.target] for tie in ties]
    return [Route(right_angled(stretch.line), stretch.state, (ends[stretch.place],), arrow=False,
                  bead=stretch.state == "live")
            for stretch in fan.spread(trunk, bus_x, tray, boxes, states)]  # fmt: skip


def _answers(layout: Layout, wave: int, ties: list[Tie], told: States) -> list[Route]:
    """Return the edges from the cards of a wave to what gathers their answers."""
    tray, end = layout.trays[wave], left_of(layout.boxes[ties[0].target])
    states = [told[tie.ends] for tie in ties]
    ends = tuple(tie.ends for tie in ties)
    if tray.folded:
        return [Route(right_angled([QPointF(tray.box.right(), end.y()), end]), fan.strongest(states), ends)]
    bus_x = tray.box.right() + layout.spacing.gap_px / 2
    boxes = [layout.boxes[tie.source] for tie in ties]
    found = []
    for stretch in fan.gather(tray, bus_x, end, boxes, states):
        at_end = stretch.line[0].x() == end.x()
        found.append(Route(right_angled(stretch.line), stretch.state, (ends[stretch.place],), arrow=at_end,
                           backward=True))  # fmt: skip
    return found


def _straight(layout: Layout, tie: Tie, state: EdgeState) -> Route:
    """Return the edge between two boxes that stand beside or above each other."""
    path = right_angled(_between(layout.boxes[tie.source], layout.boxes[tie.target]))
    return Route(path, state, (tie.ends,), bead=state == "live")


def _loop(layout: Layout, tie: Tie, *, travels: bool) -> Route:
    """Return the loop from a reviewer that asked for more, under the waves, to the planner."""
    loops = [wave.wave for wave in asked(layout.unrolled.waves)]
    place = [wave.wave for wave in layout.unrolled.waves].index(tie.wave)
    x, y, rise = lane_x(layout, place + 1), loop_y(layout, loops.index(tie.wave)), rise_x(layout, tie.wave)
    start = QPointF(rise, layout.boxes[tie.source].bottom())
    line = [start, QPointF(rise, y), QPointF(x, y), QPointF(x, layout.boxes[tie.target].bottom())]
    return Route(right_angled(line, 10), "review", (tie.ends,), bead=travels)


def _between(before: QRectF, after: QRectF) -> Line:
    if after.left() >= before.right():
        return [right_of(before), QPointF(after.left(), before.center().y())]
    return [QPointF(before.center().x(), before.bottom()), QPointF(before.center().x(), after.top())]
