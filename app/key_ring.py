"""The system's keyring, as far as it can be trusted: what it says it kept is read back."""

from __future__ import annotations

import logging

_LOG = logging.getLogger(__name__)
SERVICE = "Dossier"
_PROBE = "keyring-check"


class KeyRing:
    """Wraps `keyring`, whose back ends fail in ways of their own; every call may block."""

    def get(self, name: str) -> str:
        """Return a key, "" when there is none or no keyring answers."""
        try:
            import keyring

            return keyring.get_password(SERVICE, name) or ""
        except Exception as error:
            _LOG.info("no keyring answered: %s", type(error).__name__)
            return ""

    def set(self, name: str, key: str) -> bool:
        """Keep a key; return whether it is really kept (some back ends take everything and hold nothing)."""
        try:
            import keyring

            keyring.set_password(SERVICE, name, key)
            return keyring.get_password(SERVICE, name) == key
        except Exception as error:
            _LOG.info("no keyring took the key: %s", type(error).__name__)
            return False

    def forget(self, name: str) -> None:
        """Forget a key; silent when it is not there."""
        try:
            import keyring

            if keyring.get_password(SERVICE, name) is not None:
                keyring.delete_password(SERVICE, name)
        except Exception as error:
            _LOG.info("no keyring forgot the key: %s", type(error).__name__)

    def works(self) -> bool:
        """Return whether there is a keyring that keeps what it is given; one that only fails is not asked."""
        if _only_fails():
            return False
        kept = self.set(_PROBE, "kept")
        self.forget(_PROBE)
        return kept


def _only_fails() -> bool:
    try:
        import keyring
        import keyring.backends.fail

        return isinstance(keyring.get_keyring(), keyring.backends.fail.Keyring)
    except Exception as error:
        _LOG.info("no keyring could be chosen: %s", type(error).__name__)
        return True
