"""Keys: from the environment, else from the system's keyring; never from a file of ours, never into one."""

from __future__ import annotations

import logging
import os

_LOG = logging.getLogger(__name__)
SERVICE = "Dossier"

# The name of a key and the environment variable that goes before the keyring.
ENVIRONMENT = {"model": "OPENAI_API_KEY", "tavily": "TAVILY_API_KEY", "brave": "BRAVE_API_KEY"}


class Keys:
    """Looks keys up when they are needed; holds those of this session only."""

    def __init__(self) -> None:
        self._session: dict[str, str] = {}

    def get(self, name: str) -> str:
        """Return the key of a service ("model", "tavily", "brave"), "" when there is none."""
        variable = ENVIRONMENT.get(name, "")
        return os.environ.get(variable, "").strip() or self._session.get(name, "") or self._from_keyring(name)

    def set_for_session(self, name: str, key: str) -> None:
        """Hold a key until the program ends."""
        self._session[name] = key

    def save(self, name: str, key: str) -> bool:
        """Save a key in the keyring; False when this system has none that works (nothing is saved then)."""
        import keyring
        import keyring.errors

        try:
            keyring.set_password(SERVICE, name, key)
        except (keyring.errors.KeyringError, RuntimeError) as error:
            _LOG.warning("no keyring took the key: %s", type(error).__name__)
            return False
        return True

    def _from_keyring(self, name: str) -> str:
        try:
            import keyring
            import keyring.errors

            return keyring.get_password(SERVICE, name) or ""
        except Exception as error:  # back ends fail in ways of their own; without a keyring there is no key
            _LOG.info("no keyring answered: %s", type(error).__name__)
            return ""
