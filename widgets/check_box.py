"""A check box whose mark is drawn: the style sheet knows its frame and ground, icons come in the theme's colours."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton

from widgets import icons

MARK_PX = 12


class CheckBox(QCheckBox):
    """A check box with the mark of the icon set."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box, and the mark when it is checked."""
        super().paintEvent(event)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        x = box.x() + (box.width() - MARK_PX) / 2
        y = box.y() + (box.height() - MARK_PX) / 2
        icons.draw(QPainter(self), "check", "onAccent", x, y, MARK_PX)
