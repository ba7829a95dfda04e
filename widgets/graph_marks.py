"""Words beside the edges of the graph: the labels of lanes, the pills of loops and their reasons."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from engine.snapshot import RunSnapshot, WaveView
from widgets.graph_layout import Layout
from widgets.graph_routes import asked, lane_x, lane_y, loop_y, rise_x


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


def lane_labels(run: RunSnapshot, layout: Layout) -> list[LaneLabel]:
    """Return the words on the lanes."""
    labels = []
    for place, wave in enumerate(run.waves[1:], 1):
        count = len(wave.researchers)
        text = f"{count} follow-up question{'s' if count != 1 else ''}"
        at = QPointF(lane_x(layout, place, len(run.waves)) + 48, lane_y(layout, place, len(run.waves)))
        labels.append(LaneLabel(text, at))
    return labels


def loop_marks(run: RunSnapshot, layout: Layout) -> list[LoopMark]:
    """Return where pills and reasons go."""
    marks = []
    loops = asked(run.waves)
    for place, wave in enumerate(loops):
        y = loop_y(layout, place, len(loops))
        # Each pill has its loop's own stretch: from the planner, or from where the loop before it rises.
        left = rise_x(layout, loops[place - 1]) if place else lane_x(layout, 1, len(run.waves))
        tray = layout.trays[wave.wave].box
        stands = y - 16 - tray.bottom() > 46
        box = _above_the_pill(layout, wave, left, y) if stands else _below_the_reviewer(layout, wave)
        marks.append(LoopMark(wave.wave, QPointF(left + 18, y), box, stands))
    return marks


def _above_the_pill(layout: Layout, wave: WaveView, left: float, y: float) -> QRectF:
    top = max(layout.trays[wave.wave].box.bottom() + 10, y - 16 - 54)
    return QRectF(left + 16, top, rise_x(layout, wave) - left - 30, y - 16 - top)


def _below_the_reviewer(layout: Layout, wave: WaveView) -> QRectF:
    """Beside the loop's rise, when the wave's tray leaves no room under it."""
    reviewer, rise = layout.boxes[f"reviewer-{wave.wave}"], rise_x(layout, wave)
    return QRectF(rise + 10, reviewer.bottom() + 10, reviewer.right() - rise - 6, 122)
