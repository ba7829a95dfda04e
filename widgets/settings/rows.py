"""The rows at the side of the settings: pages, and what the search found on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from resources.translation import mark, tr
from widgets import icons
from widgets.fonts import font
from widgets.theme import theme

ROW_PX = 32
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class SideRow:
    """A row: a page, or a field that the search found on one.

    Attributes:
        page: the page's key.
        field: what the search found, None for the page itself.
        warning: a sentence, "" without one.
    """

    page: str
    word: str
    icon: str = ""
    field: QWidget | None = None
    warning: str = ""


# What the pages are called and the icons they have, in English until they are shown.
FACES: dict[str, tuple[str, str]] = {
    "appearance": (mark("Appearance"), "sun"),
    "model": (mark("Model"), "model"),
    "search": (mark("Web search"), "search"),
    "library": (mark("Library"), "library-folder"),
    "sandbox": (mark("Sandbox"), "sandbox"),
    "report": (mark("Report"), "writer"),
    "limits": (mark("Limits"), "clock"),
    "keyboard": (mark("Keyboard"), "keyboard"),
    "about": (mark("About"), "info"),
}


class Searched(Protocol):
    """A page whose words can be looked through."""

    def search_words(self) -> list[tuple[str, str, QWidget]]:
        """Return what can be found: its name, all words it is found by, and the widget."""


def page_rows(
    keys: Iterable[str], pages: Mapping[str, Searched], words: list[str], warnings: Mapping[str, str]
) -> list[SideRow]:
    """Return the rows of the side: every page without words to look for, else those that have them.

    Args:
        pages: those that are made already.
        warnings: sentences by page.
    """
    rows: list[SideRow] = []
    for key in keys:
        title, icon = tr(FACES[key][0]), FACES[key][1]
        told = pages[key].search_words() if key in pages and words else []
        found = [SideRow(key, label, field=field) for label, said, field in told if _has(said, words)]
        if not words or found or _has(title, words):
            rows += [SideRow(key, title, icon, warning=warnings.get(key, "")), *found]
    return rows


def _has(text: str, words: list[str]) -> bool:
    folded = text.casefold()
    return all(word.casefold() in folded for word in words)


class SideRowPainter(QStyledItemDelegate):
    """Paints a row: icon, word, and a sign when the page has a warning."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Be one row high."""
        return QSize(100, ROW_PX if index.data(Qt.ItemDataRole.UserRole).field is None else ROW_PX - 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw the row."""
        row: SideRow = index.data(Qt.ItemDataRole.UserRole)
        box = QRect(option.rect).adjusted(8, 0, -8, 0)
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("accentSoft" if chosen else "hover"))
            painter.drawRoundedRect(QRectF(box), 6, 6)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme().color("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if row.icon:
            icons.draw(painter, row.icon, "accent" if chosen else "text2", box.left() + 8, box.top() + 8, 16)
        painter.setFont(font("body", 500 if chosen else 400) if row.field is None else font("small"))
        painter.setPen(theme().color("text" if chosen else "text2"))
        room = box.width() - 32 - (28 if row.warning else 8)
        word = QFontMetrics(painter.font()).elidedText(row.word, Qt.TextElideMode.ElideRight, room)
        painter.drawText(box.adjusted(32, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, word)
        if row.warning:
            icons.draw(painter, "warning", "warn", box.right() - 21, box.top() + 9, 14)
        painter.restore()
