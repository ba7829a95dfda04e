"""The edges of the graph as right-angled paths with round corners, each with its state."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from engine.snapshot import RunSnapshot, WaveView
from widgets import graph_nodes as nodes
from widgets.graph_layout import GAP_PX, LANE_STEP_PX, Layout
from widgets.graph_nodes import EdgeState

RADIUS_PX = 9.0
# Under the others first: a solid line may cover dots, dots must not hide in a solid line.
DRAW_ORDER: tuple[EdgeState, ...] = ("waiting", "failed", "done", "review", "live")
_STRENGTH: tuple[EdgeState, ...] = ("live", "done", "failed", "waiting")


@dataclass(frozen=True)
class Route:
    """One edge; `bead` says whether something travels along it."""

    path: QPainterPath
    state: EdgeState
    arrow: bool = True
    bead: bool = False


def right_angled(points: list[QPointF], radius_px: float = RADIUS_PX) -> QPainterPath:
    """Return a path through points whose lines are all horizontal or vertical, with round corners."""
    points = [point for place, point in enumerate(points) if place == 0 or point != points[place - 1]]
    path = QPainterPath(points[0])
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        radius = min(radius_px, _length(before, corner) / 2, _length(corner, after) / 2)
        path.lineTo(_towards(corner, before, radius))
        path.quadTo(corner, _towards(corner, after, radius))
    path.lineTo(points[-1])
    return path


def routes(run: RunSnapshot, layout: Layout) -> list[Route]:
    """Return every edge, in drawing order."""
    found: list[Route] = []
    waves = run.waves
    for place, wave in enumerate(waves):
        found += _questions(layout, wave) if place == 0 else _lane(layout, waves, place)
        found += _answers(layout, wave)
        found += _review(run, layout, wave, is_last=place == len(waves) - 1)
    if not waves:
        found += _before_the_plan(run, layout)
    found += _loops(run, layout)
    return sorted(found, key=lambda route: DRAW_ORDER.index(route.state))


def rise_x(layout: Layout, wave: WaveView) -> float:
    """Return where the loop leaves the reviewer: its middle, or further left when the reason stands beside it."""
    reviewer, tray = layout.boxes[f"reviewer-{wave.wave}"], layout.trays[wave.wave].box
    roomy = layout.loop_y - 16 - tray.bottom() > 46
    return reviewer.center().x() if roomy else reviewer.left() + 16


def _questions(layout: Layout, wave: WaveView) -> list[Route]:
    """Return the edges from the planner to the first wave."""
    start = _right(layout.boxes["planner"])
    tray = layout.trays[wave.wave]
    if tray.folded:
        return [Route(right_angled([start, QPointF(tray.box.left(), start.y())]), "done")]
    bus_x = tray.box.left() - 18
    return _fan_out(layout, wave, [start], bus_x, start.y())


def _lane(layout: Layout, waves: tuple[WaveView, ...], place: int) -> list[Route]:
    """Return the edges of the lane above the waves that feeds a later wave."""
    wave, total = waves[place], len(waves)
    tray = layout.trays[wave.wave]
    x, y = lane_x(layout, place, total), lane_y(layout, place, total)
    start = QPointF(x, layout.boxes["planner"].top())
    bus_x = tray.box.left() - GAP_PX / 2
    trunk = [start, QPointF(x, y), QPointF(bus_x, y)]
    if tray.folded:
        return [Route(right_angled([*trunk, QPointF(bus_x, tray.box.center().y()), _left(tray.box)]), "done")]
    return _fan_out(layout, wave, trunk, bus_x, y)


def _fan_out(layout: Layout, wave: WaveView, trunk: list[QPointF], bus_x: float, bus_y: float) -> list[Route]:
    """Spread a trunk to the cards: the strongest state owns the shared line, the others go on where it ends."""
    ends = {view.researcher: _left(layout.boxes[nodes.researcher_key(view)]) for view in wave.researchers}
    states = {view.researcher: nodes.research_edge(view) for view in wave.researchers}
    owner = min(states.values(), key=_STRENGTH.index)
    reached = [bus_y, *(ends[place].y() for place, state in states.items() if state == owner)]
    found = []
    for place, state in states.items():
        end = ends[place]
        turn = QPointF(bus_x, end.y())
        if state == owner:
            path = right_angled([*trunk, QPointF(bus_x, bus_y), turn, end])
        else:
            begin = QPointF(bus_x, min(max(end.y(), min(reached)), max(reached)))
            path = right_angled([begin, turn, end])
        found.append(Route(path, state, arrow=False, bead=state == "live"))
    return found


def _answers(layout: Layout, wave: WaveView) -> list[Route]:
    """Return the edges from a wave's cards to its collector, one trunk for each state."""
    tray = layout.trays[wave.wave]
    end = _left(layout.boxes[f"collector-{wave.wave}"])
    if tray.folded:
        return [Route(right_angled([QPointF(tray.box.right(), end.y()), end]), "done")]
    bus_x = tray.box.right() + GAP_PX / 2
    found = []
    states: tuple[EdgeState, ...] = ("waiting", "failed", "done")
    for state in states:
        cards = [layout.boxes[nodes.researcher_key(view)] for view in wave.researchers
                 if nodes.answer_edge(view) == state]  # fmt: skip
        aside = state == "failed"
        found += _fan_in(cards, bus_x - (5 if aside else 0), end + QPointF(0, 14 if aside else 0), state)
    return found


