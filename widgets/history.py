"""The history at the left: the app's name, New research, search, the runs by day, settings and theme."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QVBoxLayout,
)

from widgets import clock, icons
from widgets.button import Button, IconButton
from widgets.fonts import font
from widgets.history_row_painter import HistoryRowPainter
from widgets.history_rows import HistoryRow, day_title, row_line
from widgets.label import Label
from widgets.motion import motion
from widgets.phrases import RUN_FACES
from widgets.theme import theme

WIDTH_PX, WIDE_PX = 224, 248
HEAD_PX = 30


class History(QFrame):
    """Lists runs.

    Signals:
        new_asked: The user wants to compose a new research.
        run_asked: A run shall be opened; its id.
        delete_asked: A run shall be deleted; its id.
        settings_asked: The user wants the settings.
        theme_asked: The user wants the other theme.
        fold_asked: The history shall be folded away.
    """

    new_asked = Signal()
    run_asked = Signal(str)
    delete_asked = Signal(str)
    settings_asked = Signal()
    theme_asked = Signal()
    fold_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "window")
        self.setProperty("line", "right")
        self.setFixedWidth(WIDTH_PX)
        self._rows: tuple[HistoryRow, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 0)
        column.setSpacing(12)
        column.addLayout(self._make_head())
        self.new = Button("New research", "soft", "plus", key="Ctrl N")
        self.new.clicked.connect(self.new_asked)
        column.addWidget(self.new)
        self.search = QLineEdit()
        self.search.setFont(font("small"))
        self.search.setPlaceholderText("Search history")
        self.search.setAccessibleName("Search history")
        self.search.setClearButtonEnabled(True)
        self._glass = self.search.addAction(
            icons.icon("search", "text3", 14), QLineEdit.ActionPosition.LeadingPosition
        )
        self.search.textChanged.connect(self._fill)
        column.addWidget(self.search)
        self._empty = self._make_empty()
        column.addWidget(self._empty)
        self.list = self._make_list()
        column.addWidget(self.list, 1)
        column.addWidget(self._make_foot())
        theme().changed.connect(self._on_theme)
        motion().beat.connect(self._turn)
        self._on_theme()
        self._fill()

    def widen(self, wide: bool) -> None:
        """Take the width of a wide window, or of a usual one."""
        width = WIDE_PX if wide else WIDTH_PX
        if width != self.width():
            self.setFixedWidth(width)
            self._fill()

    def show_rows(self, rows: tuple[HistoryRow, ...]) -> None:
        """List runs, newest first."""
        if rows != self._rows:
            self._rows = rows
            self._fill()

    def show_current(self, run_id: str) -> None:
        """Mark the run that is open; "" for none."""
        self.list.blockSignals(True)
        self.list.setCurrentRow(-1)
        for place in range(self.list.count()):
            item = self.list.item(place)
            if isinstance(row := item.data(Qt.ItemDataRole.UserRole), HistoryRow) and row.run_id == run_id:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)

    def _make_head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setContentsMargins(4, 0, 0, 0)
        head.setSpacing(8)
        mark = QLabel()
        mark.setPixmap(icons.pixmap("app", size_px=22))
        head.addWidget(mark)
        head.addWidget(Label("Dossier", "run_title"))
        head.addStretch(1)
        fold = IconButton("Fold the history", "sidebar")
        fold.clicked.connect(self.fold_asked)
        head.addWidget(fold)
        return head

    def _make_empty(self) -> QFrame:
        frame = QFrame()
        column = QVBoxLayout(frame)
        column.setContentsMargins(4, 4, 4, 0)
        column.setSpacing(4)
        column.addWidget(Label("No research yet", "small_strong", "text2"))
        column.addWidget(Label("Each run is kept here with its sources, even one you stop early.", "small", "text3",
                               wraps=True))  # fmt: skip
        return frame

    def _make_list(self) -> QListWidget:
        view = QListWidget()
        view.setObjectName("history")
        view.setAccessibleName("History")
        view.setItemDelegate(HistoryRowPainter(view))
        view.setMouseTracking(True)
        view.setResizeMode(QListWidget.ResizeMode.Adjust)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        view.itemActivated.connect(self._open)
        view.itemClicked.connect(self._open)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._open_menu)
        return view

    def _make_foot(self) -> QFrame:
        foot = QFrame()
        foot.setProperty("line", "top")
        foot.setFixedHeight(48)
        row = QHBoxLayout(foot)
        row.setContentsMargins(0, 0, 0, 0)
        self.settings = Button("Settings", "quiet", "settings")
        self.settings.setObjectName("settings")
        self.settings.clicked.connect(self.settings_asked)
        row.addWidget(self.settings)
        row.addStretch(1)
        self._theme = IconButton("Switch theme", "moon")
        self._theme.clicked.connect(self.theme_asked)
        row.addWidget(self._theme)
        return foot

    def _fill(self) -> None:
        words = self.search.text().lower()
        current = self.list.currentItem()
        kept = current.data(Qt.ItemDataRole.UserRole) if current is not None else None
        self.list.clear()
        today = datetime.fromtimestamp(clock.now()).date()
        title = ""
        for row in self._rows:
            if words not in row.topic.lower():
                continue
            if (day := day_title(row.started_at, today)) != title:
                title = day
                self._add_heading(title)
            item = QListWidgetItem(f"{row.topic}. {row_line(row)}")
            item.setData(Qt.ItemDataRole.UserRole, row)
            item.setToolTip(row.topic)
            self.list.addItem(item)
        self._empty.setVisible(not self._rows)
        self.search.setVisible(bool(self._rows))
        if isinstance(kept, HistoryRow):
            self.show_current(kept.run_id)

    def _add_heading(self, title: str) -> None:
        item = QListWidgetItem(title)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.list.addItem(item)

    def _open(self, item: QListWidgetItem) -> None:
        if isinstance(row := item.data(Qt.ItemDataRole.UserRole), HistoryRow):
            self.run_asked.emit(row.run_id)

    def _open_menu(self, at: QPoint) -> None:
        item = self.list.itemAt(at)
        if item is None or not isinstance(row := item.data(Qt.ItemDataRole.UserRole), HistoryRow):
            return
        menu = QMenu(self)
        menu.addAction("Delete this run", lambda: self.delete_asked.emit(row.run_id))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.list.viewport().mapToGlobal(at))

    def _on_theme(self) -> None:
        self._theme.set_icon("sun" if theme().is_dark() else "moon")
        self._glass.setIcon(icons.icon("search", "text3", 14))

    def _turn(self) -> None:
        for place in range(self.list.count()):
            row = self.list.item(place).data(Qt.ItemDataRole.UserRole)
            if isinstance(row, HistoryRow) and RUN_FACES[row.state].icon == "running":
                self.list.viewport().update(self.list.visualItemRect(self.list.item(place)))
