"""The pill on a loop back to the planner, and the reviewer's reason beside it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from resources.translation import mark, tr
from widgets.fonts import drawing_font
from widgets.glyph import draw_glyph
from widgets.graph.marks import LoopMark
from widgets.graph.node import NodeItem
from widgets.text.elided_text import draw_lines, lines
from widgets.theme import theme

PILL_HEIGHT_PX = 24
LINE_PX = 17
PILL_TEXT = mark("Asked for more")


class PillItem(NodeItem):
    """The decision pill of a wave whose reviewer asked for more; it opens Decisions."""

    def __init__(self, wave: int) -> None:
        super().__init__(f"decision-{wave}")
        self.wave, self.reason = wave, ""
        width = QFontMetricsF(drawing_font("small", 500)).horizontalAdvance(tr(PILL_TEXT)) + 42
        self.box = QRectF(0, 0, width, PILL_HEIGHT_PX)

    def stand(self, left_middle: QPointF) -> None:
        """Sit on a line, with the middle of the left edge at a point."""
        self.setPos(left_middle - QPointF(0, PILL_HEIGHT_PX / 2))

    def name(self) -> str:
        """Return what a screen reader says."""
        return tr("Wave {wave}: asked for more. {why}", wave=self.wave, why=self.reason)

    def show_reason(self, reason: str) -> None:
        """Tell in the tooltip why."""
        if reason != self.reason:
            self.reason = reason
            self.setToolTip(f"<p>{escape(reason)}</p>")

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the pill."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw_rings(painter, PILL_HEIGHT_PX / 2)
        painter.setPen(QPen(theme().color("review"), 2 if self.chosen or self.hovered else 1))
        painter.setBrush(theme().color("reviewSoft"))
        painter.drawRoundedRect(self.box.adjusted(0.5, 0.5, -0.5, -0.5), 11.5, 11.5)
        if self.far:
            draw_glyph(painter, "loop", "review", QPointF(self.box.width() / 2 - 10, 2), 20)
            return
        draw_glyph(painter, "loop", "review", QPointF(10, 5), 14)
        painter.setFont(drawing_font("small", 500))
        painter.setPen(theme().color("review"))
        painter.drawText(self.box.adjusted(30, 0, 0, -1), Qt.AlignmentFlag.AlignVCenter, tr(PILL_TEXT))


class ReasonItem(QGraphicsItem):
    """Why the reviewer asked for more, in the room the layout left for it."""

    def __init__(self) -> None:
        super().__init__()
        self._box, self._text, self._stands = QRectF(), "", True
        self._shown: tuple[LoopMark | None, str] = None, ""
        self.setZValue(-0.4)

    def show_reason(self, mark: LoopMark, text: str) -> None:
        """Write a reason where its loop has room."""
        if (mark, text) != self._shown:
            self._shown = mark, text
            self.prepareGeometryChange()
            self._box, self._text, self._stands = mark.reason, text if mark.has_room() else "", mark.stands
            self.setToolTip(f"<p>{escape(text)}</p>")
            self.update()

    def boundingRect(self) -> QRectF:
        """Cover the text."""
        return self._box

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw as many lines as there is room for, standing on the pill or hanging from the reviewer."""
        painter.setFont(drawing_font("small"))
        painter.setPen(theme().color("text2"))
        most = max(1, int(self._box.height() // LINE_PX))
        box = QRectF(self._box)
        if self._stands:
            box.setTop(box.bottom() - LINE_PX * len(lines(self._text, painter.font(), box.width(), most)))
        draw_lines(painter, self._text, box, most, LINE_PX)
