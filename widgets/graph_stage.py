"""The planner, a collector, a reviewer or the writer in the graph."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from widgets import icons
from widgets.elided_text import draw_lines
from widgets.fonts import font
from widgets.graph_node import NodeItem, SpinnerItem
from widgets.graph_nodes import Stage
from widgets.theme import theme


class StageItem(NodeItem):
    """The planner, a collector, a reviewer or the writer."""

    _EDGES: ClassVar[dict[str, str]] = {
        "waiting": "strong",
        "live": "accent",
        "done": "border",
        "review": "review",
        "approved": "ok",
        "failed": "danger",
    }

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage.key)
        self.stage = stage
        self._spinner = SpinnerItem(self)
        self.show_stage(stage)

    def show_stage(self, stage: Stage) -> None:
        """Show a stage as it is now."""
        self._spinner.setVisible(stage.state == "live")
        if stage != self.stage:
            self.stage = stage
            self.update()

    def name(self) -> str:
        """Return title and words."""
        return f"{self.stage.title}: {self.stage.line}".replace("\n", ", ")

    def place(self, box: QRectF) -> None:
        """Stand in a box, the spinner where the icon is."""
        super().place(box)
        self._spinner.setPos(9, 9)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the box with icon, title and words."""
        state = self.stage.state
        waits = state == "waiting"
        self.draw_frame(painter, self._EDGES[state], dashed=waits, filled=not waits)
        loud = {"review": "review", "approved": "ok", "failed": "danger"}.get(state, "text2")
        if state != "live":
            icons.draw(painter, self.stage.icon, loud, 9, 9, 14)
        painter.setFont(font("small_strong"))
        painter.setPen(theme().color("text2" if waits else loud if loud != "text2" else "text"))
        painter.drawText(QRectF(30, 8, self.box.width() - 34, 16), Qt.AlignmentFlag.AlignVCenter, self.stage.title)
        painter.setFont(font("meta", 400))
        painter.setPen(theme().color("text3" if waits else "text2"))
        y = 25.0
        for line in self.stage.line.split("\n"):
            draw_lines(painter, line, QRectF(9, y, self.box.width() - 14, 18), 1, 18)
            y += 18
