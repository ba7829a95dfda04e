"""JSON schemas for servers: the strict form that servers enforce, and the words for those that enforce none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

# What strict modes refuse or ignore; our own reading still sees the full schema.
_DROPPED = frozenset((
    "default", "title", "examples", "minLength", "maxLength", "pattern", "format", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems",
))  # fmt: skip


def strict_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema as strict modes want it: every property required, none beside them."""
    strict: dict[str, Any] = {}
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            strict[key] = {name: strict_schema(inner) for name, inner in value.items()}
        elif key in _DROPPED:
            continue
        elif isinstance(value, Mapping):
            strict[key] = strict_schema(value)
        elif isinstance(value, list):
            strict[key] = [strict_schema(item) if isinstance(item, Mapping) else item for item in value]
        else:
            strict[key] = value
    if "properties" in strict:
        strict["required"] = list(strict["properties"])
        strict["additionalProperties"] = False
    return strict


def schema_prompt(schema: Mapping[str, Any]) -> str:
    """Return the words that ask for JSON where the server does not enforce the schema."""
    return (
        "Answer with one JSON object and nothing else: no introduction, no code fence, no comment. "
        "It must meet this JSON schema:\n" + json.dumps(schema, ensure_ascii=False)
    )
