"""Keys in a file of the data folder that only its owner can read: for systems without a keyring, if wanted."""

from __future__ import annotations

import json
import logging
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from engine.errors import JournalError
from resources.translation import tr

_LOG = logging.getLogger(__name__)


class KeyFile:
    """One JSON object; written aside with mode 0600 and moved into place, so that it is whole and never readable."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, name: str) -> str:
        """Return a key, "" when it is not there."""
        return self.all().get(name, "")

    def set(self, name: str, key: str) -> None:
        """Keep a key.

        Raises:
            JournalError: the file cannot be written; the old one stands.
        """
        self.change({name: key})

    def forget(self, name: str) -> None:
        """Forget a key; the file goes with the last one.

        Raises:
            JournalError: the file cannot be written.
        """
        kept = self.all()
        if kept.pop(name, None) is not None:
            self._write(kept)

    def change(self, keys: Mapping[str, str]) -> None:
        """Keep several keys.

        Raises:
            JournalError: the file cannot be written; the old one stands.
        """
        if keys:
            self._write({**self.all(), **keys})

    def remove(self) -> None:
        """Take the file away."""
        self._write({})

    def all(self) -> dict[str, str]:
        """Return every key; none when the file is damaged, which the log tells without its words."""
        try:
            values = json.loads(self.path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            _LOG.warning("the file of keys cannot be read: %s", type(error).__name__)
            return {}
        if not isinstance(values, dict):
            return {}
        return {name: key for name, key in values.items() if isinstance(key, str)}

    def _write(self, keys: dict[str, str]) -> None:
        try:
            if not keys:
                self.path.unlink(missing_ok=True)
                return
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".keys-")  # made with mode 0600
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(keys, file, indent=1, sort_keys=True)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(name, self.path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            # The error's own words could name the file's matter; its number says enough.
            raise JournalError(
                tr("The file of keys could not be written ({why}).", why=os.strerror(error.errno or 0)),
                tr("The key is held until you close Dossier."),
            ) from None