def _fan_in(cards: list[QRectF], bus_x: float, end: QPointF, state: EdgeState) -> list[Route]:
    found = []
    above = sorted((box for box in cards if box.center().y() <= end.y()), key=lambda box: box.center().y())
    below = sorted((box for box in cards if box.center().y() > end.y()), key=lambda box: -box.center().y())
    for side in (above, below):
        for place, box in enumerate(side):
            start = _right(box)
            turn = QPointF(bus_x, start.y())
            if place == 0 or state == "done":
                found.append(Route(right_angled([start, turn, QPointF(bus_x, end.y()), end]), state))
            else:
                found.append(Route(right_angled([start, turn]), state, arrow=False))
    return found


def _review(run: RunSnapshot, layout: Layout, wave: WaveView, *, is_last: bool) -> list[Route]:
    """Return the edges collector to reviewer and, after the last wave, reviewer to writer."""
    collector, reviewer = layout.boxes[f"collector-{wave.wave}"], layout.boxes[f"reviewer-{wave.wave}"]
    state = nodes.stage_edge(nodes.reviewer(run, wave))
    found = [Route(_between(collector, reviewer), state, bead=state == "live")]
    if is_last:
        state = nodes.stage_edge(nodes.writer(run))
        found.append(Route(_between(reviewer, layout.boxes["writer"]), state, bead=state == "live"))
    return found


def _before_the_plan(run: RunSnapshot, layout: Layout) -> list[Route]:
    chain = ["planner", "researchers", "collector-1", "reviewer-1", "writer"]
    boxes = [layout.boxes[key] for key in chain]
    return [Route(_between(before, after), "waiting") for before, after in pairwise(boxes)]


def _loops(run: RunSnapshot, layout: Layout) -> list[Route]:
    """Return the loops from reviewers that asked for more back to the planner."""
    found = []
    loops = asked(run.waves)
    for place, wave in enumerate(loops):
        y = loop_y(layout, place, len(loops))
        x = lane_x(layout, place + 1, len(run.waves))
        rise = rise_x(layout, wave)
        start = QPointF(rise, layout.boxes[f"reviewer-{wave.wave}"].bottom())
        end = QPointF(x, layout.boxes["planner"].bottom())
        path = right_angled([start, QPointF(rise, y), QPointF(x, y), end], 10)
        travels = wave is run.waves[-1] and run.state == "planning"
        found.append(Route(path, "review", bead=travels))
    return found


def asked(waves: tuple[WaveView, ...]) -> list[WaveView]:
    """Return the waves whose reviewer asked for more."""
    return [wave for wave in waves if wave.decision is not None and wave.decision.status == "needs_more_research"]


def lane_x(layout: Layout, place: int, total: int) -> float:
    """Return where lane and loop of the wave at a place meet the planner: later waves further left."""
    return layout.boxes["planner"].center().x() - LANE_STEP_PX * (place - 1) + LANE_STEP_PX / 2 * max(0, total - 2)


def lane_y(layout: Layout, place: int, total: int) -> float:
    """Return the height of the lane that feeds the wave at a place."""
    return layout.lane_y + LANE_STEP_PX * (total - 1 - place)


def loop_y(layout: Layout, place: int, total: int) -> float:
    """Return the height of a loop's lower line."""
    return layout.loop_y - LANE_STEP_PX * (total - 1 - place)


def _between(before: QRectF, after: QRectF) -> QPainterPath:
    if after.left() >= before.right():
        return right_angled([_right(before), QPointF(after.left(), before.center().y())])
    return right_angled([QPointF(before.center().x(), before.bottom()), QPointF(before.center().x(), after.top())])


def _left(box: QRectF) -> QPointF:
    return QPointF(box.left(), box.center().y())


def _right(box: QRectF) -> QPointF:
    return QPointF(box.right(), box.center().y())


def _length(one: QPointF, other: QPointF) -> float:
    return (other - one).manhattanLength()


def _towards(start: QPointF, end: QPointF, distance_px: float) -> QPointF:
    length = _length(start, end)
    return start if not length else start + (end - start) * (distance_px / length)
