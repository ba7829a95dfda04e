"""The main window: places the widgets and gives way when there is little room; it decides nothing."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from widgets.beginning.welcome import Welcome
from widgets.history.history import History
from widgets.history.rail import Rail
from widgets.icons import app_icon
from widgets.notices import Notices
from widgets.run.page import RunPage
from widgets.run.status_bar import StatusBar
from widgets.settings.page import SettingsPage

RAIL_BELOW_PX = 1200
NARROW_BELOW_PX = 1000
WIDE_FROM_PX = 1600
OPENING_SIZE = QSize(1280, 800)
FRAME_PX = 40  # a title bar and edges; how large they are is known only once the window is shown


class MainWindow(QMainWindow):
    """The one window.

    Signals:
        close_asked: The user wants to end the program; it ends when its work has ended.
    """

    close_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Dossier")
        self.setWindowIcon(app_icon())
        self.setMinimumSize(900, 600)
        self._folded: bool | None = None  # None: as the width asks for
        self._may_close = False
        self.history, self.rail = History(), Rail()
        self.welcome, self.run_page = Welcome(), RunPage()
        self.notices, self.status = Notices(), StatusBar()
        self.pages = QStackedWidget()
        self.pages.addWidget(self.welcome)
        self.pages.addWidget(self.run_page)
        self.setCentralWidget(self._make_centre())
        self.history.fold_asked.connect(lambda: self.fold_history(True))
        self.rail.unfold_asked.connect(lambda: self.fold_history(False))

    def open_on(self, room: QSize, *, placed: bool = False) -> None:
        """Show the window where it was placed, else at its usual size where there is room, else maximized."""
        if placed:
            self.show()
            return
        self.resize(OPENING_SIZE.boundedTo(room))
        if room.width() < OPENING_SIZE.width() or room.height() < OPENING_SIZE.height() + FRAME_PX:
            self.showMaximized()
        else:
            self.show()

    def show_welcome(self) -> None:
        """Show the page of a new research, ready for typing."""
        self.leave_settings()
        self.pages.setCurrentWidget(self.welcome)
        self.setWindowTitle("Dossier")
        self.welcome.composer.topic.setFocus()

    def show_run_page(self, topic: str) -> None:
        """Show the page of a run; the keyboard is on its graph."""
        self.leave_settings()
        if self.is_welcome():
            self.pages.setCurrentWidget(self.run_page)
            self.run_page.graph.setFocus()
        self.setWindowTitle(f"{' '.join(topic.split())[:80]} - Dossier")

    def is_welcome(self) -> bool:
        """Return whether the page of a new research is open."""
        return self.pages.currentWidget() is self.welcome

    def make_settings(self) -> SettingsPage:
        """Return the settings, made now: few starts of the program need them."""
        page = SettingsPage()
        self.floors.addWidget(page)
        return page

    def show_settings(self) -> None:
        """Show the settings over everything but the status bar."""
        self.floors.setCurrentIndex(self.floors.count() - 1)

    def leave_settings(self) -> None:
        """Show what the settings were opened over."""
        self.floors.setCurrentIndex(0)

    def is_settings(self) -> bool:
        """Return whether the settings are open."""
        return self.floors.currentIndex() > 0

    def fold_history(self, folded: bool) -> None:
        """Fold the history to a rail, or show it."""
        self._folded = folded
        self._give_way()

    def is_history_folded(self) -> bool:
        """Return whether the history is a rail."""
        return self.rail.isVisibleTo(self)

    def history_fold_wanted(self) -> bool | None:
        """Return whether the user wants the history folded; None: as the width asks for."""
        return self._folded

    def let_close(self) -> None:
        """Close without asking again."""
        self._may_close = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask whoever owns the work to end it first."""
        if self._may_close:
            super().closeEvent(event)
            return
        event.ignore()
        self.close_asked.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way when there is little room."""
        super().resizeEvent(event)
        self._give_way()

    def _give_way(self) -> None:
        narrow = self.width() < RAIL_BELOW_PX
        folded = narrow if self._folded is None else self._folded
        self.history.widen(self.width() >= WIDE_FROM_PX)
        self.history.setVisible(not folded)
        self.rail.setVisible(folded)
        self.status.show_narrow(self.width() < NARROW_BELOW_PX)

    def _make_centre(self) -> QWidget:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.floors = QStackedWidget()  # the work, and the settings over it
        work = QWidget()
        self.floors.addWidget(work)
        row = QHBoxLayout(work)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.history)
        row.addWidget(self.rail)
        content = QVBoxLayout()
        content.setSpacing(0)
        content.addWidget(self.notices)
        content.addWidget(self.pages, 1)
        row.addLayout(content, 1)
        column.addWidget(self.floors, 1)
        column.addWidget(self.status)
        return centre
