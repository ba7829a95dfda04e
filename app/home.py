"""The data folder: where runs, stored texts, the library's index, settings and logs are kept."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


class Home:
    """Paths inside the data folder. Nothing is created before something is written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def find(cls) -> Home:
        """Return `DOSSIER_HOME`, else the place this system keeps application data."""
        chosen = os.environ.get("DOSSIER_HOME", "").strip()
        return cls(
            Path(chosen).expanduser().absolute() if chosen else Path(platformdirs.user_data_dir("Dossier", False))
        )

    @property
    def journal(self) -> Path:
        """The runs."""
        return self.folder / "dossier.db"

    @property
    def texts(self) -> Path:
        """The stored texts."""
        return self.folder / "texts"

    @property
    def pages(self) -> Path:
        """Pages of the web kept across runs."""
        return self.folder / "pages"

    @property
    def library_index(self) -> Path:
        """The library's index."""
        return self.folder / "library.db"

    @property
    def settings(self) -> Path:
        """The settings."""
        return self.folder / "settings.json"

    @property
    def window_state(self) -> Path:
        """Where the window stood."""
        return self.folder / "window.json"

    @property
    def keys(self) -> Path:
        """Keys, on a system without a keyring and only if the user wants it so."""
        return self.folder / "keys.json"

    @property
    def models(self) -> Path:
        """What is known of models' servers."""
        return self.folder / "models.json"

    @property
    def drafts(self) -> Path:
        """Plans the user was changing."""
        return self.folder / "drafts"

    @property
    def history_cache(self) -> Path:
        """What can be made again from the journal: the words to search, and long runs as they look."""
        return self.folder / "history.cache"

    @property
    def views(self) -> Path:
        """How pages of runs were left."""
        return self.folder / "views.json"

    @property
    def log(self) -> Path:
        """The log of this and earlier starts."""
        return self.folder / "logs" / "dossier.log"
