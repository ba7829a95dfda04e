"""The side of the settings: back, search, the pages, and what the search found on them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout

from resources.translation import tr
from widgets import icons
from widgets.button import IconButton
from widgets.fonts import broad_px, font
from widgets.label import Label
from widgets.settings.rows import SideRow, SideRowPainter
from widgets.theme import ThemeChoice, theme

WIDTH_PX = 224


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
        self.setFixedWidth(broad_px(WIDTH_PX))
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
        view.setItemDelegate(SideRowPainter(view))
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
