"""The small picture of what happens in a run, on the welcome page."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from engine.declaration import WORKFLOW
from resources.translation import tr
from widgets import icons
from widgets.fonts import drawing_font, text_scale
from widgets.graph.paths import right_angled
from widgets.graph.stage_looks import STAGE_LOOKS
from widgets.text.elided_text import draw_lines
from widgets.theme import theme

HEIGHT_PX = 136
LEAST_WIDTH_PX = 760
_TOP_PX = 8
_BOX_PX = 34


class FlowPicture(QWidget):
    """Draws the five steps and the loop."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(round(HEIGHT_PX * text_scale()))
        self.setMinimumWidth(560)
        self.setAccessibleName(tr("How a research goes"))
        self.setAccessibleDescription(", ".join(tr(STAGE_LOOKS[stage.name].title) for stage in WORKFLOW.stages))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw everything."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # As large as the user's text, as far as the words find room side by side.
        scale = max(1.0, min(text_scale(), self.width() / LEAST_WIDTH_PX))
        painter.scale(scale, scale)
        whole = self.width() / scale
        gap = min(48.0, whole * 0.058)
        count = len(WORKFLOW.stages)
        width = (whole - (count - 1) * gap) / count
        boxes = [QRectF(place * (width + gap), _TOP_PX, width, _BOX_PX) for place in range(count)]
        self._draw_arrows(painter, boxes)
        for stage, box in zip(WORKFLOW.stages, boxes, strict=True):
            look = STAGE_LOOKS[stage.name]
            for behind in (2, 1) if stage.per == "question" else ():
                self._draw_box(painter, box.translated(4 * behind, -4 * behind))
            self._draw_box(painter, box)
            icons.draw(painter, look.icon, "text2", box.left() + 11, box.top() + 10, 14)
            painter.setFont(drawing_font("small", 600))
            painter.setPen(theme().color("text"))
            painter.drawText(box.adjusted(33, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, tr(look.title))
            painter.setFont(drawing_font("small"))
            painter.setPen(theme().color("text3"))
            draw_lines(painter, tr(look.task), QRectF(box.left(), box.bottom() + 54, width + 12, 52), 3, 16)
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
        places = {stage.name: box for stage, box in zip(WORKFLOW.stages, boxes, strict=True)}
        back = next(link for link in WORKFLOW.links if link.carries == "follow_ups")
        start = QPointF(places[back.source].center().x(), places[back.source].bottom())
        end = QPointF(places[back.target].center().x(), places[back.target].bottom() + 1)
        y = end.y() + 29
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme().color("review"), 2))
        painter.drawPath(right_angled([start, QPointF(start.x(), y), QPointF(end.x(), y), end]))
        _draw_head(painter, end, QPointF(0, -1))
        painter.setFont(drawing_font("small", 500))
        words = tr("Not enough? One more wave")
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
