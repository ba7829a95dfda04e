"""A wave in the graph: a folder-shaped tray with its tab at the top left."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from widgets.fonts import font
from widgets.graph_layout import TAB_PX, Tray
from widgets.graph_node import RADIUS_PX
from widgets.theme import theme


class TrayItem(QGraphicsItem):
    """A wave's folder with its tab, its number and how many have answered."""

    def __init__(self) -> None:
        super().__init__()
        self._tray = Tray(1, QRectF(), False)
        self._words = ""
        self.setZValue(-2)

    def show_tray(self, tray: Tray, words: str) -> None:
        """Show a wave's tray; `words` stand at the right above it."""
        if (tray, words) != (self._tray, self._words):
            self.prepareGeometryChange()
            self._tray, self._words = tray, words
            self.update()

    def boundingRect(self) -> QRectF:
        """Cover body and tab."""
        return self._tray.box.adjusted(-1, -TAB_PX - 1, 1, 1)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the folder as one path."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self._tray.box.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme().color("border"), 1))
        painter.setBrush(theme().color("window"))
        title = QRectF(box.left() + 10, box.top() + 3, box.width() - 20, 20)
        if self._tray.folded:
            painter.drawRoundedRect(box, RADIUS_PX, RADIUS_PX)
        else:
            painter.drawPath(folder_path(box, 58))
            title.moveTop(box.top() - TAB_PX + 2)
        painter.setFont(font("meta", 600))
        painter.setPen(theme().color("text2"))
        painter.drawText(title, Qt.AlignmentFlag.AlignVCenter, f"Wave {self._tray.wave}")
        if not self._tray.folded:
            painter.setFont(font("meta"))
            painter.drawText(title, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self._words)


def folder_path(box: QRectF, tab_width_px: float) -> QPainterPath:
    """Return the outline of a folder whose tab stands on the left of its top edge."""
    radius, left, top = RADIUS_PX, box.left(), box.top() - TAB_PX + 1
    path = QPainterPath(QPointF(left, box.bottom() - radius))
    path.lineTo(left, top + radius)
    path.quadTo(left, top, left + radius, top)
    path.lineTo(left + tab_width_px - 6, top)
    path.quadTo(left + tab_width_px - 1, top, left + tab_width_px + 2, top + 5)
    path.lineTo(left + tab_width_px + 9, box.top() - 4)
    path.quadTo(left + tab_width_px + 12, box.top(), left + tab_width_px + 17, box.top())
    path.lineTo(box.right() - radius, box.top())
    path.quadTo(box.right(), box.top(), box.right(), box.top() + radius)
    path.lineTo(box.right(), box.bottom() - radius)
    path.quadTo(box.right(), box.bottom(), box.right() - radius, box.bottom())
    path.lineTo(left + radius, box.bottom())
    path.quadTo(left, box.bottom(), left, box.bottom() - radius)
    return path
