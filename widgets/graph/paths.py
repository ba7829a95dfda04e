"""Right-angled lines of the graph: round corners, and what two lines from one root share."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

RADIUS_PX = 9.0
Line = list[QPointF]  # corners; every stretch is horizontal or vertical


def right_angled(line: Line, radius_px: float = RADIUS_PX) -> QPainterPath:
    """Return a path along a line, with round corners."""
    corners = simple(line)
    path = QPainterPath(corners[0])
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        radius = min(radius_px, length(before, corner) / 2, length(corner, after) / 2)
        path.lineTo(_towards(corner, before, radius))
        path.quadTo(corner, _towards(corner, after, radius))
    path.lineTo(corners[-1])
    return path


def simple(line: Line) -> Line:
    """Return a line without points that stand twice or in the middle of a straight stretch."""
    corners: Line = []
    for point in line:
        if corners and point == corners[-1]:
            continue
        if len(corners) > 1 and direction(corners[-2], corners[-1]) == direction(corners[-1], point):
            corners.pop()
        corners.append(point)
    return corners if len(corners) > 1 else [*corners, *corners]


def direction(start: QPointF, end: QPointF) -> tuple[bool, bool, bool, bool]:
    """Return whether a stretch goes right, left, down, up."""
    across, down = end.x() - start.x(), end.y() - start.y()
    return across > 0, across < 0, down > 0, down < 0


def shared_px(one: Line, other: Line) -> float:
    """Return how far two simple lines that begin at one point run together."""
    shared = 0.0
    for (start, end), (other_start, other_end) in zip(pairwise(one), pairwise(other), strict=False):
        if start != other_start or direction(start, end) != direction(other_start, other_end):
            return shared
        shared += min(length(start, end), length(other_start, other_end))
        if end != other_end:
            return shared
    return shared


def cut(line: Line, from_start_px: float) -> Line:
    """Return what is left of a simple line behind a distance from its start; empty when nothing is."""
    for place, (start, end) in enumerate(pairwise(line)):
        stretch = length(start, end)
        if from_start_px < stretch:
            return [_towards(start, end, from_start_px), *line[place + 1 :]]
        from_start_px -= stretch
    return []


def left_of(box: QRectF) -> QPointF:
    """Return the middle of a box's left side."""
    return QPointF(box.left(), box.center().y())


def right_of(box: QRectF) -> QPointF:
    """Return the middle of a box's right side."""
    return QPointF(box.right(), box.center().y())


def length(one: QPointF, other: QPointF) -> float:
    """Return the length of a horizontal or vertical stretch."""
    return (other - one).manhattanLength()


def _towards(start: QPointF, end: QPointF, distance_px: float) -> QPointF:
    whole = length(start, end)
    return start if not whole else start + (end - start) * (distance_px / whole)
