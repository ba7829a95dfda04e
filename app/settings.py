"""The settings file: what was chosen, kept whole whatever happens; the table says what each key may be."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.setting_records import BY_KEY
from engine.errors import InputError, JournalError


class Settings:
    """The values; unknown keys of a newer version are kept as they are."""

    def __init__(self, path: Path) -> None:
        """Read the file; a damaged one is set aside as `.bad` and said in `trouble`."""
        self._path = path
        self.trouble = ""
        self._values: dict[str, Any] = self._read()

    def __getitem__(self, key: str) -> Any:
        """Return a value, or its default."""
        setting = BY_KEY[key]
        value = self._values.get(key, setting.default)
        return value if setting.takes(value) else setting.default

    def holds(self, key: str) -> bool:
        """Return whether the file says anything about a key."""
        return key in self._values

    def set(self, key: str, value: Any) -> None:
        """Change a value and write the file.

        Raises:
            JournalError: the file cannot be written; the old one stands.
            InputError: the value does not fit the setting.
        """
        self.change({key: value})

    def change(self, values: Mapping[str, Any]) -> None:
        """Change several values in one go and write the file; None takes a key out.

        Raises:
            JournalError: the file cannot be written; the old one stands.
            InputError: a value does not fit its setting.
        """
        for key, value in values.items():
            if value is not None and (problem := BY_KEY[key].problem(value)):
                raise InputError(problem)
        changed = {key: value for key, value in {**self._values, **values}.items() if value is not None}
        if changed != self._values:
            self._write(changed)
            self._values = changed

    def _read(self) -> dict[str, Any]:
        try:
            written = self._path.read_bytes()
        except FileNotFoundError:
            return {}
        except OSError as error:
            self.trouble = f"The settings file {self._path} cannot be read ({error.strerror}). Defaults are used."
            return {}
        try:
            values = json.loads(written)
            if not isinstance(values, dict):
                raise ValueError("not an object")
        except (ValueError, RecursionError):  # bytes that are no text are a ValueError as well
            aside = self._free_name()
            kept = f"it is kept as {aside.name}"
            try:
                os.replace(self._path, aside)
            except OSError:
                kept = "it could not be set aside"
            self.trouble = f"The settings file was damaged; {kept}, and defaults are used."
            return {}
        unfit = [key for key, value in values.items() if key in BY_KEY and not BY_KEY[key].takes(value)]
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
