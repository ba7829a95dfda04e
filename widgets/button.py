"""Buttons of the kinds the window has, with an icon that follows the theme and a shortcut drawn as a key."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton

from widgets import icons
from widgets.fonts import font
from widgets.theme import set_state, theme

Kind = Literal["primary", "outline", "soft", "danger", "quiet", "link"]

_ROLES: dict[Kind, tuple[str, str]] = {  # icon, text
    "primary": ("onAccent", "onAccent"),
    "outline": ("text", "text"),
    "soft": ("text", "text"),
    "danger": ("danger", "danger"),
    "quiet": ("text2", "text2"),
    "link": ("accent", "accent"),
}
_PADDING_PX: dict[Kind, int] = {"quiet": 8, "link": 4}
HEIGHT_PX = 32
COMPACT_HEIGHT_PX = 28
ICON_PX = 16
ARROW_PX = 14
GAP_PX = 8


class Button(QPushButton):
    """A push button; `key` is a shortcut shown inside it as a key cap, one that `opens_menu` has an arrow."""

    def __init__(
        self,
        text: str = "",
        kind: Kind = "soft",
        icon: str = "",
        *,
        key: str = "",
        compact: bool = False,
        opens_menu: bool = False,
    ) -> None:
        super().__init__(text)
        self._opens_menu = opens_menu
        self._kind, self._icon_name, self._key = kind, icon, key
        self.setProperty("kind", kind)
        self.setFont(font("small" if compact else "body", 500))
        least_px = COMPACT_HEIGHT_PX if compact else HEIGHT_PX
        self.setFixedHeight(max(least_px, self.fontMetrics().height() + 10))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_kind(self, kind: Kind) -> None:
        """Look as another kind of button."""
        if kind != self._kind:
            self._kind = kind
            set_state(self, "kind", kind)

    def set_icon(self, name: str) -> None:
        """Show another icon."""
        if name != self._icon_name:
            self._icon_name = name
            self.update()

    def sizeHint(self) -> QSize:
        """Ask for room for icon, text and key cap."""
        return QSize(2 * self._padding() + self._content_width() + 2, self.height())

    def minimumSizeHint(self) -> QSize:
        """Never be cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw frame, icon, text and key cap; what has a key stands at the left, all else in the middle."""
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        spare = self.width() - self._content_width()
        at_left = self._key or self._opens_menu or self._kind == "link"
        x = self._padding() if at_left else spare // 2
        icon_role, text_role = _ROLES[self._kind] if self.isEnabled() else ("text3", "text3")
        if self._icon_name:
            icons.draw(painter, self._icon_name, icon_role, x, (self.height() - ICON_PX) / 2, ICON_PX)
            x += ICON_PX + GAP_PX
        painter.setFont(self.font())
        painter.setPen(theme().color(text_role))
        painter.drawText(QRect(x, 0, self.width() - x, self.height()), Qt.AlignmentFlag.AlignVCenter, self.text())
        if self._key and spare >= 0:  # words go before the key they can be had by
            self._draw_key(painter, icon_role)
        if self._opens_menu:
            x = self.width() - self._padding() - ARROW_PX + 2
            icons.draw(painter, "chevron-down", icon_role, x, (self.height() - ARROW_PX) / 2, ARROW_PX)

    def _draw_key(self, painter: QPainter, role: str) -> None:
        width = self._key_width()
        height = max(17, QFontMetrics(font("meta")).height() + 3)
        cap = QRectF(self.width() - width - 11.5, (self.height() - height - 1) / 2 + 0.5, width, height)
        edge = theme().color("onAccent" if role == "onAccent" else "border")
        if role == "onAccent":
            edge.setAlpha(110)
        painter.setPen(edge)
        painter.drawRoundedRect(cap, 4, 4)
        painter.setPen(theme().color("onAccent" if role == "onAccent" else "text2"))
        painter.setFont(font("meta"))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self._key)

    def _padding(self) -> int:
        return _PADDING_PX.get(self._kind, 12)

    def _content_width(self) -> int:
        width = QFontMetrics(self.font()).horizontalAdvance(self.text()) if self.text() else 0
        if self._icon_name:
            width += ICON_PX + (GAP_PX if self.text() else 0)
        width += ARROW_PX + GAP_PX - 2 if self._opens_menu else 0
        return width + (round(self._key_width()) + 12 if self._key else 0)

    def _key_width(self) -> float:
        return QFontMetricsF(font("meta")).horizontalAdvance(self._key) + 12


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
