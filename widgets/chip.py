"""Chips: an icon and a word on a soft ground."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from resources.translation import tr
from widgets.fonts import font
from widgets.glyph import draw_glyph
from widgets.motion import motion
from widgets.phrases import Face
from widgets.theme import theme

HEIGHT_PX = 22


class Chip(QWidget):
    """Shows a state; the spinner turns while the chip is on the screen."""

    def __init__(self, face: Face | None = None, *, height_px: int = HEIGHT_PX) -> None:
        super().__init__()
        self._face = face
        self.setFont(font("small", 500))
        self.setFixedHeight(height_px)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._moves = False
        if face is None:  # only ever hidden here: without a parent, shown means a window of its own
            self.hide()
        self.setAccessibleName(tr(face.word) if face else "")

    def show_face(self, face: Face | None) -> None:
        """Show a state; None hides the chip."""
        self.setVisible(face is not None)
        if face == self._face:
            return
        self._face = face
        self.setAccessibleName(tr(face.word) if face else "")
        self.updateGeometry()
        self._follow_motion(self.isVisible())
        self.update()

    def face(self) -> Face | None:
        """Return what is shown."""
        return self._face

    def sizeHint(self) -> QSize:
        """Ask for room for icon and word."""
        word = tr(self._face.word) if self._face else ""
        return QSize(8 + 14 + 7 + self.fontMetrics().horizontalAdvance(word) + 10, self.height())

    def minimumSizeHint(self) -> QSize:
        """Never be cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground, icon and word."""
        if self._face is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color(self._face.ground))
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        draw_glyph(painter, self._face.icon, self._face.role, QPointF(8, (self.height() - 14) / 2), 14)
        painter.setPen(theme().color(self._face.role))
        painter.drawText(self.rect().adjusted(29, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, tr(self._face.word))

    def showEvent(self, event: QShowEvent) -> None:
        """Turn while shown."""
        self._follow_motion(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stand still while hidden."""
        self._follow_motion(False)

    def _follow_motion(self, visible: bool) -> None:
        moves = visible and self._face is not None and self._face.icon == "running"
        if moves == self._moves:
            return
        self._moves = moves
        motion().want(self, moves)
        if moves:
            motion().beat.connect(self.update)
        else:
            motion().beat.disconnect(self.update)
