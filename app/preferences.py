"""What the user chooses once: opens the settings over the window, keeps what is entered, shows what it changes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from app.actions import shortcuts
from app.beginnings import Beginnings
from app.model_preferences import ModelPreferences
from app.place_preferences import PlacePreferences
from app.presenter import Presenter
from app.search_preferences import SearchPreferences
from engine.errors import DossierError, InputError
from engine.snapshot import Notice
from widgets.motion import motion
from widgets.settings_page import SettingsPage
from widgets.theme import ThemeChoice, theme


class Preferences(QObject):
    """Shows and keeps what the user chose; the pages with work of their own have controllers of their own.

    Signals:
        kept: A setting has another value now; its key.
    """

    kept = Signal(str)

    def __init__(self, presenter: Presenter, beginnings: Beginnings) -> None:
        super().__init__(presenter)
        self._presenter, self._beginnings = presenter, beginnings
        self._page: SettingsPage | None = None
        self._came_from: QWidget | None = None  # where the keyboard was
        self._before: tuple[str, tuple[str, ...]] = ("", ())

    def show_ready(self) -> None:
        """Everything is loaded: say how sandbox and model are doing."""
        self.show_health()

    def switch_theme(self) -> None:
        """Switch between light and dark."""
        choice: ThemeChoice = "light" if theme().is_dark() else "dark"
        theme().choose(choice)
        try:
            self._presenter.desk.choices.choose_theme(choice)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
        if self._page is not None:
            self._show_values()

    # --- coming and going ---------------------------------------------------------------------------------

    def open_settings(self, page: str = "") -> None:
        """Open the settings, at a page where one is named; where one was is found again on leaving."""
        window = self._presenter.window
        made = self._made()
        if not window.is_settings():
            self._came_from = QApplication.focusWidget()
            self._before = self._set_up()
            self._show_values()
            window.show_settings()
        made.show_page(page or made.open_key())
        made.sidebar.list.setFocus()

    def open_model(self, preset: str = "") -> None:
        """Open the page of the model; with a preset a new profile of its kind is begun."""
        self.open_settings("model")
        if preset:
            self._models.begin(preset)

    def leave(self) -> bool:
        """Leave the settings for where one was; return whether they were open."""
        window = self._presenter.window
        if self._page is None or not self.is_open():
            return False
        self._page.commit()
        self._models.end()
        window.leave_settings()
        self._beginnings.show_offer()
        self._pick_new(self._before, self._set_up())
        self.show_health()
        came_from, self._came_from = self._came_from, None
        if came_from is not None and came_from.isVisible():
            came_from.setFocus()
        return True

    def escape(self) -> bool:
        """Close what is in the way within the settings, then the settings; return whether they were open."""
        if self._page is None or not self.is_open():
            return False
        return self._page.empty_search() or self.leave()

    def is_open(self) -> bool:
        """Return whether the settings cover the window."""
        return self._presenter.window.is_settings()

    def find(self) -> bool:
        """Put the keyboard into the search of the settings; return whether they are open."""
        if self._page is not None and self.is_open():
            self._page.sidebar.search.setFocus()
            self._page.sidebar.search.selectAll()
        return self.is_open()

    def next_pane(self) -> bool:
        """Move the keyboard between the side and the page; return whether the settings are open."""
        if self._page is not None and self.is_open():
            self._page.next_pane()
        return self.is_open()

    def show_health(self) -> None:
        """Say how sandbox and model are doing."""
        self._presenter.session.do(self._show_health())

    # --- values -------------------------------------------------------------------------------------------

    def keep(self, key: str, value: Any) -> None:
        """Keep a setting, or say at its field why not."""
        assert self._page is not None
        try:
            self._presenter.desk.choices.keep(key, value)
        except InputError as error:
            self._page.show_problem(key, str(error))
            return
        except DossierError as error:
            self._show_trouble(error)
            return
        self._page.show_problem(key, "")
        self._act(key, value)
        self._show_values()
        self.kept.emit(key)

    def _act(self, key: str, value: Any) -> None:
        """Let a kept setting act at once."""
        if key == "appearance.theme":
            theme().choose(value)
        elif key == "appearance.contrast":
            theme().choose_contrast(value)
        elif key == "appearance.reduced_motion":
            motion().set_reduced(bool(value))
        elif key.startswith("search."):
            self._searching.show()
        elif key == "library.folders":
            self._places.show_folders()
        elif key.startswith("sandbox."):
            self._places.show_kinds()
            self.show_health()

    def _made(self) -> SettingsPage:
        """Return the page, made when it is wanted for the first time."""
        if self._page is None:
            page = self._page = self._presenter.window.make_settings()
            desk, session = self._presenter.desk, self._presenter.session
            self._models = ModelPreferences(page, desk.choices, session, self._show_trouble, self.show_health)
            self._searching = SearchPreferences(page, desk.choices, session)
            self._places = PlacePreferences(page, desk.choices, session, self.keep)
            page.back_asked.connect(self.leave)
            page.theme_asked.connect(self.switch_theme)
            page.opened.connect(self._on_opened)
            page.changed.connect(self._on_changed)
            page.about.open_asked.connect(lambda path: QDesktopServices.openUrl(QUrl.fromLocalFile(path)))
            page.about.copy_asked.connect(lambda words: QGuiApplication.clipboard().setText(words))
            page.keyboard.show_shortcuts(shortcuts())
            session.trouble.connect(self._on_trouble)
        return self._page

    def _on_changed(self, key: str, value: Any) -> None:
        if key.startswith("profile."):
            self._models.change(key, value)
        else:
            self.keep(key, value)

    def _on_opened(self, key: str) -> None:
        if key == "about":
            self._presenter.session.do(self._show_about())
        elif key == "model":
            self._models.show()
        elif key == "search":
            self._searching.show()
        elif key == "library":
            self._places.show_folders()
        elif key == "sandbox":
            self._places.show_kinds()

    def _show_values(self) -> None:
        assert self._page is not None
        self._page.show_values(self._presenter.desk.choices.values())
        self._page.sidebar.show_theme(self._presenter.desk.choices.theme())

    def _show_trouble(self, error: DossierError) -> None:
        if self._page is not None:
            text = f"{error.title} {error.advice}".strip()
            self._page.notices.show_notice(Notice(level="error", text=text, key="settings"))

    def _on_trouble(self, trouble: Any) -> None:
        """Show what went wrong behind the settings on them, too: the window's own notices are covered."""
        if self._page is not None and self.is_open():
            text = f"{trouble.title} {trouble.advice}".strip()
            self._page.notices.show_notice(Notice(level="error", text=text, key=f"trouble-{trouble.kind}"))

    # --- what follows -------------------------------------------------------------------------------------

    def _set_up(self) -> tuple[str, tuple[str, ...]]:
        """Return what a new research would begin with: the model's profile and the folders."""
        choices = self._presenter.desk.choices
        active = choices.models.active()
        model = f"{active.id} {active.base_url} {active.model}" if active is not None and active.model else ""
        return model, tuple(choices.values()["library.folders"])

    def _pick_new(self, before: tuple[str, tuple[str, ...]], now: tuple[str, tuple[str, ...]]) -> None:
        """Choose for the next research what was just set up: nobody sets up what he does not want to use."""
        composer = self._presenter.window.welcome.composer
        has_new_model = bool(now[0]) and now[0] != before[0]
        if has_new_model:
            composer.model_menu.pick("model")
        if set(now[1]) - set(before[1]):
            composer.sources_menu.pick("library")
        elif has_new_model and composer.sources_menu.value() == "sample":
            composer.sources_menu.pick("web")

    async def _show_health(self) -> None:
        self._presenter.window.status.show_health(*await self._presenter.desk.health())

    async def _show_about(self) -> None:
        facts = await self._presenter.desk.choices.about()
        if self._page is not None:
            self._page.about.show_facts(facts)
