"""The way of the Tab key through a page whose widgets come and go: as they stand, from the top."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


def follow_layout(page: QWidget) -> None:
    """Let Tab go through everything in a page's layouts in the order of the layouts."""
    layout = page.layout()
    if layout is None:
        return
    before: QWidget | None = None
    for widget in _in_order(layout):
        if before is not None:
            QWidget.setTabOrder(before, widget)
        before = widget


def _in_order(layout: QLayout) -> Iterator[QWidget]:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        widget = item.widget() if item is not None else None
        inner = item.layout() if item is not None and widget is None else None
        if widget is not None:
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                yield widget
            inner = widget.layout()
        if inner is not None:
            yield from _in_order(inner)
