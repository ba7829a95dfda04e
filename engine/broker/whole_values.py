"""What comes out of a sandbox may hold halves of characters, which can be neither stored nor hashed."""

from __future__ import annotations

from typing import Any

from engine.models.characters import whole_characters


def whole_values(value: Any) -> Any:
    """Return a JSON value with every text in whole characters."""
    if isinstance(value, str):
        return whole_characters(value)
    if isinstance(value, dict):
        return {whole_characters(key): whole_values(item) for key, item in value.items()}
    if isinstance(value, list):
        return [whole_values(item) for item in value]
    return value
