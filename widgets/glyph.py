"""An icon as a widget; the one called "running" turns while it is on the screen."""

from __future__ import annotations

import math

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QHideEvent, QPaintEngine, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

import resources
from widgets import icons
from widgets.motion import motion
from widgets.theme import theme


def draw_spinner(painter: QPainter, box: QRectF, role: str = "accent") -> None:
    """Draw the turning ring; with reduced motion a still three-quarter ring."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width = box.width() * 1.75 / 24 + 0.2
    ring = box.adjusted(*(sign * box.width() * 3.5 / 24 for sign in (1, 1, -1, -1)))
    faint = theme().color(role)
    faint.setAlphaF(0.28)
    painter.setPen(QPen(faint, width))
    painter.drawEllipse(ring)
    painter.setPen(QPen(theme().color(role), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    span_degrees = 270 if motion().reduced else 90
    painter.drawArc(ring, math.floor((90 - motion().spin_degrees()) * 16), -span_degrees * 16)
    painter.restore()


def draw_glyph(painter: QPainter, name: str, role: str, at: QPointF, size_px: int) -> None:
    """Draw an icon or, for "running", the spinner; sharp at every zoom, and as lines in an SVG."""
    box = QRectF(at.x(), at.y(), size_px, size_px)
    if name == "running":
        draw_spinner(painter, box, role)
    elif painter.paintEngine().type() == QPaintEngine.Type.SVG:
        _draw_lines(painter, name, role, box)
    else:
        painter.drawPixmap(at, icons.pixmap(name, role, size_px, _ratio(painter)))


def _draw_lines(painter: QPainter, name: str, role: str, box: QRectF) -> None:
    svg = resources.icon_bytes(name).replace(b"currentColor", theme().css(role).encode())
    painter.save()
    QSvgRenderer(QByteArray(svg)).render(painter, box)
    painter.restore()


def _ratio(painter: QPainter) -> float:
    """Return how many pixels of the device one of the painter takes, in quarters."""
    zoom = painter.worldTransform().m11()
    return max(0.25, math.ceil(painter.device().devicePixelRatio() * zoom * 4 - 0.01) / 4)


class Glyph(QWidget):
    """One icon in a colour role."""

    def __init__(self, name: str, role: str = "text2", size_px: int = 16) -> None:
        super().__init__()
        self._name, self._role, self._size_px = name, role, size_px
        self._moves = False
        self.setFixedSize(size_px, size_px)

    def show_glyph(self, name: str, role: str) -> None:
        """Show another icon or another colour."""
        if (name, role) != (self._name, self._role):
            self._name, self._role = name, role
            self._follow_motion(self.isVisible())
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the icon."""
        middle = QPointF(0, (self.height() - self._size_px) / 2)
        draw_glyph(QPainter(self), self._name, self._role, middle, self._size_px)

    def showEvent(self, event: QShowEvent) -> None:
        """Turn while shown."""
        self._follow_motion(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stand still while hidden."""
        self._follow_motion(False)

    def _follow_motion(self, visible: bool) -> None:
        moves = visible and self._name == "running"
        if moves == self._moves:
            return
        self._moves = moves
        motion().want(self, moves)
        if moves:
            motion().beat.connect(self.update)
        else:
            motion().beat.disconnect(self.update)
