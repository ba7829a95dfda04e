"""A page in a scroll area, as high as its wrapped labels really are at its width."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget


class ColumnPage(QWidget):
    """Base of pages whose height follows from their width.

    A layout's minimum height is that of labels wrapped much narrower than they are: a scroll area that believed it
    would scroll over nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("scrolled", "true")

    def minimumSizeHint(self) -> QSize:
        """Leave the height to `heightForWidth`."""
        return QSize(super().minimumSizeHint().width(), 0)
