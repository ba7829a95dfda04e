"""Set text inside a page that scrolls as a whole: as tall as its words, with citations and links."""

from __future__ import annotations

import math

from PySide6.QtCore import QSize, QSizeF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.text.rich_formats import COMPACT
from widgets.text.text_pane import TextPane


class FlowingText(TextPane):
    """A `TextPane` without a scroll bar of its own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(COMPACT)
        if parent is not None:
            self.setParent(parent)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setTabChangesFocus(True)
        self.setProperty("flows", "true")
        self.document().documentLayout().documentSizeChanged.connect(self._grow)

    def sizeHint(self) -> QSize:
        """Ask for the height of the words."""
        return QSize(240, self.height())

    def minimumSizeHint(self) -> QSize:
        """Fit into a narrow column."""
        return QSize(80, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the page scroll."""
        event.ignore()

    def _grow(self, size: QSizeF) -> None:
        height = math.ceil(size.height())
        if height != self.height():
            self.setFixedHeight(height)
