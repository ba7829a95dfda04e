"""Paints one line of Activity: time, who, icon, words, and the result at the right."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from widgets import icons
from widgets.activity.lines import ActivityLine
from widgets.activity.model import ActivityModel, AnyIndex
from widgets.fonts import font, grown_px
from widgets.text.emphasis import parts
from widgets.theme import theme

ROW_PX = 28
WHO_PX, ICON_PX, TEXT_PX = 54, 92, 116  # where the columns begin
_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class ActivityRow(QStyledItemDelegate):
    """The delegate of Activity's list."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Be one row high."""
        return QSize(200, grown_px(ROW_PX))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw the row."""
        model = index.model()
        if not isinstance(model, ActivityModel):
            return
        line, box = model.line(index.row()), QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_ground(painter, QRectF(box), line, option)
        self._draw_lead(painter, box, line, model.time(line))
        taken = self._draw_right(painter, box, line)
        self._draw_text(painter, box.adjusted(grown_px(TEXT_PX), 0, -8 - taken, 0), line)
        painter.restore()

    def _draw_ground(self, painter: QPainter, box: QRectF, line: ActivityLine, option: QStyleOptionViewItem) -> None:
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        ground = "accentSoft" if chosen else line.words.ground or ("hover" if hovered else "")
        has_keyboard = bool(state & QStyle.StateFlag.State_HasFocus) and bool(state & QStyle.StateFlag.State_Active)
        painter.setPen(theme().color("accent") if has_keyboard else Qt.PenStyle.NoPen)
        painter.setBrush(theme().color(ground) if ground else Qt.BrushStyle.NoBrush)
        if ground or has_keyboard:
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _draw_lead(self, painter: QPainter, box: QRect, line: ActivityLine, time: str) -> None:
        painter.setFont(font("small"))
        painter.setPen(theme().color("text3" if not line.words.ground else "text2"))
        painter.drawText(box.adjusted(8, 0, 0, 0), _MIDDLE, time)
        painter.setFont(font("small_strong"))
        painter.setPen(theme().color("text"))
        painter.drawText(box.adjusted(grown_px(WHO_PX), 0, 0, 0), _MIDDLE, line.who)
        icons.draw(
            painter,
            line.words.icon,
            line.words.role,
            box.left() + grown_px(ICON_PX),
            box.top() + (box.height() - 14) / 2,
            14,
        )

    def _draw_right(self, painter: QPainter, box: QRect, line: ActivityLine) -> int:
        """Draw the result; return the width it takes with the gap before it."""
        if not line.words.right:
            return 0
        painter.setFont(font("small"))
        painter.setPen(theme().color("text2" if line.words.ground else "text3"))
        metrics = QFontMetrics(painter.font())
        room = max(0, (box.width() - grown_px(TEXT_PX)) // 2)
        text = metrics.elidedText(line.words.right, Qt.TextElideMode.ElideRight, room)
        painter.drawText(box.adjusted(0, 0, -8, 0), _MIDDLE | Qt.AlignmentFlag.AlignRight, text)
        return metrics.horizontalAdvance(text) + 16

    def _draw_text(self, painter: QPainter, box: QRect, line: ActivityLine) -> None:
        """Draw the words, those that stand out in a heavier weight, with an ellipsis where they do not fit."""
        painter.setPen(theme().color("text"))
        x, right = box.left(), box.right()
        for text, stands_out in parts(" ".join(line.words.text.split("\n"))):
            painter.setFont(font("small", 500) if stands_out else font("small"))
            metrics = QFontMetrics(painter.font())
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, right - x))
            painter.drawText(QRect(x, box.top(), max(0, right - x), box.height()), _MIDDLE, shown)
            x += metrics.horizontalAdvance(shown)
            if shown != text:
                break
