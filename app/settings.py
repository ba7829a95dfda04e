"""The settings: one record per key serves the file, the dialog and the command line alike."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import JournalError


@dataclass(frozen=True)
class Setting:
    """One setting: its key, its default (which gives the type), what it may be, and help in one sentence."""

    key: str
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    unit: str = ""

    def takes(self, value: Any) -> bool:
        """Return whether a value has the setting's type and is one of its choices."""
        if type(value) is not type(self.default) or (self.choices and value not in self.choices):
            return False
        return not isinstance(value, list) or all(isinstance(item, str) for item in value)


SETTINGS: tuple[Setting, ...] = (
    Setting("model.base_url", "", "Address of the model's server, with its path (ends in /v1 for most)."),
    Setting("model.name", "", "Name of the model, as its server spells it."),
    Setting("model.protocol", "auto", "How to talk to the server.", ("auto", "responses", "chat")),
    Setting("search.providers", "", "Search providers, in order: searxng:URL, tavily, brave, duckduckgo, hosted."),
    Setting("search.read_citations", True, "Fetch the pages a hosted search cites, to check their quotes."),
    Setting("search.allow_hosts", "", "Addresses of your own that may be opened: host:port, separated by commas."),
    Setting("search.respect_robots", True, "Leave pages alone that their site's robots.txt closes to programs."),
    Setting("library.folders", [], "Folders whose documents are searched."),
    Setting("library.is_private", False, "No web search by a researcher that has opened a library document."),
    Setting("research.depth", "standard", "How deep to look.", ("quick", "standard", "deep")),
    Setting("research.researchers", 6, "Researchers at work at once.", unit="researchers"),
    Setting("sandbox.kind", "auto", "Where researchers work.", ("auto", "docker", "bubblewrap", "process")),
    Setting("sandbox.docker_endpoint", "", "Address of the Docker engine; empty: found as the docker command does."),
    Setting("sandbox.docker_runtime", "", "Runtime of the containers: empty, runsc or kata."),
    Setting("appearance.theme", "system", "Light, dark, or as the system.", ("system", "light", "dark")),
    Setting("appearance.contrast", "system", "High contrast, or as the system.", ("system", "normal", "high")),
)
_BY_KEY = {setting.key: setting for setting in SETTINGS}


class Settings:
    """The values; unknown keys of a newer version are kept as they are."""

    def __init__(self, path: Path) -> None:
        """Read the file; a damaged one is set aside as `.bad` and said in `trouble`."""
        self._path = path
        self.trouble = ""
        self._values: dict[str, Any] = self._read()

    def __getitem__(self, key: str) -> Any:
        """Return a value, or its default."""
        setting = _BY_KEY[key]
        value = self._values.get(key, setting.default)
        return value if setting.takes(value) else setting.default

    def set(self, key: str, value: Any) -> None:
        """Change a value and write the file.

        Raises:
            JournalError: the file cannot be written; the old one stands.
            ValueError: the value does not fit the setting.
        """
        if not _BY_KEY[key].takes(value):
            raise ValueError(f"{value!r} does not fit {key}")
        values = {**self._values, key: value}
        self._write(values)
        self._values = values

    def _read(self) -> dict[str, Any]:
        try:
            text = self._path.read_text("utf-8")
        except FileNotFoundError:
            return {}
        except OSError as error:
            self.trouble = f"The settings file {self._path} cannot be read ({error.strerror}). Defaults are used."
            return {}
        try:
            values = json.loads(text)
            if not isinstance(values, dict):
                raise ValueError("not an object")
        except ValueError:
            aside = self._free_name()
            kept = f"it is kept as {aside.name}"
            try:
                os.replace(self._path, aside)
            except OSError:
                kept = "it could not be set aside"
            self.trouble = f"The settings file was damaged; {kept}, and defaults are used."
            return {}
        unfit = [key for key, value in values.items() if key in _BY_KEY and not _BY_KEY[key].takes(value)]
        if unfit:
            self.trouble = f"Settings that do not fit are not used, their defaults are: {', '.join(sorted(unfit))}."
        return values

    def _free_name(self) -> Path:
        """Return a name for a damaged file that no earlier one has."""
        name = self._path.name + ".bad"
        number = 1
        while self._path.with_name(name).exists():
            number += 1
            name = f"{self._path.name}.bad{number}"
        return self._path.with_name(name)

    def _write(self, values: dict[str, Any]) -> None:
        """Write aside, flush, move into place: a full disk or a crash leaves the old file whole."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=".settings-")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(values, file, indent=1, ensure_ascii=False, sort_keys=True)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(name, self._path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise JournalError(
                f"The settings could not be saved ({error.strerror}).", "The old settings stand.", detail=str(error)
            ) from error
