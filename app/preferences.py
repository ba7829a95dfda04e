"""What the user chooses once: settings and theme."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.beginnings import Beginnings
from app.presenter import Presenter
from engine.errors import DossierError
from widgets.settings_form import SettingsForm, SettingsValues
from widgets.theme import ThemeChoice, theme


class Preferences(QObject):
    """Shows and keeps what the user chose."""

    def __init__(self, presenter: Presenter, beginnings: Beginnings) -> None:
        super().__init__(presenter)
        self._presenter, self._beginnings = presenter, beginnings
        self._settings: SettingsForm | None = None

    def show_ready(self) -> None:
        """Everything is loaded: say how sandbox and model are doing."""
        self._presenter.session.do(self._show_health())

    def switch_theme(self) -> None:
        """Switch between light and dark."""
        choice: ThemeChoice = "light" if theme().is_dark() else "dark"
        theme().choose(choice)
        try:
            self._presenter.desk.choices.choose_theme(choice)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())

    def open_settings(self) -> None:
        """Open the settings."""
        if self._settings is None:
            self._settings = SettingsForm(self._presenter.window)
            self._settings.save_asked.connect(self.save_settings)
        self._settings.show_values(self._presenter.desk.choices.settings())
        self._settings.open()

    def save_settings(self, values: SettingsValues) -> None:
        """Keep settings and show what they change."""
        before = self._presenter.desk.choices.settings()
        try:
            self._presenter.desk.choices.save_settings(values)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
        theme().choose(values.theme)
        self._beginnings.show_offer()
        self._pick_new(before, values)
        self._presenter.session.do(self._show_health())

    def _pick_new(self, before: SettingsValues, now: SettingsValues) -> None:
        """Choose for the next research what was just set up: nobody sets up what he does not want to use."""
        composer = self._presenter.window.welcome.composer
        has_new_model = bool(now.model) and (now.model, now.base_url) != (before.model, before.base_url)
        if has_new_model:
            composer.model_menu.pick("model")
        if now.folders and now.folders != before.folders:
            composer.sources_menu.pick("library")
        elif has_new_model and composer.sources_menu.value() == "sample":
            composer.sources_menu.pick("web")

    async def _show_health(self) -> None:
        self._presenter.window.status.show_health(*await self._presenter.desk.health())
