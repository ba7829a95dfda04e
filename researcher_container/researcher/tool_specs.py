"""The three tools a researcher's model may call, and their arguments read with care."""

from __future__ import annotations

import json
from typing import Any

from researcher_container.contract import MAX_QUERY_CHARS, ToolSpec

SEARCH = ToolSpec(
    name="search",
    description="Search for sources. Returns titles with references in square brackets.",
    parameters={
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": f"A few words, at most {MAX_QUERY_CHARS} characters."}
        },
        "required": ["query"],
        "additionalProperties": False,
    },
)
OPEN_PAGE = ToolSpec(
    name="open_page",
    description=(
        "Open a page by a reference from search results or from the links of an opened page. A long page comes "
        "as its outline and its closest passages; open it again with a heading or a position to read any other part. "
        "Open several pages at once with several calls in one turn."
    ),
    parameters={
        "type": "object",
        "properties": {
            "ref": {"type": "string", "description": "The reference, like r1a2b3c4."},
            "heading": {
                "type": "string",
                "description": "A heading of the outline or its number, like #12, to read that section.",
            },
            "position": {"type": "integer", "description": "A character position, to read from there."},
        },
        "required": ["ref"],
        "additionalProperties": False,
    },
)
SUBMIT_FINDING = ToolSpec(
    name="submit_finding",
    description="Hand in the answer. Call it once, at the end.",
    parameters={
        "type": "object",
        "properties": {
            "answer": {
                "type": "string",
                "description": "Markdown; each statement from a source ends with its reference, like [r1a2b3c4].",
            },
            "confidence": {"type": "number", "description": "Between 0 and 1."},
            "sources": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "ref": {"type": "string"},
                        "quotes": {
                            "type": "array",
                            "items": {"type": "string"},
                            "description": "One to four: sentences copied letter by letter, or marks like p12.",
                        },
                    },
                    "required": ["ref", "quotes"],
                    "additionalProperties": False,
                },
            },
            "gaps": {"type": "array", "items": {"type": "string"}, "description": "What could not be found out."},
        },
        "required": ["answer", "confidence", "sources", "gaps"],
        "additionalProperties": False,
    },
)


# Larger than any position of any page.
MAX_POSITION = 10**9


class BadArguments(ValueError):
    """The arguments of a tool call cannot be used; `str()` is told to the model."""


def arguments_of(raw: str) -> dict[str, Any]:
    """Decode the arguments of a tool call.

    Raises:
        BadArguments: they are not a JSON object.
    """
    text = raw.strip()
    if text.startswith("```"):
        text = text.strip("`").removeprefix("json").strip()
    try:
        value = json.loads(text or "{}", strict=False)
        if isinstance(value, str):
            value = json.loads(value, strict=False)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise BadArguments("The arguments of this call are not a JSON object. Call the tool again.")
    return value


def position_of(value: Any) -> int | None:
    """Return a position as a model may write it, None when there is none.

    Raises:
        BadArguments: it is no whole number.
    """
    if value is None or isinstance(value, bool) or (isinstance(value, str) and not value.strip()):
        return None
    try:
        number = float(value.replace(",", "").replace("_", "").strip() if isinstance(value, str) else value)
        return max(-MAX_POSITION, min(MAX_POSITION, int(number)))
    except (TypeError, ValueError, OverflowError):
        raise BadArguments("`position` must be a whole number, like 12000.") from None


def texts(value: Any) -> list[str]:
    """Return what was meant as a list of texts: null is none, one text is a list of one."""
    if isinstance(value, str):
        return [value] if value.strip() else []
    if not isinstance(value, list):
        return []
    return [item if isinstance(item, str) else str(item.get("text") or item.get("quote") or "")
            for item in value if isinstance(item, (str, dict))]  # fmt: skip
