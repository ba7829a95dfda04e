"""The rows of a page that lead somewhere: things in a list, and buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout

from widgets.button import Button
from widgets.inspector.page_rows import Row
from widgets.label import Label
from widgets.row_widget import RowWidget
from widgets.theme import set_state

ITEM_LEAD_PX = 30


class ItemRow(RowWidget):
    """A thing in a list; one with a key is opened by a click or Enter."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 3, 6, 3)
        row.setSpacing(6)
        self._lead = Label("", "small_strong", "text2")
        self._lead.setFixedWidth(ITEM_LEAD_PX)
        self._lead.setContentsMargins(0, 2, 0, 0)
        self._text, self._right = Label("", "body", wraps=True), Label("", "small", "text3")
        self._right.setContentsMargins(0, 2, 0, 0)
        row.addWidget(self._lead, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)
        row.addWidget(self._right, 0, Qt.AlignmentFlag.AlignTop)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open on a click."""
        is_inside = self.rect().contains(event.position().toPoint())
        if self.row and self.row.key and event.button() == Qt.MouseButton.LeftButton and is_inside:
            self.asked.emit(self.row.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open on Enter."""
        if self.row and self.row.key and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.asked.emit(self.row.key)
        else:
            super().keyPressEvent(event)

    def _show(self, row: Row) -> None:
        self._lead.setText(row.lead)
        self._lead.setVisible(bool(row.lead))
        self._text.setText(row.text)
        self._right.setText(row.right)
        self._right.setVisible(bool(row.right))
        leads = bool(row.key)
        set_state(self, "item", "true" if leads else "plain")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if leads else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(" ".join(part for part in (row.lead, row.text, row.right) if part))


class ActionRow(RowWidget):
    """A button."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 4, 0, 0)
        self.button = Button("", "soft", "open-page", compact=True)
        self.button.clicked.connect(self._ask)
        row.addWidget(self.button)
        row.addStretch(1)

    def _ask(self) -> None:
        if self.row is not None:
            self.asked.emit(self.row.key)

    def _show(self, row: Row) -> None:
        self.button.setText(row.text)
        self.button.setAccessibleName(row.text)
        self.button.updateGeometry()
