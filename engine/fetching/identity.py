"""The name Dossier gives itself on the web: honest, with its version."""

from __future__ import annotations

import re
from functools import cache
from importlib import metadata

ROBOTS_AGENT = "Dossier"
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


@cache
def user_agent() -> str:
    """Return the User-Agent of every request."""
    try:
        version = metadata.version("dossier")
    except metadata.PackageNotFoundError:  # a packaged app without its metadata
        version = "0"
    return f"{ROBOTS_AGENT}/{version} (desktop research; reads single pages for the person using it)"


def accept_language(language: str) -> str:
    """Return the Accept-Language for a language, "" for none; people also write “Deutsch”, which is no tag."""
    return f"{language}, *;q=0.5" if _LANGUAGE_TAG.fullmatch(language) else ""
