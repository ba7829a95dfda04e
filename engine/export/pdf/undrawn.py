"""Characters that no font here can draw: named in the text in their place, and told once."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from engine.export.pdf.fonts import undrawn, worth_checking

_MOST_NAMED = 8
# Text of the data; everything else in it is a keyword or an address.
_TEXT_KEYS = ("t", "title", "running", "details", "shown", "badge")


def without_undrawn(report: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return a report's data whose text can be drawn, and sentences about what was replaced."""
    texts: list[str] = []
    _visit(report, texts.append)
    lacking = undrawn(worth_checking("".join(texts)))
    if not lacking:
        return report, ()
    pattern = re.compile("[" + "".join(map(re.escape, sorted(lacking))) + "]+")
    return _replaced(report, pattern), (_sentence(sorted(lacking)),)


def _visit(value: Any, take: Any, key: str = "") -> None:
    if isinstance(value, str):
        if key in _TEXT_KEYS:
            take(value)
    elif isinstance(value, dict):
        for name, inner in value.items():
            _visit(inner, take, name)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            _visit(inner, take, key)


def _replaced(value: Any, pattern: re.Pattern[str], key: str = "") -> Any:
    if isinstance(value, str):
        return pattern.sub(_named, value) if key in _TEXT_KEYS else value
    if isinstance(value, dict):
        return {name: _replaced(inner, pattern, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_replaced(inner, pattern, key) for inner in value]
    return value


def _named(match: re.Match[str]) -> str:
    run = match.group()
    if len(run) <= 2:
        return "".join(f"[U+{ord(character):04X}]" for character in run)
    return f"[{len(run)} characters from U+{ord(run[0]):04X} on]"


def _sentence(lacking: list[str]) -> str:
    named = [f"{character} ({unicodedata.name(character, f'U+{ord(character):04X}')})" for character in lacking]
    shown = ", ".join(named[:_MOST_NAMED])
    more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
    return (
        f"No font on this computer can draw {shown}{more}; their numbers stand in their place. "
        "Install a font that has them, such as Noto, and export again."
    )
