"""Keys: from the environment, the system's keyring, this session, or a file only the user can read; never a log."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from typing import Literal

from app.key_file import KeyFile
from app.key_ring import KeyRing

_LOG = logging.getLogger(__name__)
# A shorter key would be half told by its end.
_LEAST_SHOWN_CHARS = 12
_SHOWN_CHARS = 4

# The name of a key and the environment variable that goes before what is kept.
ENVIRONMENT = {"model": "OPENAI_API_KEY", "tavily": "TAVILY_API_KEY", "brave": "BRAVE_API_KEY"}

KeyPlace = Literal["nowhere", "environment", "keyring", "session", "file"]
Fallback = Literal["session", "file"]


@dataclass(frozen=True)
class KeyState:
    """What may be told of a key: where it is, and its last characters."""

    place: KeyPlace = "nowhere"
    ending: str = ""
    variable: str = ""  # of the environment, when it is there


class Keys:
    """Looks keys up when they are needed. Every method may wait for a keyring: call them in a thread.

    Args:
        file: where keys are kept on a system without a keyring, if the user wants it so.
    """

    def __init__(self, file: KeyFile | None = None) -> None:
        self._ring, self._file = KeyRing(), file
        self._session: dict[str, str] = {}

    def get(self, name: str) -> str:
        """Return the key of a service ("model", "tavily", "brave", a profile's id), "" when there is none."""
        return self.look_up(name)[0]

    def look_up(self, name: str, variable: str = "") -> tuple[str, KeyPlace]:
        """Return a key and where it was.

        Args:
            variable: of the environment, which goes before what is kept; "" for the service's usual one.
        """
        variable = variable or ENVIRONMENT.get(name, "")
        if variable and (key := os.environ.get(variable, "").strip()):
            return key, "environment"
        if key := self._session.get(name, ""):
            return key, "session"
        if key := self._ring.get(name):
            return key, "keyring"
        if self._file is not None and (key := self._file.get(name)):
            return key, "file"
        return "", "nowhere"

    def state(self, name: str, variable: str = "") -> KeyState:
        """Return what may be told of a key."""
        key, place = self.look_up(name, variable)
        used = variable or ENVIRONMENT.get(name, "")
        return KeyState(place, ending_of(key), used if place == "environment" else "")

    def has_keyring(self) -> bool:
        """Return whether this system has a keyring that keeps what it is given."""
        return self._ring.works()

    def keep(self, name: str, key: str, fallback: Fallback = "session") -> KeyPlace:
        """Keep a key in the keyring; where there is none, as the user chose.

        Returns:
            Where it is now.

        Raises:
            JournalError: the file cannot be written; the key is held for this session then.
        """
        self._session.pop(name, None)
        if self._ring.set(name, key):
            if self._file is not None:
                self._file.forget(name)
            return "keyring"
        self._session[name] = key
        if fallback == "session" or self._file is None:
            return "session"
        self._file.set(name, key)
        del self._session[name]
        return "file"

    def set_for_session(self, name: str, key: str) -> None:
        """Hold a key until the program ends."""
        self._session[name] = key

    def forget(self, name: str) -> None:
        """Forget a key wherever it is kept; the environment is not ours."""
        self._session.pop(name, None)
        self._ring.forget(name)
        if self._file is not None:
            self._file.forget(name)

    def move(self, fallback: Fallback) -> None:
        """Move the keys no keyring holds to where the user wants them now.

        Raises:
            JournalError: the file cannot be written.
        """
        if self._file is None:
            return
        if fallback == "file":
            self._file.change(self._session)
            self._session.clear()
        else:
            self._session = {**self._file.all(), **self._session}
            self._file.remove()


def ending_of(key: str) -> str:
    """Return the last characters of a key, by which its owner knows it; "" when that would tell too much."""
    return key[-_SHOWN_CHARS:] if len(key) >= _LEAST_SHOWN_CHARS else ""
