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
        left = lane_x(layout, place + 1, len(run.waves))
        reviewer = layout.boxes[f"reviewer-{wave.wave}"]
        pill = QPointF(left + 18, y)
        marks.append(LoopMark(wave.wave, pill, _reason_box(layout, wave, left, y, reviewer)))
    return marks


def _reason_box(layout: Layout, wave: WaveView, left: float, y: float, reviewer: QRectF) -> QRectF:
    """Under the wave when there is room, else beside the loop's rise under the reviewer."""
    tray = layout.trays[wave.wave].box
    rise = rise_x(layout, wave)
    if y - 16 - tray.bottom() > 46:
        top = max(tray.bottom() + 10, y - 16 - 54)
        return QRectF(left + 16, top, rise - left - 30, y - 16 - top)
    return QRectF(rise + 10, reviewer.bottom() + 10, reviewer.right() - rise - 6, 122)
