"""Paints the rows of the history: a run with its state, or the heading of a day."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QListWidget, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from widgets.elided_text import draw_lines, lines
from widgets.fonts import font
from widgets.glyph import draw_glyph
from widgets.history_rows import HistoryRow, row_line
from widgets.phrases import RUN_FACES
from widgets.theme import theme

HEAD_PX = 30


class HistoryRowPainter(QStyledItemDelegate):
    """Paints a run or the heading of a day."""

    def __init__(self, view: QListWidget) -> None:
        super().__init__(view)
        self._list = view

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Be as high as the topic needs, at most two lines."""
        row = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(row, HistoryRow):
            return QSize(100, HEAD_PX if index.row() == 0 else HEAD_PX + 8)
        topic = lines(row.topic, font("body", 500), self._list.width() - 40, 2)
        return QSize(100, 12 + 18 * len(topic) + 17)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the row."""
        row = index.data(Qt.ItemDataRole.UserRole)
        box = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, HistoryRow):
            self._draw_run(painter, box, row, option.state)
        else:
            painter.setFont(font("small"))
            painter.setPen(theme().color("text3"))
            bottom = Qt.AlignmentFlag.AlignBottom
            painter.drawText(box.adjusted(4, 0, 0, -6), bottom, str(index.data(Qt.ItemDataRole.DisplayRole)))
        painter.restore()

    def _draw_run(self, painter: QPainter, box: QRect, row: HistoryRow, state: QStyle.StateFlag) -> None:
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("accentSoft" if chosen else "hover"))
            painter.drawRoundedRect(QRectF(box), 6, 6)
        face = RUN_FACES[row.state]
        draw_glyph(painter, face.icon, face.role, QPointF(box.left() + 5, box.top() + 7), 16)
        painter.setFont(font("body", 500))
        painter.setPen(theme().color("text"))
        words = QRectF(box.left() + 28, box.top() + 6, box.width() - 40, box.height())
        y = draw_lines(painter, row.topic, words, 2, 18)
        painter.setFont(font("meta", 400))
        painter.setPen(theme().color("text3"))
        line = QFontMetrics(painter.font()).elidedText(row_line(row), Qt.TextElideMode.ElideRight, int(words.width()))
        foot = QRectF(words.left(), y + 1, words.width(), 16)
        painter.drawText(foot, Qt.AlignmentFlag.AlignVCenter, line)
