"""The base of the widgets a page's rows are made of."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from widgets.inspector.page_rows import Row


class RowWidget(QFrame):
    """Base of the rows.

    Signals:
        asked: What the row leads to is wanted; its key.
    """

    asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.row: Row | None = None

    def show_row(self, row: Row) -> None:
        """Show a row."""
        if row != self.row:
            self.row = row
            self._show(row)

    def _show(self, row: Row) -> None:
        raise NotImplementedError
