"""Places the boxes of one form of the graph."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, QSizeF

from engine.snapshot import WaveView
from widgets.graph.grid import PAD_PX, TAB_PX, Grid, Tray, card_grid, pad_px, pip_grid
from widgets.graph.nodes import researcher_key
from widgets.graph.shapes import ICON_STAGE_PX, PIP_PX, Folds, Shape, Spacing, is_folded
from widgets.graph.unrolled import NO_WAVES, Unrolled

MARGIN_PX = 12
TOP_PX = 20.0
LANE_STEP_PX = 16
LOOP_ROOM_PX = 30
LOOP_DROP_PX = 160  # how far a loop may sink where there is room
PIP_GAP_PX = 22  # around a folded wave
ONE_WAVE_LEAD_PX = 62  # the height of what tells of one wave alone
FOLDED_PX, HEAD_PX = 72.0, 182.0  # the least width of a tray: of its title, of tab and words


@dataclass
class Layout:
    """The boxes of every node by key, the trays, and where the loops and the lanes run."""

    unrolled: Unrolled
    shape: Shape
    spacing: Spacing
    boxes: dict[str, QRectF] = field(default_factory=dict)
    trays: dict[int, Tray] = field(default_factory=dict)
    loop_y: float = 0.0
    lane_y: float = TOP_PX
    size: QSizeF = field(default_factory=lambda: QSizeF(0, 0))

    def ground_y(self, left: float, right: float) -> float:
        """Return the lowest edge of any box or tray between two upright lines."""
        boxes = [*self.boxes.values(), *(tray.box for tray in self.trays.values())]
        return max((box.bottom() for box in boxes if box.left() < right and box.right() > left), default=0.0)


class Placing:
    """One form of a run's graph; its size is known before its cards are placed."""

    def __init__(self, unrolled: Unrolled, shape: Shape, spacing: Spacing, folds: Folds, available: QSizeF) -> None:
        self.shape = shape
        self._unrolled, self._spacing, self._folds = unrolled, spacing, folds
        self._available = available
        self._made = Layout(unrolled, shape, spacing)
        lanes = max(0, len(unrolled.waves) - 1)
        self._top = TOP_PX + (20 + LANE_STEP_PX * (lanes - 1) if lanes else 0)
        self._place()

    def scale(self) -> float:
        """Return by how much the graph may be drawn larger to fill the available size."""
        size = self._made.size
        return min(self._available.width() / size.width(), self._available.height() / size.height())

    def layout(self) -> Layout:
        """Return the layout with every card."""
        for wave in self._unrolled.waves:
            tray = self._made.trays[wave.wave]
            for place, view in enumerate(wave.researchers):
                self._made.boxes[researcher_key(view)] = tray.card(place)
        return self._made

    def _place(self) -> None:
        spacing = self._spacing
        leads = self._unrolled.leads()
        x = float(MARGIN_PX + len(leads) * (spacing.lead_px[0] + spacing.row_gap_px) - spacing.row_gap_px)
        for place, wave in enumerate(self._unrolled.waves or NO_WAVES):
            folded = is_folded(self._unrolled.waves, wave, self.shape, self._folds)
            before = spacing.first_gap_px if place == 0 else spacing.gap_px
            x += min(before, 24) if folded and place == 0 else before
            x = self._place_cards(wave, x, folded=folded)
            is_last = wave is (self._unrolled.waves or NO_WAVES)[-1]
            icons = folded and not is_last and self.shape.finished == "icons"
            size = ICON_STAGE_PX if icons else spacing.stage_px
            x = self._place_reviews(wave, x + (PIP_GAP_PX if folded else spacing.gap_px), size)
        self._place_leads(leads)
        x = self._place_tails(x)
        self._set_size(x)

    def _place_cards(self, wave: WaveView, x: float, *, folded: bool) -> float:
        first_y = self._top + TAB_PX + PAD_PX
        width, height = self._spacing.stage_px
        if not self._unrolled.waves:
            # Nothing is planned yet: one box stands for the researchers to come.
            key = next(node.key for node in self._unrolled.nodes if self._unrolled.declaration.per(node.stage)
                       == "question")  # fmt: skip
            self._made.boxes[key] = QRectF(x, first_y, width + 12, height)
            return x + width + 12
        count = max(1, len(wave.researchers))
        grid = pip_grid(count, PIP_PX) if folded else card_grid(count, self.shape.card_px, self.shape.columns)
        self._made.trays[wave.wave] = tray = self._tray(wave, x, grid, folded=folded)
        return tray.box.right()

    def _tray(self, wave: WaveView, x: float, grid: Grid, *, folded: bool) -> Tray:
        size = grid.size()
        pad = PAD_PX if folded else pad_px(grid)
        head = TAB_PX + PAD_PX if folded else pad
        body_top = self._top if folded else self._top + TAB_PX
        width = max(size.width() + 2 * PAD_PX, FOLDED_PX if folded else HEAD_PX)
        return Tray(wave.wave, QRectF(x, body_top, width, head + size.height() + pad), folded, grid)

    def _place_reviews(self, wave: WaveView, x: float, size_px: tuple[int, int]) -> float:
        """Place what follows the cards of a wave: in a row, or as a column."""
        spacing = self._spacing
        width, height = size_px
        y = self._top + TAB_PX + PAD_PX
        for place, key in enumerate(self._unrolled.reviews(wave.wave)):
            if self.shape.tail == "row":
                left = x + place * (width + spacing.row_gap_px)
                self._made.boxes[key] = QRectF(left, y, width, height)
            else:
                top = y + place * (height + spacing.stack_gap_px)
                self._made.boxes[key] = QRectF(x, top, width, height)
        return max(self._made.boxes[key].right() for key in self._unrolled.reviews(wave.wave))

    def _place_leads(self, leads: list[str]) -> None:
        middle = self._middle_y()
        width, height = self._spacing.lead_px
        if len(self._unrolled.waves) == 1 and not asked(self._unrolled.waves):
            height = min(height, ONE_WAVE_LEAD_PX)
        for place, key in enumerate(leads):
            x = MARGIN_PX + place * (width + self._spacing.row_gap_px)
            self._made.boxes[key] = QRectF(x, middle - height / 2, width, height)
        if self.shape.tail == "row":
            for key, box in self._made.boxes.items():
                if key not in leads:
                    box.moveTop(middle - box.height() / 2)

    def _middle_y(self) -> float:
        """Return the height of what leads into the first wave."""
        first = min(self._made.trays, default=None)
        if first is None:
            return self._top + TAB_PX + PAD_PX + self._spacing.stage_px[1] / 2
        box = self._made.trays[first].box
        if self.shape.tail == "row":
            return box.center().y()
        # Its whole height stays clear of the lanes above.
        lowest = self._top + self._spacing.lead_px[1] / 2 + 4
        return max(lowest, box.center().y() if box.height() < 320 else box.top() + 132)

    def _place_tails(self, x: float) -> float:
        """Place what follows the last wave, beside its last stage or below it."""
        last = (self._unrolled.waves or NO_WAVES)[-1].wave
        before = self._made.boxes[self._unrolled.reviews(last)[-1]]
        width, height = self._spacing.stage_px
        for key in self._unrolled.tails():
            if self.shape.tail == "stack":
                box = QRectF(before.left(), before.bottom() + self._spacing.stack_gap_px, width, height)
            else:
                box = QRectF(x + self._spacing.row_gap_px, before.top(), width, height)
                x = box.right()
            self._made.boxes[key] = before = box
        return x

    def _set_size(self, right: float) -> None:
        made = self._made
        bottom = MARGIN_PX + max(
            box.bottom() for box in (*made.boxes.values(), *(tray.box for tray in made.trays.values()))
        )
        loops = len(asked(self._unrolled.waves))
        if loops:
            # The loop runs under the waves, as low as the view allows, so that its reason has room beside it.
            bottom += LOOP_ROOM_PX + LANE_STEP_PX * (loops - 1)
            made.loop_y = max(bottom, min(self._available.height(), bottom + LOOP_DROP_PX)) - 26
            bottom = max(bottom, made.loop_y + 26)
        made.size = QSizeF(right + 10, bottom)


def asked(waves: tuple[WaveView, ...]) -> list[WaveView]:
    """Return the waves whose reviewer asked for more."""
    return [wave for wave in waves if wave.decision is not None and wave.decision.status == "needs_more_research"]
