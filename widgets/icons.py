"""Line icons by name and colour role, rendered sharply for the screen and kept."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

import resources
from widgets.theme import theme

_pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}


def pixmap(name: str, role: str = "text2", size_px: int = 16, ratio: float = 0.0) -> QPixmap:
    """Return an icon in the colour of a role.

    Args:
        size_px: Edge in device-independent pixels.
        ratio: Device pixels per pixel; 0 takes the sharpest screen's.
    """
    ratio = ratio or _ratio()
    color = theme().css(role)
    key = (name, color, size_px, ratio)
    if key not in _pixmaps:
        # Qt paints `currentColor` black, so the colour is written into the bytes.
        svg = resources.icon_bytes(name).replace(b"currentColor", color.encode())
        image = QPixmap(round(size_px * ratio), round(size_px * ratio))
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        QSvgRenderer(QByteArray(svg)).render(painter, QRectF(image.rect()))
        painter.end()
        image.setDevicePixelRatio(ratio)
        _pixmaps[key] = image
    return _pixmaps[key]


def icon(name: str, role: str = "text2", size_px: int = 16, disabled_role: str = "text3") -> QIcon:
    """Return an icon for a button or a menu."""
    result = QIcon(pixmap(name, role, size_px))
    result.addPixmap(pixmap(name, disabled_role, size_px), QIcon.Mode.Disabled)
    return result


def app_icon() -> QIcon:
    """Return the application's own icon."""
    result = QIcon()
    for size_px in (16, 32, 48, 128):
        result.addPixmap(pixmap("app-16" if size_px == 16 else "app", size_px=size_px, ratio=1.0))
    return result


def draw(painter: QPainter, name: str, role: str, x_px: float, y_px: float, size_px: int = 16) -> None:
    """Draw an icon with its top left corner at a point."""
    painter.drawPixmap(QPointF(x_px, y_px), pixmap(name, role, size_px))


def _ratio() -> float:
    app = QApplication.instance()
    return app.devicePixelRatio() if isinstance(app, QApplication) else 1.0
