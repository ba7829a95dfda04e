"""Words beside the edges of the graph: the labels of lanes, the pills of loops and their reasons."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from engine.snapshot import RunSnapshot
from resources.translation import trn
from widgets.graph.placing import Layout, asked
from widgets.graph.routes import REASON_LINES_PX, feed_x, lane_x, lane_y, loop_y, rise_x

REASON_PX = 122  # the height of a reason that hangs beside its loop
LEAST_REASON_PX = (70, 34)
REASON_WIDTH_PX = 300  # wider lines are no longer read at a glance


@dataclass(frozen=True)
class LaneLabel:
    """Words that stand in a gap of the lane above the waves; `at` is the middle of their left edge."""

    text: str
    at: QPointF


@dataclass(frozen=True)
class LoopMark:
    """Where the pill of a loop sits and where its reason may be written."""

    wave: int
    pill: QPointF  # left middle
    reason: QRectF
    stands: bool  # the reason stands on the pill; else it hangs from the reviewer

    def has_room(self) -> bool:
        """Return whether a reason can be read there."""
        return self.reason.width() >= LEAST_REASON_PX[0] and self.reason.height() >= LEAST_REASON_PX[1]


def lane_labels(run: RunSnapshot, layout: Layout) -> list[LaneLabel]:
    """Return the words on the lanes."""
    labels = []
    for place, wave in enumerate(run.waves[1:], 1):
        text = trn("{n} follow-up question", "{n} follow-up questions", len(wave.researchers))
        labels.append(LaneLabel(text, QPointF(lane_x(layout, place) + 48, lane_y(layout, place))))
    return labels


def loop_marks(layout: Layout) -> list[LoopMark]:
    """Return where pills and reasons go."""
    marks: list[LoopMark] = []
    loops = asked(layout.unrolled.waves)
    for place, wave in enumerate(loops):
        y = loop_y(layout, place)
        # Each pill has its loop's own stretch: from the planner, or from where the loop before it rises.
        left = rise_x(layout, loops[place - 1].wave) if place else lane_x(layout, 1)
        stands = y - 16 - layout.ground_y(left, rise_x(layout, wave.wave)) > REASON_LINES_PX
        box = _above_the_pill(layout, wave.wave, left, y) if stands else _below_the_reviewer(layout, wave.wave, y)
        if marks and not marks[-1].stands and stands:
            box.setLeft(max(box.left(), marks[-1].reason.right() + 8))
        marks.append(LoopMark(wave.wave, QPointF(left + 18, y), box, stands))
    return marks


def _above_the_pill(layout: Layout, wave: int, left: float, y: float) -> QRectF:
    top = max(layout.ground_y(left, rise_x(layout, wave)) + 10, y - 16 - 54)
    width = min(REASON_WIDTH_PX, rise_x(layout, wave) - left - 30)
    return QRectF(left + 16, top, width, y - 16 - top)


def _below_the_reviewer(layout: Layout, wave: int, y: float) -> QRectF:
    """Beside the loop's rise, when the wave's tray leaves no room under it; up to the line that feeds the next."""
    reviewer, rise = layout.boxes[layout.unrolled.reviews(wave)[-1]], rise_x(layout, wave)
    later = [other.wave for other in layout.unrolled.waves if other.wave > wave]
    right = feed_x(layout, later[0]) - 10 if later else reviewer.right() + 40
    height = min(REASON_PX, y - 8 - reviewer.bottom() - 10)
    return QRectF(rise + 10, reviewer.bottom() + 10, right - rise - 10, height)
