"""What the user chose once, kept in the settings and the keyring."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from app.composition import Composition
from app.desk.about import about_facts
from app.desk.library_choices import EngineLibraryChoices
from app.desk.model_choices import EngineModelChoices
from app.desk.sandbox_choices import EngineSandboxChoices
from app.desk.search_choices import EngineSearchChoices
from app.keys import Fallback
from app.setting_records import BY_KEY, SETTINGS
from widgets.settings.about import AboutFacts
from widgets.theme import ThemeChoice


class EngineChoices:
    """Reads and keeps the settings; its methods are those of `app.settings_port.Choices`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition
        self.models, self.searching = EngineModelChoices(composition), EngineSearchChoices(composition)
        self.sandboxes, self.library = EngineSandboxChoices(composition), EngineLibraryChoices(composition)

    def values(self) -> dict[str, Any]:
        """Return every setting by its key."""
        return {setting.key: self._composition.settings[setting.key] for setting in SETTINGS}

    def keep(self, key: str, value: Any) -> None:
        """Keep a setting; what sandboxes and fetchers are made with counts for those that come."""
        self._composition.settings.set(key, value)
        if BY_KEY[key].is_machine:
            self._composition.apply_settings()

    async def place_keys(self, place: str) -> None:
        """Keep keys "session" or "file" on a system without a keyring, those that are there too."""
        fallback: Fallback = "file" if place == "file" else "session"
        self.keep("keys.without_keyring", fallback)
        await asyncio.to_thread(self._composition.keys.move, fallback)

    async def about(self) -> AboutFacts:
        """Return what there is to say about this copy of the program."""
        return await asyncio.to_thread(about_facts, self._composition)

    def theme(self) -> ThemeChoice:
        """Return the chosen theme."""
        choice: ThemeChoice = self._composition.settings["appearance.theme"]
        return choice

    def choose_theme(self, choice: ThemeChoice) -> None:
        """Keep the chosen theme."""
        self._composition.settings.set("appearance.theme", choice)

    def add_folder(self, folder: Path) -> None:
        """Add a folder to the library."""
        folders = list(self._composition.settings["library.folders"])
        if str(folder) not in folders:
            self._composition.settings.set("library.folders", [*folders, str(folder)])
