"""The name Dossier gives itself on the web: honest, with its version."""

from __future__ import annotations

from functools import cache
from importlib import metadata

ROBOTS_AGENT = "Dossier"


@cache
def user_agent() -> str:
    """Return the User-Agent of every request."""
    try:
        version = metadata.version("dossier")
    except metadata.PackageNotFoundError:  # a packaged app without its metadata
        version = "0"
    return f"{ROBOTS_AGENT}/{version} (desktop research; reads single pages for the person using it)"
