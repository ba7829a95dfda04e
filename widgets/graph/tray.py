"""A wave in the graph: a folder-shaped tray whose head folds the wave to pips and unfolds it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from resources.translation import tr
from widgets.fonts import drawing_font
from widgets.glyph import draw_glyph
from widgets.graph.grid import TAB_PX, Tray, card_grid
from widgets.graph.node import FAR_TEXT_PX, RADIUS_PX, NodeItem
from widgets.theme import theme

TAB_WIDTH_PX, FOLDABLE_TAB_WIDTH_PX = 58, 74
CHEVRON_PX = 12


def tray_key(wave: int) -> str:
    """Return the key of a wave's head."""
    return f"wave-{wave}"


class TrayItem(NodeItem):
    """A wave's folder with its number and how many have answered; its box is its head, the body hangs below."""

    def __init__(self, wave: int) -> None:
        super().__init__(tray_key(wave))
        self.wave = wave
        self.is_foldable = False
        self._tray = Tray(wave, QRectF(), False, card_grid(1, (1, 1), 1))
        self._words = ""
        self.setZValue(-2)

    def show_tray(self, tray: Tray, words: str, *, is_foldable: bool) -> None:
        """Show a wave's tray; `words` stand at the right above it."""
        if (tray, words, is_foldable) == (self._tray, self._words, self.is_foldable):
            return
        self.prepareGeometryChange()
        self._tray, self._words, self.is_foldable = tray, words, is_foldable
        top = tray.box.top() - (0 if tray.folded else TAB_PX)
        self.box = QRectF(0, 0, tray.box.width(), TAB_PX)
        self.setPos(tray.box.left(), top)
        self.setToolTip(self._hint())
        self.setAcceptHoverEvents(is_foldable)
        self.update()

    def is_folded(self) -> bool:
        """Return whether the wave is pips."""
        return self._tray.folded

    def name(self) -> str:
        """Return number, answers, and what a press does."""
        return tr("Wave {wave}: {words}. {hint}", wave=self.wave, words=self._words, hint=self._hint())

    def boundingRect(self) -> QRectF:
        """Cover head and body."""
        return self.box.united(self._body()).adjusted(-5, -5, 5, 5)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the folder as one path, then its head."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = self._body().adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme().color("border"), 1))
        painter.setBrush(theme().color("window"))
        tab_px = FOLDABLE_TAB_WIDTH_PX if self.is_foldable else TAB_WIDTH_PX
        inset = 6 if self.far else 10
        title = QRectF(inset, 3 if self._tray.folded else 1.5, self.box.width() - 2 * inset, 20)
        if self._tray.folded:
            painter.drawRoundedRect(body, RADIUS_PX, RADIUS_PX)
        else:
            painter.drawPath(folder_path(body, tab_px))
        self.draw_rings(painter, RADIUS_PX)
        self._draw_title(painter, title)
        if not self._tray.folded and not self.far:
            painter.setFont(drawing_font("meta"))
            painter.setPen(theme().color("text2"))
            painter.drawText(title, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self._words)

    def _draw_title(self, painter: QPainter, box: QRectF) -> None:
        text = QFont(drawing_font("meta", 600))
        if self.far:
            text.setPixelSize(FAR_TEXT_PX - 2)
        painter.setFont(text)
        painter.setPen(theme().color("accent" if self.hovered else "text2"))
        title = tr("Wave {wave}", wave=self.wave)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, title)
        if self.is_foldable and not self.far:
            icon = "chevron-right" if self._tray.folded else "chevron-down"
            x = box.left() + painter.fontMetrics().horizontalAdvance(title) + 3
            draw_glyph(
                painter, icon, "accent" if self.hovered else "text2", QPointF(x, box.center().y() - 6), CHEVRON_PX
            )

    def _body(self) -> QRectF:
        return self._tray.box.translated(-self.pos())

    def _hint(self) -> str:
        if not self.is_foldable:
            return ""
        return tr("Show the questions of this wave") if self._tray.folded else tr("Fold this wave to numbers")


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
