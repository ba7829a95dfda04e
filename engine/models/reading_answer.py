"""The JSON object in a model's answer: found wherever it stands outside reasoning, never guessed, never half."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.models.coercing import Fitting
from engine.models.reasoning import part

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*([^\s`]*)[^\n`]*\n(.*?)^[ \t]*\1[ \t]*$", re.DOTALL | re.MULTILINE)
_WHOLE_FENCE = re.compile(r"\s*(?:```|~~~)[ \t]*(?:json\w*)?[ \t]*\n?(.*?)\n?[ \t]*(?:```|~~~)\s*", re.DOTALL | re.I)
_JSON_TAGS = ("", "json", "json5", "jsonc", "javascript", "js")
_DECODER = json.JSONDecoder(strict=False)  # models leave raw line breaks inside strings

# Braces of code and set notation in prose; more than these is a model that has lost its way.
MAX_BROKEN_OBJECTS = 300


class UnreadableAnswer(ValueError):
    """No object that meets the schema; `str()` says what is wrong, for the repair question."""


def read_answer(text: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the object an answer holds, fitted to its schema.

    The order is: the raw text, then the text without reasoning: a fence around the whole, fences tagged json or
    bare, any object in the prose; only then a repair of an object that is complete but malformed.

    Args:
        text: a complete answer (the caller has looked at the finish reason).
        schema: the JSON schema of an object.

    Raises:
        UnreadableAnswer: with the problems in words.
    """
    problems: list[str] = []
    for candidate in _candidates(text, schema):
        fitting = Fitting(schema)
        value = fitting.fit(candidate)
        if not fitting.problems and isinstance(value, dict):
            return value
        problems = problems or fitting.problems
    raise UnreadableAnswer(" ".join(problems) or "There is no JSON object in the answer.")


def _candidates(text: str, schema: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Give objects to try, the most trustworthy first."""
    whole = whole_json(text)
    if whole is not None:
        yield from _objects(whole, schema)
        return
    answer = part(text).answer
    yield from _objects(whole_json(answer), schema)
    fenced = [match[3] for match in _FENCE.finditer(answer) if match[2].lower() in _JSON_TAGS]
    # The last is the final one when a model corrects itself.
    strict = [_loaded(piece) for piece in fenced] + list(_in_prose(answer))
    found = [thing for value in reversed(strict) for thing in _objects(value, schema)]
    required = set(schema.get("required", ()) or schema.get("properties", ()))
    complete = [thing for thing in found if required <= thing.keys()]
    yield from complete
    if not complete:
        for piece in (*reversed(fenced), _outermost(answer)):
            yield from _objects(_repaired(piece), schema)
    yield from (thing for thing in found if thing not in complete)


def whole_json(text: str) -> Any:
    """Return the JSON that a text is from its first to its last character, a fence around it allowed; else None."""
    value = _loaded(text)
    if value is None and (match := _WHOLE_FENCE.fullmatch(text)):
        value = _loaded(match[1])
    return value


def _loaded(text: str) -> Any:
    try:
        value = _DECODER.decode(text.strip().removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    if isinstance(value, str) and value.lstrip().startswith("{"):
        return _loaded(value)  # encoded twice
    return value


def _objects(value: Any, schema: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Give the objects a decoded value may mean: itself, the one inside a wrapper, a bare list of the only field."""
    names = set(schema.get("properties", ()))
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], dict) and names & value[0].keys():
            yield value[0]
        elif len(names) == 1 and schema["properties"][next(iter(names))].get("type") == "array" and value:
            yield {next(iter(names)): value}
    if not isinstance(value, dict):
        return
    inner = [thing for thing in value.values() if isinstance(thing, dict) and names & thing.keys()]
    if not names & value.keys() and len(inner) == 1:
        yield inner[0]
    else:
        yield value


def _in_prose(text: str) -> Iterator[Any]:
    """Give every outermost JSON object that stands in a text."""
    position = text.find("{")
    left = MAX_BROKEN_OBJECTS
    while position >= 0 and left:
        try:
            value, end = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            end, left = position + 1, left - 1
        else:
            yield value
        position = text.find("{", end)


def _outermost(text: str) -> str:
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else ""


def _repaired(piece: str) -> Any:
    """Repair what is complete but malformed; a piece with open brackets was cut and stays broken."""
    piece = piece.strip()
    is_complete = piece.startswith("{") and piece.endswith("}")
    if not is_complete or piece.count("{") != piece.count("}") or piece.count("[") != piece.count("]"):
        return None
    import json_repair

    try:
        return json_repair.loads(piece, skip_json_loads=True)
    except (ValueError, RecursionError):
        return None
