"""Where everything stands in the graph: chooses the largest form that fits, then places boxes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QRectF, QSizeF

from engine.snapshot import RunSnapshot, WaveView
from widgets import graph_nodes as nodes

Tail = Literal["row", "beside", "stack"]

MARGIN_PX = 12
PLANNER_PX = (96, 68)
STAGE_PX = (108, 52)
PIP_PX = (56, 28)
TAB_PX = 22
PAD_PX = 8
GAP_PX = 26
LANE_STEP_PX = 16
REASON_PX = 52
LOOP_ROOM_PX = 30


@dataclass(frozen=True)
class Shape:
    """One form of the graph: the size of a card, whether finished waves are pips, where the writer stands."""

    card_px: tuple[int, int]
    folded: bool
    tail: Tail


_CARDS_PX = ((224, 88), (208, 66), (336, 46), (208, 46))
_TAILS: tuple[tuple[bool, Tail], ...] = (
    (False, "row"), (False, "beside"), (False, "stack"), (True, "beside"), (True, "stack"),
)  # fmt: skip
# From the most telling form to the smallest one.
SHAPES = tuple(Shape(card, folded, tail) for card in _CARDS_PX for folded, tail in _TAILS)


@dataclass(frozen=True)
class Tray:
    """A wave's folder: `box` is the body, the tab stands on it; a folded one holds pips."""

    wave: int
    box: QRectF
    folded: bool


@dataclass
class Layout:
    """The boxes of every node by key, the trays, and where the loop and the lanes run."""

    shape: Shape
    boxes: dict[str, QRectF] = field(default_factory=dict)
    trays: dict[int, Tray] = field(default_factory=dict)
    loop_y: float = 0.0
    lane_y: float = 0.0
    size: QSizeF = field(default_factory=lambda: QSizeF(0, 0))

    def bottom(self) -> float:
        """Return the lowest edge of any box."""
        boxes = [*self.boxes.values(), *(tray.box for tray in self.trays.values())]
        return max(box.bottom() for box in boxes)


def lay_out(run: RunSnapshot, available: QSizeF) -> Layout:
    """Return the first form that fits into a size; the one that must shrink least when none does.

    Args:
        run: With `drawn_waves` as its waves.
    """
    largest: tuple[float, Layout] | None = None
    for shape in SHAPES:
        if shape.tail == "row" and len(run.waves) > 1:
            continue
        layout = _place(run, shape, available)
        scale = min(available.width() / layout.size.width(), available.height() / layout.size.height())
        if scale >= 1:
            return layout
        if largest is None or scale > largest[0]:
            largest = (scale, layout)
    assert largest is not None  # every run has forms
    return largest[1]


def is_folded(run: RunSnapshot, wave: WaveView, shape: Shape) -> bool:
    """Return whether a wave is shown as pips: a finished one that another wave followed."""
    return shape.folded and wave.decision is not None and wave is not run.waves[-1]


def _place(run: RunSnapshot, shape: Shape, available: QSizeF) -> Layout:
    layout = Layout(shape)
    lanes = max(0, len(run.waves) - 1)
    layout.lane_y = 20.0
    top = 20.0 + (20 + LANE_STEP_PX * (lanes - 1) if lanes else 0)
    x = float(MARGIN_PX + PLANNER_PX[0])
    waves: tuple[WaveView | None, ...] = run.waves or (None,)
    for place, wave in enumerate(waves):
        folded = wave is not None and is_folded(run, wave, shape)
        x += (24 if folded else 36) if place == 0 else GAP_PX
        x = _place_wave(layout, wave, x, top, folded)
        x = _place_review(layout, wave, x + (22 if folded else GAP_PX), top)
    _place_planner(layout, top)
    x = _place_writer(layout, x)
    _set_size(layout, run, x, available)
    return layout


def _place_wave(layout: Layout, wave: WaveView | None, x: float, top: float, folded: bool) -> float:
    if wave is None:
        # Nothing is planned yet: one box stands for the researchers to come.
        layout.boxes["researchers"] = QRectF(x, top + TAB_PX + PAD_PX, STAGE_PX[0] + 12, STAGE_PX[1])
        return x + STAGE_PX[0] + 12
    width, height = PIP_PX if folded else layout.shape.card_px
    step = height + (6 if folded else PAD_PX)
    first_y = top + (TAB_PX + PAD_PX)
    keys = [nodes.researcher_key(view) for view in wave.researchers]
    for place, key in enumerate(keys):
        layout.boxes[key] = QRectF(x + PAD_PX, first_y + place * step, width, height)
    body_top = top if folded else top + TAB_PX
    bottom = first_y + max(1, len(keys)) * step - (step - height) + PAD_PX
    layout.trays[wave.wave] = Tray(wave.wave, QRectF(x, body_top, width + 2 * PAD_PX, bottom - body_top), folded)
    return x + width + 2 * PAD_PX


def _place_review(layout: Layout, wave: WaveView | None, x: float, top: float) -> float:
    number = wave.wave if wave else 1
    width, height = STAGE_PX
    y = top + TAB_PX + PAD_PX
    if layout.shape.tail == "row":
        layout.boxes[f"collector-{number}"] = QRectF(x, y, width, height)
        layout.boxes[f"reviewer-{number}"] = QRectF(x + width + 40, y, width, height)
        return x + 2 * width + 40
    layout.boxes[f"collector-{number}"] = QRectF(x, y, width, height)
    layout.boxes[f"reviewer-{number}"] = QRectF(x, y + height + 30, width, height)
    return x + width


def _place_planner(layout: Layout, top: float) -> None:
    tray = layout.trays.get(1)
    middle = top + TAB_PX + PAD_PX + STAGE_PX[1] / 2
    if tray is not None:
        middle = tray.box.center().y() if tray.box.height() < 320 else tray.box.top() + 132
    width, height = PLANNER_PX
    layout.boxes["planner"] = QRectF(MARGIN_PX, middle - height / 2, width, height)
    if layout.shape.tail == "row":
        for key, box in layout.boxes.items():
            if key.startswith(("collector", "reviewer", "researchers")):
                box.moveTop(middle - box.height() / 2)


def _place_writer(layout: Layout, x: float) -> float:
    reviewer = [box for key, box in layout.boxes.items() if key.startswith("reviewer")][-1]
    width, height = STAGE_PX
    if layout.shape.tail == "stack":
        layout.boxes["writer"] = QRectF(reviewer.left(), reviewer.bottom() + 30, width, height)
        return x
    layout.boxes["writer"] = QRectF(x + 40, reviewer.top(), width, height)
    return x + 40 + width


def _set_size(layout: Layout, run: RunSnapshot, right: float, available: QSizeF) -> None:
    bottom = layout.bottom() + MARGIN_PX
    loops = sum(wave.decision is not None and wave.decision.status == "needs_more_research" for wave in run.waves)
    if loops:
        # The loop runs under the waves, as low as the view allows, so that its reason has room beside it.
        bottom += LOOP_ROOM_PX + LANE_STEP_PX * (loops - 1)
        layout.loop_y = max(bottom, min(available.height(), bottom + 160)) - 26
        bottom = max(bottom, layout.loop_y + 26)
    layout.size = QSizeF(right + 10, bottom)
