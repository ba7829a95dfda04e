"""A scroll bar that shows where quotes and found words stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar

from widgets.theme import theme

TickKind = Literal["quote", "hit"]
_ROLES: dict[TickKind, str] = {"hit": "accent", "quote": "mark"}  # later ones lie over earlier ones
_TICK_PX = 4


class TickBar(QScrollBar):
    """A vertical scroll bar with ticks."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._shares: dict[TickKind, Sequence[float]] = {}

    def show_ticks(self, kind: TickKind, shares: Sequence[float]) -> None:
        """Show ticks at shares of the height, 0 for the top."""
        self._shares[kind] = shares
        self.update()

    def ticks(self, kind: TickKind) -> Sequence[float]:
        """Return the shares of the height that have a tick."""
        return self._shares.get(kind, ())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar, then the ticks."""
        super().paintEvent(event)
        painter = QPainter(self)
        room = self.height() - _TICK_PX
        for kind, role in _ROLES.items():
            # Thousands of ticks are at most as many as there are pixels.
            for y in {round(share * room) for share in self._shares.get(kind, ())}:
                painter.fillRect(QRect(1, y, self.width() - 2, _TICK_PX), theme().color(role))
