"""The settings: a page of the window with a side of its own, opened over what was there and left back to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from widgets.notices import Notices
from widgets.settings.about import AboutPage
from widgets.settings.appearance import AppearancePage
from widgets.settings.frame import SettingsFrame
from widgets.settings.keyboard import KeyboardPage
from widgets.settings.library import LibraryPage
from widgets.settings.limits import LimitsPage
from widgets.settings.model import ModelPage
from widgets.settings.report import ReportPage
from widgets.settings.rows import SideRow, page_rows
from widgets.settings.sandbox import SandboxPage
from widgets.settings.search import SearchPage
from widgets.settings.sidebar import SettingsSidebar

# In the order of the side.
_PAGES: dict[str, Callable[[], SettingsFrame]] = {
    "appearance": AppearancePage,
    "model": ModelPage,
    "search": SearchPage,
    "library": LibraryPage,
    "sandbox": SandboxPage,
    "report": ReportPage,
    "limits": LimitsPage,
    "keyboard": KeyboardPage,
    "about": AboutPage,
}


class SettingsPage(QWidget):
    """Holds the pages; each is made when it is wanted for the first time, so that opening takes no time.

    Signals:
        back_asked: The user wants to go back to where he was.
        changed: A value was entered; the key of its setting, and the value.
        made: A page was made; its key.
        opened: A page is in view; its key.
        theme_asked: The user wants the other theme.
    """

    back_asked = Signal()
    changed = Signal(str, object)
    made = Signal(str)
    opened = Signal(str)
    theme_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("settingsPage")
        self.sidebar = SettingsSidebar()
        self._made: dict[str, SettingsFrame] = {}
        self._values: dict[str, Any] = {}
        self._helps: dict[str, str] = {}
        self._warnings: dict[str, str] = {}
        self.notices = Notices()
        self.notices.setObjectName("settingsNotices")
        self.stack = QStackedWidget()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.sidebar)
        content = QVBoxLayout()
        content.setSpacing(0)
        content.addWidget(self.notices)
        content.addWidget(self.stack, 1)
        row.addLayout(content, 1)
        self._rest = QTimer(self, interval=0)
        self._rest.timeout.connect(self._make_next)
        self.sidebar.back_asked.connect(self.back_asked)
        self.sidebar.theme_asked.connect(self.theme_asked)
        self.sidebar.search_changed.connect(self._look_for)
        self.sidebar.first_asked.connect(self._open_first)
        self.sidebar.row_asked.connect(self._open_row)

    def page_keys(self) -> tuple[str, ...]:
        """Return the keys of all pages, in their order."""
        return tuple(_PAGES)

    def page(self, key: str) -> SettingsFrame:
        """Return a page, made now if it was not wanted before."""
        if key not in self._made:
            page = self._made[key] = _PAGES[key]()
            self.stack.addWidget(page)
            page.changed.connect(self.changed)
            page.warned.connect(lambda sentence: self.warn(key, sentence))
            page.show_values(self._values)
            page.show_helps(self._helps)
            self.made.emit(key)
        return self._made[key]

    def show_page(self, key: str) -> None:
        """Bring a page into view; what was entered on the one before is taken first."""
        self.commit()
        self.stack.setCurrentWidget(self.page(key))
        self._fill()
        self.opened.emit(key)

    def open_key(self) -> str:
        """Return the key of the page in view, the model's before any was opened."""
        page = self.stack.currentWidget()
        return page.key if isinstance(page, SettingsFrame) else "model"

    def show_values(self, values: dict[str, Any]) -> None:
        """Show kept values on every page."""
        self._values = values
        for page in self._made.values():
            page.show_values(values)

    def show_helps(self, helps: dict[str, str]) -> None:
        """Explain settings by their keys, in a sentence each; the search finds these words, too."""
        self._helps = helps
        for page in self._made.values():
            page.show_helps(helps)

    def show_problem(self, key: str, sentence: str) -> None:
        """Say at the field of a setting what is wrong with what was entered; "" when it is kept."""
        for page in self._made.values():
            page.show_problem(key, sentence)

    def commit(self) -> None:
        """Take what is entered and not taken yet."""
        page = self.stack.currentWidget()
        if isinstance(page, SettingsFrame):
            page.commit()

    def warn(self, key: str, sentence: str) -> None:
        """Mark a page in the side as one that needs looking at; "" takes the mark away."""
        if self._warnings.get(key, "") != sentence:
            self._warnings[key] = sentence
            self._fill()

    def next_pane(self) -> None:
        """Move the keyboard from the side to the page, or back."""
        page = self.page(self.open_key())
        if page.isAncestorOf(self.focusWidget() or self):
            self.sidebar.list.setFocus()
        else:
            page.focus_first()

    def empty_search(self) -> bool:
        """Empty the search; return whether there was anything in it."""
        had = bool(self.sidebar.search.text())
        self.sidebar.search.clear()
        return had

    # --- pages by name ------------------------------------------------------------------------------------

    @property
    def appearance(self) -> AppearancePage:
        """How the window looks."""
        return cast(AppearancePage, self.page("appearance"))

    @property
    def model(self) -> ModelPage:
        """The models' profiles."""
        return cast(ModelPage, self.page("model"))

    @property
    def search(self) -> SearchPage:
        """The search providers."""
        return cast(SearchPage, self.page("search"))

    @property
    def library(self) -> LibraryPage:
        """The folders of the library."""
        return cast(LibraryPage, self.page("library"))

    @property
    def sandbox(self) -> SandboxPage:
        """The kinds of sandboxes."""
        return cast(SandboxPage, self.page("sandbox"))

    @property
    def report(self) -> ReportPage:
        """How reports read."""
        return cast(ReportPage, self.page("report"))

    @property
    def limits(self) -> LimitsPage:
        """What a run may use."""
        return cast(LimitsPage, self.page("limits"))

    @property
    def keyboard(self) -> KeyboardPage:
        """Every key."""
        return cast(KeyboardPage, self.page("keyboard"))

    @property
    def about(self) -> AboutPage:
        """This copy of the program."""
        return cast(AboutPage, self.page("about"))

    # --- inside -------------------------------------------------------------------------------------------

    def _look_for(self, words: str) -> None:
        """Search; pages that are not made yet are made one by one, so that typing goes on."""
        self._fill()
        if words and len(self._made) < len(_PAGES):
            self._rest.start()

    def _open_first(self) -> None:
        """Open the first thing found, on whichever page."""
        for key in _PAGES:
            self.page(key)
        self._fill()
        self.sidebar.open_first()

    def _make_next(self) -> None:
        missing = next((key for key in _PAGES if key not in self._made), "")
        if missing:
            self.page(missing)
            self._fill()
        else:
            self._rest.stop()

    def _fill(self) -> None:
        words = self.sidebar.search.text().split()
        self.sidebar.show_rows(page_rows(_PAGES, self._made, words, self._warnings), self.open_key())

    def _open_row(self, row: SideRow) -> None:
        if row.page != self.open_key():
            self.commit()
            self.stack.setCurrentWidget(self.page(row.page))
            self.opened.emit(row.page)
        if row.field is not None:
            self.page(row.page).show_field(row.field)
