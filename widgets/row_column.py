"""A column of rows that is brought up to date in place: nothing flickers, no selection is lost."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.values import Source
from widgets.inspector.page_rows import Row
from widgets.row_widget import RowWidget
from widgets.row_widgets import MAKERS, RichRow, paragraphs
from widgets.tab_order import follow_layout

# Makes blocks of HTML of markdown that cites sources by their place ([1]) or their id ([S3]).
Typeset = Callable[[str, tuple[Source, ...]], tuple[str, ...]]


def plain_typeset(markdown: str, sources: tuple[Source, ...]) -> tuple[str, ...]:
    """Set markdown as the plain text it is."""
    return paragraphs(markdown)


class RowColumn(QWidget):
    """Shows rows.

    Signals:
        asked: What a row leads to is wanted; its key.
        link_asked: A link in a text was clicked; its address.
    """

    asked = Signal(str)
    link_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.typeset: Typeset = plain_typeset
        self._rows: tuple[Row, ...] = ()
        self._held: dict[str, RowWidget] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)

    def show_rows(self, rows: tuple[Row, ...], sources: tuple[Source, ...] = ()) -> None:
        """Show rows; those that stand already are left alone."""
        if rows == self._rows:
            return
        self._rows = rows
        wanted = {row.id: row for row in rows}
        for id, widget in list(self._held.items()):
            if id not in wanted or widget.row is None or widget.row.kind != wanted[id].kind:
                self._take(id)
        is_new = any(row.id not in self._held for row in rows)
        for place, row in enumerate(rows):
            widget = self._held.get(row.id) or self._make(row)
            if self._column.indexOf(widget) != place:
                self._column.insertWidget(place, widget)
            self._fill(widget, row, sources)
        if is_new:
            follow_layout(self)

    def _make(self, row: Row) -> RowWidget:
        widget = self._held[row.id] = MAKERS[row.kind]()
        widget.asked.connect(self.asked)
        if isinstance(widget, RichRow):
            widget.text.link_asked.connect(self.link_asked)
            widget.text.citation_asked.connect(lambda key: self.asked.emit(f"source:{key}"))
        return widget

    def _fill(self, widget: RowWidget, row: Row, sources: tuple[Source, ...]) -> None:
        if isinstance(widget, RichRow):
            if row != widget.row:
                widget.row = row
                widget.text.show_blocks(self.typeset(row.text, sources))
        else:
            widget.show_row(row)

    def _take(self, id: str) -> None:
        widget = self._held.pop(id)
        self._column.removeWidget(widget)
        widget.hide()
        widget.deleteLater()
