"""The widgets of a page's rows; each shows a `Row` and can be given another one of its kind."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from widgets.chip import Chip
from widgets.decisions.asking_rows import ActionRow, ItemRow
from widgets.fonts import broad_px
from widgets.inspector.page_rows import Row
from widgets.label import ElidedLabel, Label
from widgets.row_widget import RowWidget
from widgets.text.flowing_text import FlowingText

FACT_NAME_PX = 124


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


class FactRow(RowWidget):
    """A name and a value."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._name, self._value = ElidedLabel("", "small", "text3"), Label("", "small", wraps=True)
        self._name.setFixedWidth(broad_px(FACT_NAME_PX))
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
