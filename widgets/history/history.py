"""The history at the left: the app's name, New research, search, the runs by day, settings and theme."""

from __future__ import annotations

from datetime import date, datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from resources.translation import tr
from widgets import clock, icons
from widgets.button import Button, IconButton
from widgets.fonts import broad_px
from widgets.history.list import HistoryList
from widgets.history.model import by_day, by_find
from widgets.history.rows import Finds, HistoryRow
from widgets.label import Label
from widgets.search_field import SearchField
from widgets.spoken_dates import first_weekday
from widgets.theme import theme

WIDTH_PX, WIDE_PX = 224, 248
# "Today" becomes "Yesterday" soon after midnight.
DAY_CHECKED_EVERY_MS = 60_000


class History(QFrame):
    """Lists runs; wishes about a run come from its `list`.

    Signals:
        new_asked: The user wants to compose a new research.
        run_asked: A run shall be opened; its id.
        search_asked: These words shall be looked for; "" for all runs.
        settings_asked: The user wants the settings.
        theme_asked: The user wants the other theme.
        fold_asked: The history shall be folded away.
        bundle_asked: The user wants to open an evidence bundle.
    """

    new_asked = Signal()
    run_asked = Signal(str)
    search_asked = Signal(str)
    settings_asked = Signal()
    theme_asked = Signal()
    fold_asked = Signal()
    bundle_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "window")
        self.setProperty("line", "right")
        self.setFixedWidth(broad_px(WIDTH_PX))
        self._rows: tuple[HistoryRow, ...] = ()
        self._is_read = False  # before that nobody knows whether there are runs
        self._finds: Finds | None = None
        self._open_id = ""
        self._day = date.min
        self.new = Button(tr("New research"), "soft", "plus", key="Ctrl N")
        self.new.clicked.connect(self.new_asked)
        self.search = SearchField(tr("Search history"))
        self.list = HistoryList()
        self._lead, self._advice = Label("", "small_strong", "text2"), Label("", "small", "text3", wraps=True)
        self._empty, self._space = self._make_empty(), QFrame()
        self._place()
        self.list.run_asked.connect(self.run_asked)
        self.search.textChanged.connect(self._on_words)
        self.search.down_asked.connect(self.list.enter_from_above)
        self.search.first_asked.connect(self._open_first)
        theme().changed.connect(self._on_theme)
        self._midnight = QTimer(self, interval=DAY_CHECKED_EVERY_MS)
        self._midnight.timeout.connect(self._check_day)
        self._midnight.start()
        self._on_theme()
        self._fill()

    def widen(self, wide: bool) -> None:
        """Take the width of a wide window, or of a usual one."""
        width = broad_px(WIDE_PX if wide else WIDTH_PX)
        if width != self.width():
            self.setFixedWidth(width)

    def show_rows(self, rows: tuple[HistoryRow, ...]) -> None:
        """List runs, newest first."""
        if rows != self._rows or not self._is_read:
            self._rows, self._is_read = rows, True
            self._fill()

    def show_finds(self, finds: Finds | None) -> None:
        """List what a search found instead of all runs; None for all runs."""
        self._finds = finds if self.search.text().strip() else None
        self._fill()

    def show_current(self, run_id: str) -> None:
        """Mark the run that is open; "" for none."""
        self._open_id = run_id
        self.list.show_open(run_id)

    def _on_words(self, words: str) -> None:
        if not words.strip():
            self._finds = None
            self._fill()
        self.search_asked.emit(words.strip())

    def _open_first(self) -> None:
        if run_id := self.list.first_id():
            self.run_asked.emit(run_id)

    def _fill(self) -> None:
        self._day = datetime.fromtimestamp(clock.now()).date()
        finds = self._finds
        entries = by_day(self._rows, self._day, first_weekday()) if finds is None else by_find(finds)
        self.list.show_entries(entries, self._open_id)
        if not self._is_read:
            self._empty.hide()
        elif not self._rows:
            self._say(tr("No research yet"), tr("Each run is kept here with its sources, even one you stop early."))
        elif not entries:
            self._say(tr("Nothing found"), tr("No topic, report or answer holds all of these words."))
        else:
            self._empty.hide()
        self.list.setVisible(bool(entries))
        self._space.setVisible(not entries)
        self.search.setVisible(bool(self._rows))

    def _say(self, lead: str, advice: str) -> None:
        self._lead.setText(lead)
        self._advice.setText(advice)
        self._empty.show()

    def _check_day(self) -> None:
        if datetime.fromtimestamp(clock.now()).date() != self._day:
            self._fill()

    def _place(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 0, 0)
        column.setSpacing(12)
        upper, lower = QVBoxLayout(), QVBoxLayout()
        for part in (upper, lower):
            part.setContentsMargins(0, 0, 12, 0)
            part.setSpacing(12)
        upper.addLayout(self._make_head())
        for widget in (self.new, self.search, self._empty):
            upper.addWidget(widget)
        lower.addWidget(self._make_foot())
        column.addLayout(upper)
        column.addWidget(self.list, 1)  # its scroll bar stands in the margin
        column.addWidget(self._space, 1)
        column.addLayout(lower)

    def _make_head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setContentsMargins(4, 0, 0, 0)
        head.setSpacing(8)
        mark = QLabel()
        mark.setPixmap(icons.pixmap("app", size_px=22))
        head.addWidget(mark)
        head.addWidget(Label("Dossier", "run_title"))
        head.addStretch(1)
        fold = IconButton(tr("Fold the history"), "sidebar")
        fold.clicked.connect(self.fold_asked)
        head.addWidget(fold)
        return head

    def _make_empty(self) -> QFrame:
        frame = QFrame()
        column = QVBoxLayout(frame)
        column.setContentsMargins(4, 4, 4, 0)
        column.setSpacing(4)
        column.addWidget(self._lead)
        column.addWidget(self._advice)
        return frame

    def _make_foot(self) -> QFrame:
        foot = QFrame()
        foot.setProperty("line", "top")
        foot.setFixedHeight(48)
        row = QHBoxLayout(foot)
        row.setContentsMargins(0, 0, 0, 0)
        self.settings = Button(tr("Settings"), "quiet", "settings")
        self.settings.setObjectName("settings")
        self.settings.clicked.connect(self.settings_asked)
        row.addWidget(self.settings, 0, Qt.AlignmentFlag.AlignLeft)
        row.addStretch(1)
        self.bundle = IconButton(tr("Open an evidence bundle"), "open-page")
        self.bundle.clicked.connect(self.bundle_asked)
        row.addWidget(self.bundle)
        self._theme = IconButton(tr("Switch theme"), "moon")
        self._theme.clicked.connect(self.theme_asked)
        row.addWidget(self._theme)
        return foot

    def _on_theme(self) -> None:
        self._theme.set_icon("sun" if theme().name == "dark" else "moon")
