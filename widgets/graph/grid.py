"""The cards of a wave in columns, and the channels between them through which edges run."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QRectF, QSizeF

PAD_PX = 8
TAB_PX = 22
CHANNEL_PX = 16  # above and below the cards when there are several columns
COLUMN_GAP_PX = 30
ROW_GAP_PX = 8
PIP_GAP_PX = 6
PIP_ROWS = 6  # of a folded wave


@dataclass(frozen=True)
class Grid:
    """Cards of one size, filled column by column."""

    card_px: tuple[int, int]
    columns: int
    rows: int
    gap_px: tuple[int, int]

    def size(self) -> QSizeF:
        """Return the size of all cards with the gaps between them."""
        width, height = self.card_px
        across, down = self.gap_px
        return QSizeF(self.columns * (width + across) - across, self.rows * (height + down) - down)

    def box(self, place: int) -> QRectF:
        """Return the box of a card, from the grid's top left corner."""
        column, row = divmod(place, self.rows)
        width, height = self.card_px
        return QRectF(column * (width + self.gap_px[0]), row * (height + self.gap_px[1]), width, height)


def card_grid(count: int, card_px: tuple[int, int], columns: int) -> Grid:
    """Return the grid of a wave's cards."""
    rows = max(1, ceil(count / columns))
    return Grid(card_px, max(1, ceil(count / rows)), rows, (COLUMN_GAP_PX, ROW_GAP_PX))


def pip_grid(count: int, pip_px: tuple[int, int]) -> Grid:
    """Return the grid of a folded wave's pips."""
    columns = max(1, ceil(count / PIP_ROWS))
    return Grid(pip_px, columns, max(1, ceil(count / columns)), (PIP_GAP_PX, PIP_GAP_PX))


@dataclass(frozen=True)
class Tray:
    """A wave's folder: `box` is the body, the tab stands on it; a folded one holds pips."""

    wave: int
    box: QRectF
    folded: bool
    grid: Grid

    def card(self, place: int) -> QRectF:
        """Return the box of a card or pip."""
        size = self.grid.size()
        # The pad is the same at every side but the top of a folded tray, where its title stands.
        left = self.box.left() + (self.box.width() - size.width()) / 2
        return self.grid.box(place).translated(left, self.box.bottom() - self._pad() - size.height())

    def in_x(self, column: int) -> float:
        """Return where edges come down to the cards of a column that is not the first."""
        return self.card(column * self.grid.rows).left() - 10

    def out_x(self, column: int) -> float:
        """Return where edges go down from the cards of a column that is not the last."""
        return self.card(column * self.grid.rows).right() + 9

    def above_y(self) -> float:
        """Return the height of the channel above the cards."""
        return self.card(0).top() - PAD_PX

    def below_y(self) -> float:
        """Return the height of the channel below the cards."""
        return self.box.bottom() - PAD_PX

    def _pad(self) -> int:
        return PAD_PX if self.folded else pad_px(self.grid)


def pad_px(grid: Grid) -> int:
    """Return the distance between cards and the edge of their tray, above and below."""
    return PAD_PX if grid.columns == 1 else CHANNEL_PX
