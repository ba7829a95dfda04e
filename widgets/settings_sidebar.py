"""The side of the settings: back, search, the pages, and what the search found on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from resources.translation import mark, tr
from widgets import icons
from widgets.button import IconButton
from widgets.fonts import font
from widgets.label import Label
from widgets.theme import ThemeChoice, theme

WIDTH_PX = 224
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


class SettingsSidebar(QFrame):
    """Shows rows.

    Signals:
        back_asked: The user wants to go back.
        row_asked: A `SideRow` was chosen.
        first_asked: The first thing found shall be opened.
        search_changed: The words looked for are others now.
        theme_asked: The user wants the other theme.
    """

    back_asked = Signal()
    row_asked = Signal(object)
    first_asked = Signal()
    search_changed = Signal(str)
    theme_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "window")
        self.setProperty("line", "right")
        self.setFixedWidth(WIDTH_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 10, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._make_head())
        column.addSpacing(8)
        column.addLayout(self._make_search())
        column.addSpacing(8)
        self.list = self._make_list()
        column.addWidget(self.list, 1)
        self.nothing = Label(tr("No setting has these words."), "small", "text3", wraps=True)
        self.nothing.setContentsMargins(16, 8, 16, 8)
        self.nothing.hide()
        column.addWidget(self.nothing)
        column.addWidget(self._make_foot())
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def show_rows(self, rows: list[SideRow], current: str) -> None:
        """Show rows, one page of them as open."""
        self.list.blockSignals(True)
        self.list.clear()
        for row in rows:
            item = QListWidgetItem(row.word if not row.warning else f"{row.word}. {row.warning}")
            item.setData(Qt.ItemDataRole.UserRole, row)
            item.setToolTip(row.warning)
            self.list.addItem(item)
            if row.page == current and row.field is None:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self.list.setVisible(bool(rows))
        self.nothing.setVisible(not rows)

    def open_first(self) -> None:
        """Open the first field that was found, else the first page."""
        rows = [self.list.item(place) for place in range(self.list.count())]
        fields = [item for item in rows if item.data(Qt.ItemDataRole.UserRole).field is not None]
        if rows:
            self._choose((fields or rows)[0])

    def show_theme(self, choice: ThemeChoice) -> None:
        """Say which theme is chosen."""
        words = {"system": tr("Theme: system"), "light": tr("Theme: light"), "dark": tr("Theme: dark")}
        self._theme_word.setText(words[choice])

    def _make_head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setContentsMargins(10, 0, 12, 0)
        head.setSpacing(8)
        self.back = IconButton(tr("Back (Esc)"), "chevron-left")
        self.back.setObjectName("settingsBack")
        self.back.clicked.connect(self.back_asked)
        head.addWidget(self.back)
        head.addWidget(Label(tr("Settings"), "run_title"))
        head.addStretch(1)
        return head

    def _make_search(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(12, 0, 12, 0)
        self.search = _Search(self)
        self._glass = self.search.addAction(
            icons.icon("search", "text3", 14), QLineEdit.ActionPosition.LeadingPosition
        )
        self.search.textChanged.connect(self.search_changed)
        row.addWidget(self.search)
        return row

    def _make_list(self) -> QListWidget:
        view = QListWidget()
        view.setObjectName("settingsPages")
        view.setAccessibleName(tr("Pages of the settings"))
        view.setItemDelegate(_RowPainter(view))
        view.setMouseTracking(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.currentItemChanged.connect(lambda item, _: self._browse(item))
        view.itemClicked.connect(self._choose)
        view.itemActivated.connect(self._choose)
        return view

    def _make_foot(self) -> QFrame:
        foot = QFrame()
        foot.setProperty("line", "top")
        foot.setFixedHeight(48)
        row = QHBoxLayout(foot)
        row.setContentsMargins(16, 0, 10, 0)
        self._theme_word = Label("", "body", "text2")
        row.addWidget(self._theme_word)
        row.addStretch(1)
        self._theme = IconButton(tr("Switch theme"), "moon")
        self._theme.clicked.connect(self.theme_asked)
        row.addWidget(self._theme)
        return foot

    def _browse(self, item: QListWidgetItem | None) -> None:
        """Follow the arrow keys from page to page; a field takes the keyboard only when it is chosen."""
        row = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        if isinstance(row, SideRow) and row.field is None:
            self.row_asked.emit(row)

    def _choose(self, item: QListWidgetItem | None) -> None:
        row = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        if isinstance(row, SideRow):
            self.row_asked.emit(row)

    def _on_theme(self) -> None:
        self._theme.set_icon("sun" if theme().is_dark() else "moon")
        self._glass.setIcon(icons.icon("search", "text3", 14))


class _Search(QLineEdit):
    """The search field: Down goes to what it found, Enter opens the first, Esc empties it."""

    def __init__(self, sidebar: SettingsSidebar) -> None:
        super().__init__()
        self._sidebar = sidebar
        self.setFont(font("small"))
        self.setObjectName("settingsSearch")
        self.setPlaceholderText(tr("Search settings"))
        self.setAccessibleName(tr("Search settings"))
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Lead on to the list."""
        found = self._sidebar.list
        if event.key() == Qt.Key.Key_Down and found.count():
            found.setFocus()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.text().strip():
            self._sidebar.first_asked.emit()
            return
        super().keyPressEvent(event)


class _RowPainter(QStyledItemDelegate):
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
