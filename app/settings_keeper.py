"""Keeps what is entered on the pages of the settings, lets it act at once, and gives pages with work a controller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication

from app.actions import shortcuts
from app.library_preferences import LibraryPreferences
from app.model_preferences import ModelPreferences
from app.sandbox_preferences import SandboxPreferences
from app.search_preferences import SearchPreferences
from app.session import Session
from app.setting_records import SETTINGS
from app.settings_port import Choices
from engine.errors import DossierError, InputError, Trouble
from engine.snapshot import Notice
from resources.translation import tr
from widgets.motion import motion
from widgets.settings.library import missing_in
from widgets.settings.page import SettingsPage
from widgets.settings.search import warning_of
from widgets.theme import theme


class SettingsKeeper(QObject):
    """Serves one `SettingsPage`.

    Args:
        on_health: is told when sandbox or model may be doing otherwise now.

    Signals:
        kept: A setting has another value now; its key.
    """

    kept = Signal(str)

    def __init__(self, page: SettingsPage, choices: Choices, session: Session, on_health: Callable[[], None]) -> None:
        super().__init__(page)
        self._page, self._choices, self._session = page, choices, session
        self._on_health = on_health
        self._models: ModelPreferences | None = None
        self._searching: SearchPreferences | None = None
        self._library: LibraryPreferences | None = None
        self._sandbox: SandboxPreferences | None = None
        page.show_helps({setting.key: tr(setting.help) for setting in SETTINGS})
        page.made.connect(self._on_made)
        page.opened.connect(self._on_opened)
        page.changed.connect(self._on_changed)

    def show_values(self) -> None:
        """Show what is kept, on every page there is."""
        self._page.show_values(self._choices.values())
        self._page.sidebar.show_theme(self._choices.theme())

    def look_for_warnings(self) -> None:
        """Mark the pages that need looking at before they are opened."""
        self._session.do(self._look_for_warnings())

    def begin_profile(self, preset: str) -> None:
        """Begin a profile of a kind on the page of the model."""
        if self._models is not None:
            self._models.begin(preset)

    def end(self) -> None:
        """End what only makes sense while somebody looks."""
        if self._models is not None:
            self._models.end()

    def keep(self, key: str, value: Any) -> None:
        """Keep a setting, or say at its field why not."""
        try:
            self._choices.keep(key, value)
        except InputError as error:
            self._page.show_problem(key, str(error))
            return
        except DossierError as error:
            self.show_trouble(error.trouble())
            return
        self._page.show_problem(key, "")
        self._act(key, value)
        self.show_values()
        self.kept.emit(key)

    def show_trouble(self, trouble: Trouble) -> None:
        """Show what went wrong and belongs to no field."""
        text = f"{trouble.title} {trouble.advice}".strip()
        self._page.notices.show_notice(Notice(level="error", text=text, key=f"trouble-{trouble.kind}"))

    def _act(self, key: str, value: Any) -> None:
        """Let a kept setting act at once."""
        if key == "appearance.theme":
            theme().choose(value)
        elif key == "appearance.contrast":
            theme().choose_contrast(value)
        elif key == "appearance.reduced_motion":
            motion().set_reduced(bool(value))
        elif key.startswith("search.") and self._searching is not None:
            self._searching.show()
        elif key == "library.folders" and self._library is not None:
            self._library.show()
        elif key.startswith("sandbox.") and self._sandbox is not None:
            self._sandbox.show()
            self._on_health()

    def _on_changed(self, key: str, value: Any) -> None:
        if not key.startswith("profile."):
            self.keep(key, value)
        elif self._models is not None:
            self._models.change(key, value)

    def _on_made(self, key: str) -> None:
        page, choices, session = self._page, self._choices, self._session
        if key == "model":
            self._models = ModelPreferences(page.model, choices, session, self.show_trouble, self._on_health)
        elif key == "search":
            self._searching = SearchPreferences(page.search, choices, session)
        elif key == "library":
            self._library = LibraryPreferences(page.library, choices, session, self.keep)
        elif key == "sandbox":
            self._sandbox = SandboxPreferences(page.sandbox, choices, session)
        elif key == "keyboard":
            page.keyboard.show_shortcuts(shortcuts())
        elif key == "about":
            page.about.open_asked.connect(lambda path: QDesktopServices.openUrl(QUrl.fromLocalFile(path)))
            page.about.copy_asked.connect(lambda words: QGuiApplication.clipboard().setText(words))

    def _on_opened(self, key: str) -> None:
        shows = {"model": self._models, "search": self._searching, "library": self._library, "sandbox": self._sandbox}
        if (controller := shows.get(key)) is not None:
            controller.show()
        elif key == "about":
            self._session.do(self._show_about())

    async def _look_for_warnings(self) -> None:
        self._page.warn("search", warning_of(await self._choices.searching.providers()))
        self._page.warn("library", missing_in(await self._choices.library.folders()))

    async def _show_about(self) -> None:
        self._page.about.show_facts(await self._choices.about())
