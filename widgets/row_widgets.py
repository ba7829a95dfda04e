"""The widgets of a page's rows; each shows a `Row` and can be given another one of its kind."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from widgets.button import Button
from widgets.chip import Chip
from widgets.flowing_text import FlowingText
from widgets.label import ElidedLabel, Label
from widgets.page_rows import Row
from widgets.theme import set_state

FACT_NAME_PX = 124
ITEM_LEAD_PX = 30


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


class HeadingRow(RowWidget):
    """A heading with a figure at its right."""

    above_px = 8

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, self.above_px, 0, 0)
        self._text, self._right = Label("", "small_strong", "text2"), Label("", "small", "text3")
        row.addWidget(self._text)
        row.addStretch(1)
        row.addWidget(self._right)

    def _show(self, row: Row) -> None:
        self._text.setText(row.text)
        self._right.setText(row.right)


class PartRow(HeadingRow):
    """A smaller heading inside a section."""

    above_px = 2

    def __init__(self) -> None:
        super().__init__()
        self._text.set_tone("text3")


class TextRow(RowWidget):
    """Plain text that can be selected."""

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._text = Label("", "body", wraps=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self._text)

    def _show(self, row: Row) -> None:
        self._text.setText(row.text)


class RichRow(RowWidget):
    """Markdown, set as HTML by whoever makes the page; until then it is shown as plain paragraphs."""

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.text = FlowingText()
        column.addWidget(self.text)

    def _show(self, row: Row) -> None:
        self.text.show_blocks(paragraphs(row.text))


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


class FactRow(RowWidget):
    """A name and a value."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._name, self._value = ElidedLabel("", "small", "text3"), Label("", "small", wraps=True)
        self._name.setFixedWidth(FACT_NAME_PX)
        self._value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row.addWidget(self._name, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._value, 1)

    def _show(self, row: Row) -> None:
        self._name.show_text(row.lead)
        self._value.setText(row.text)
        self._value.setAccessibleName(f"{row.lead}: {row.text}")


class FaceRow(RowWidget):
    """A chip with words beside it."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._chip = Chip()
        self._text = Label("", "small", "text3", wraps=True)
        row.addWidget(self._chip)
        row.addWidget(self._text, 1)

    def _show(self, row: Row) -> None:
        self._chip.show_face(row.face)
        self._text.setText(row.text)


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


def paragraphs(text: str) -> tuple[str, ...]:
    """Return plain text as blocks of HTML."""
    return tuple(f"<p>{escape(part.strip())}</p>" for part in text.split("\n\n") if part.strip())


MAKERS: dict[str, type[RowWidget]] = {
    "heading": HeadingRow,
    "part": PartRow,
    "text": TextRow,
    "rich": RichRow,
    "item": ItemRow,
    "fact": FactRow,
    "face": FaceRow,
    "action": ActionRow,
}
