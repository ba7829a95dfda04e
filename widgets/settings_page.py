"""The settings: a page of the window with a side of its own, opened over what was there and left back to it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from widgets.notices import Notices
from widgets.settings_about import AboutPage
from widgets.settings_appearance import AppearancePage
from widgets.settings_frame import SettingsFrame
from widgets.settings_keyboard import KeyboardPage
from widgets.settings_library import LibraryPage
from widgets.settings_limits import LimitsPage
from widgets.settings_model import ModelPage
from widgets.settings_report import ReportPage
from widgets.settings_sandbox import SandboxPage
from widgets.settings_search import SearchPage
from widgets.settings_sidebar import SettingsSidebar, SideRow


class SettingsPage(QWidget):
    """Holds the pages.

    Signals:
        back_asked: The user wants to go back to where he was.
        changed: A value was entered; the key of its setting, and the value.
        opened: A page is in view; its key.
        theme_asked: The user wants the other theme.
    """

    back_asked = Signal()
    changed = Signal(str, object)
    opened = Signal(str)
    theme_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("settingsPage")
        self.sidebar = SettingsSidebar()
        self.appearance, self.model, self.search = AppearancePage(), ModelPage(), SearchPage()
        self.library, self.sandbox, self.report = LibraryPage(), SandboxPage(), ReportPage()
        self.limits, self.keyboard, self.about = LimitsPage(), KeyboardPage(), AboutPage()
        self.pages: tuple[SettingsFrame, ...] = (
            self.appearance, self.model, self.search, self.library, self.sandbox, self.report, self.limits,
            self.keyboard, self.about,
        )  # fmt: skip
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
        for page in self.pages:
            self.stack.addWidget(page)
            page.changed.connect(self.changed)
            page.warned.connect(lambda sentence, key=page.key: self._warn(key, sentence))
        self.sidebar.back_asked.connect(self.back_asked)
        self.sidebar.theme_asked.connect(self.theme_asked)
        self.sidebar.search_changed.connect(lambda _: self._fill())
        self.sidebar.row_asked.connect(self._open_row)
        self.show_page("model")

    def show_page(self, key: str) -> None:
        """Bring a page into view; what was entered on the one before is taken first."""
        self._now().commit()
        page = next(page for page in self.pages if page.key == key)
        self.stack.setCurrentWidget(page)
        self._fill()
        self.opened.emit(key)

    def open_key(self) -> str:
        """Return the key of the page in view."""
        return self._now().key

    def show_values(self, values: dict[str, Any]) -> None:
        """Show kept values on every page."""
        for page in self.pages:
            page.show_values(values)

    def show_problem(self, key: str, sentence: str) -> None:
        """Say at the field of a setting what is wrong with what was entered; "" when it is kept."""
        for page in self.pages:
            page.show_problem(key, sentence)

    def commit(self) -> None:
        """Take what is entered and not taken yet."""
        self._now().commit()

    def next_pane(self) -> None:
        """Move the keyboard from the side to the page, or back."""
        if self._now().isAncestorOf(self.focusWidget() or self):
            self.sidebar.list.setFocus()
        else:
            self._now().focus_first()

    def empty_search(self) -> bool:
        """Empty the search; return whether there was anything in it."""
        had = bool(self.sidebar.search.text())
        self.sidebar.search.clear()
        return had

    def _now(self) -> SettingsFrame:
        page = self.stack.currentWidget()
        assert isinstance(page, SettingsFrame)
        return page

    def _fill(self) -> None:
        words = self.sidebar.search.text().split()
        rows: list[SideRow] = []
        for page in self.pages:
            found = [
                SideRow(page.key, label, field=field)
                for label, told, field in page.search_words()
                if words and _has(told, words)
            ]
            if not words or found or _has(page.title, words):
                rows.append(SideRow(page.key, page.title, page.icon, warning=self._warnings.get(page.key, "")))
                rows += found
        self.sidebar.show_rows(rows, self._now().key)

    def _open_row(self, row: SideRow) -> None:
        if row.page != self._now().key:
            self._now().commit()
            self.stack.setCurrentWidget(next(page for page in self.pages if page.key == row.page))
            self.opened.emit(row.page)
        if row.field is not None:
            self._now().show_field(row.field)

    def _warn(self, key: str, sentence: str) -> None:
        if self._warnings.get(key, "") != sentence:
            self._warnings[key] = sentence
            self._fill()


def _has(text: str, words: list[str]) -> bool:
    folded = text.casefold()
    return all(word.casefold() in folded for word in words)
