"""What the user chose once, kept in the settings and the keyring."""

from __future__ import annotations

from pathlib import Path

from app import messages
from app.composition import Composition
from app.profiles import Profiles
from engine.models.presets import preset
from widgets.settings_form import SettingsValues
from widgets.theme import ThemeChoice


class EngineChoices:
    """Reads and keeps the settings; its methods are those of `app.window_port.Choices`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition

    def theme(self) -> ThemeChoice:
        """Return the chosen theme."""
        choice: ThemeChoice = self._composition.settings["appearance.theme"]
        return choice

    def choose_theme(self, choice: ThemeChoice) -> None:
        """Keep the chosen theme."""
        self._composition.settings.set("appearance.theme", choice)

    def settings(self) -> SettingsValues:
        """Return the settings the form shows."""
        settings = self._composition.settings
        active = Profiles(settings).active()
        return SettingsValues(
            base_url=active.base_url if active else "",
            model=active.model if active else "",
            folders=tuple(settings["library.folders"]),
            sandbox=settings["sandbox.kind"],
            theme=settings["appearance.theme"],
        )

    def save_settings(self, values: SettingsValues) -> None:
        """Keep the settings of the form; a key goes to the keyring, or stays for this session."""
        settings, keys = self._composition.settings, self._composition.keys
        profiles = Profiles(settings)
        now = profiles.active() or profiles.new(preset("other"))
        profiles.keep(now.model_copy(update={"base_url": values.base_url, "model": values.model}), activate=True)
        settings.set("library.folders", list(values.folders))
        settings.set("sandbox.kind", values.sandbox)
        settings.set("appearance.theme", values.theme)
        if values.key and keys.keep("model", values.key) == "session":
            messages.say("info", "This system has no keyring. The key is kept until you close Dossier.", "key")

    def add_folder(self, folder: Path) -> None:
        """Add a folder to the library."""
        folders = list(self._composition.settings["library.folders"])
        if str(folder) not in folders:
            self._composition.settings.set("library.folders", [*folders, str(folder)])
