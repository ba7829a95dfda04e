"""A message channel that knows no window: what is said before one exists is shown when it does."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

_LOG = logging.getLogger(__name__)
Level = Literal["info", "warning", "error"]
_LOG_LEVELS = {"info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


@dataclass(frozen=True)
class Message:
    """Something the user should know; a later one with the same key replaces it."""

    level: Level
    text: str
    key: str = ""


_show: Callable[[Message], None] | None = None
_kept: list[Message] = []


def say(level: Level, text: str, key: str = "") -> None:
    """Say something to the user, and to the log."""
    message = Message(level, text, key)
    _LOG.log(_LOG_LEVELS[level], "%s", text)
    if _show is None:
        _kept.append(message)
    else:
        _show(message)


def connect(show: Callable[[Message], None]) -> None:
    """Show messages with `show` from now on, those that were kept first."""
    global _show
    _show = show
    kept, _kept[:] = list(_kept), []
    for message in kept:
        show(message)


def disconnect() -> None:
    """Keep messages again until someone shows them."""
    global _show
    _show = None
