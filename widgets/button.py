"""Buttons of the four kinds, with an icon that follows the theme and a shortcut drawn as a key."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton

from widgets import icons
from widgets.fonts import font
from widgets.theme import theme

Kind = Literal["primary", "outline", "soft", "danger", "quiet", "link"]

_ICON_ROLES: dict[Kind, str] = {
    "primary": "onAccent", "outline": "text", "soft": "text", "danger": "danger", "quiet": "text2", "link": "accent",
}  # fmt: skip
HEIGHT_PX = 32
COMPACT_HEIGHT_PX = 28


class Button(QPushButton):
    """A push button; `key` is a shortcut shown inside it as a key cap, and in its tooltip."""

    def __init__(
        self, text: str = "", kind: Kind = "soft", icon: str = "", *, key: str = "", compact: bool = False
    ) -> None:
        super().__init__(text)
        self._kind, self._icon_name, self._key = kind, icon, key
        self.setProperty("kind", kind)
        self.setFont(font("small" if compact else "body", 500))
        self.setFixedHeight(COMPACT_HEIGHT_PX if compact else HEIGHT_PX)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._renew_icon()
        theme().changed.connect(self._renew_icon)

    def set_icon(self, name: str) -> None:
        """Show another icon."""
        if name != self._icon_name:
            self._icon_name = name
            self._renew_icon()

    def sizeHint(self) -> QSize:
        """Ask for room for text, icon and key cap."""
        width = 24 + self.fontMetrics().horizontalAdvance(self.text()) + 2
        if self._icon_name:
            width += 16 + (8 if self.text() else 0)
        if self._key:
            width += round(self._cap_width()) + 10
        if self._kind == "link":
            width -= 20
        return QSize(width, self.height())

    def minimumSizeHint(self) -> QSize:
        """Never be cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button and its key cap."""
        super().paintEvent(event)
        if not self._key:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = self._cap_width()
        cap = QRectF(self.width() - width - 12.5, (self.height() - 18) / 2 + 0.5, width, 17)
        role = "onAccent" if self._kind == "primary" and self.isEnabled() else "text2"
        edge = theme().color("onAccent" if role == "onAccent" else "border")
        if role == "onAccent":
            edge.setAlpha(110)
        painter.setPen(edge)
        painter.drawRoundedRect(cap, 4, 4)
        painter.setPen(theme().color(role))
        painter.setFont(font("meta"))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self._key)

    def _cap_width(self) -> float:
        return QFontMetricsF(font("meta")).horizontalAdvance(self._key) + 12

    def _renew_icon(self) -> None:
        if self._icon_name:
            self.setIcon(icons.icon(self._icon_name, _ICON_ROLES[self._kind]))
            self.setIconSize(QSize(16, 16))


class IconButton(Button):
    """A square button with an icon alone; its name is for tooltip and screen reader."""

    def __init__(self, name: str, icon: str, kind: Kind = "quiet", size_px: int = COMPACT_HEIGHT_PX) -> None:
        super().__init__("", kind, icon, compact=True)
        self.setFixedSize(size_px, size_px)
        self.setProperty("square", True)
        self.setToolTip(name)
        self.setAccessibleName(name)

    def sizeHint(self) -> QSize:
        """Be square."""
        return self.size()
