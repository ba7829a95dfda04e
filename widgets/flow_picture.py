"""The small picture of what happens in a run, on the welcome page."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from widgets import icons
from widgets.elided_text import draw_lines
from widgets.fonts import font
from widgets.graph_routes import right_angled
from widgets.theme import theme

_STEPS = (
    ("planner", "Planner", "Splits the topic into 4 to 6 questions"),
    ("researcher", "Researchers", "Each alone in a sandbox without a network"),
    ("collector", "Collector", "Gathers answers and sources"),
    ("reviewer", "Reviewer", "Approves, or asks for more"),
    ("writer", "Report writer", "Cites only what was fetched"),
)
_TOP_PX = 8
_BOX_PX = 34


class FlowPicture(QWidget):
    """Draws the five steps and the loop."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(136)
        self.setMinimumWidth(560)
        self.setAccessibleName("Planner, researchers, collector, reviewer, report writer")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw everything."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        gap = min(48.0, self.width() * 0.058)
        width = (self.width() - 4 * gap) / 5
        boxes = [QRectF(place * (width + gap), _TOP_PX, width, _BOX_PX) for place in range(5)]
        self._draw_arrows(painter, boxes)
        for place, (box, (icon, title, words)) in enumerate(zip(boxes, _STEPS, strict=True)):
            for behind in (2, 1) if place == 1 else ():
                self._draw_box(painter, box.translated(4 * behind, -4 * behind))
            self._draw_box(painter, box)
            icons.draw(painter, icon, "text2", box.left() + 11, box.top() + 10, 14)
            painter.setFont(font("small", 600))
            painter.setPen(theme().color("text"))
            painter.drawText(box.adjusted(33, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, title)
            painter.setFont(font("small"))
            painter.setPen(theme().color("text3"))
            draw_lines(painter, words, QRectF(box.left(), box.bottom() + 54, width + 12, 52), 3, 16)
        self._draw_loop(painter, boxes)

    def _draw_box(self, painter: QPainter, box: QRectF) -> None:
        painter.setPen(QPen(theme().color("border"), 1))
        painter.setBrush(theme().color("raised"))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _draw_arrows(self, painter: QPainter, boxes: list[QRectF]) -> None:
        painter.setPen(QPen(theme().color("strong"), 1.25))
        for before, after in pairwise(boxes):
            end = QPointF(after.left() - 1, after.center().y())
            painter.drawLine(QPointF(before.right(), before.center().y()), end)
            _draw_head(painter, end, QPointF(1, 0))

    def _draw_loop(self, painter: QPainter, boxes: list[QRectF]) -> None:
        start = QPointF(boxes[3].center().x(), boxes[3].bottom())
        end = QPointF(boxes[0].center().x(), boxes[0].bottom() + 1)
        y = boxes[0].bottom() + 30
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme().color("review"), 2))
        painter.drawPath(right_angled([start, QPointF(start.x(), y), QPointF(end.x(), y), end]))
        _draw_head(painter, end, QPointF(0, -1))
        painter.setFont(font("small", 500))
        words = "Not enough? One more wave"
        width = QFontMetricsF(painter.font()).horizontalAdvance(words) + 42
        pill = QRectF((start.x() + end.x() - width) / 2, y - 12, width, 24)
        painter.setPen(QPen(theme().color("review"), 1))
        painter.setBrush(theme().color("reviewSoft"))
        painter.drawRoundedRect(pill.adjusted(0.5, 0.5, -0.5, -0.5), 11.5, 11.5)
        icons.draw(painter, "loop", "review", pill.left() + 10, pill.top() + 5, 14)
        painter.drawText(pill.adjusted(30, 0, 0, -1), Qt.AlignmentFlag.AlignVCenter, words)


def _draw_head(painter: QPainter, end: QPointF, along: QPointF) -> None:
    side = QPointF(-along.y(), along.x())
    head = QPainterPath(end - along * 5 + side * 4)
    head.lineTo(end)
    head.lineTo(end - along * 5 - side * 4)
    painter.drawPath(head)
