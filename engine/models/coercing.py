"""A model's JSON is made to fit its schema, field by field; one wrong field never drops its siblings."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from researcher_container.contract import read_confidence

_LIST_MARK = re.compile(r"^\s*(?:[-*•]|\(?\d{1,2}[.)])\s+")
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?")
_YES, _NO = ("true", "yes", "1"), ("false", "no", "0")
# Where models put the text when a list of strings becomes a list of objects.
_TEXT_KEYS = ("question", "text", "value", "content", "name", "title", "url", "quote")


class Fitting:
    """Fits one value to a schema and gathers what could not be fitted.

    `problems` are sentences for the repair question, each with the path of its field.
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._root = schema
        self.problems: list[str] = []

    def fit(self, value: Any) -> Any:
        """Return the fitted value; look at `problems` before using it."""
        return self._fit(value, self._root, "")

    def _fit(self, value: Any, schema: Mapping[str, Any], path: str) -> Any:
        schema, is_nullable = self._resolved(schema)
        if value is None and is_nullable:
            return None
        fitter = {
            "object": self._object,
            "array": self._array,
            "string": self._string,
            "number": self._number,
            "integer": self._number,
            "boolean": self._boolean,
        }.get(str(schema.get("type", "")))
        if "enum" in schema or "const" in schema:
            fitter = self._choice
        if fitter is None:
            return value
        before = len(self.problems)
        fitted = fitter(value, schema, path)
        if len(self.problems) > before and is_nullable:
            # What may be unknown becomes unknown, rather than a reason to ask again.
            del self.problems[before:]
            return None
        return fitted

    def _resolved(self, schema: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
        """Follow references and unions to one schema; tell whether null is among the choices."""
        if reference := schema.get("$ref"):
            return self._resolved(self._root.get("$defs", {}).get(str(reference).rsplit("/", 1)[-1], {}))
        options = schema.get("anyOf") or schema.get("oneOf")
        if options:
            real = [option for option in options if option.get("type") != "null"]
            inner, inner_nullable = self._resolved(real[0]) if real else ({}, True)
            return inner, inner_nullable or len(real) < len(options)
        kind = schema.get("type")
        if isinstance(kind, list):
            real_kind = next((name for name in kind if name != "null"), "")
            return {**schema, "type": real_kind}, "null" in kind
        return schema, False

    def _problem(self, path: str, said: str) -> None:
        self.problems.append(f"`{path or 'the answer'}` {said}.")

    def _object(self, value: Any, schema: Mapping[str, Any], path: str) -> Any:
        if isinstance(value, str):
            value = _decoded(value)
        if not isinstance(value, Mapping):
            self._problem(path, "must be an object")
            return None
        given = {_plain(str(key)): inner for key, inner in value.items()}
        fitted = {}
        for name, inner in schema.get("properties", {}).items():
            here = f"{path}.{name}" if path else name
            found = value[name] if name in value else given.get(_plain(name))
            if found is None and "default" in inner:
                fitted[name] = inner["default"]
            elif (
                found is None
                and name not in schema.get("required", ())
                and self._resolved(inner)[0].get("type") != ("array")
            ):
                continue
            else:
                fitted[name] = self._fit(found, inner, here)
        return fitted

    def _array(self, value: Any, schema: Mapping[str, Any], path: str) -> list[Any]:
        items = schema.get("items", {})
        kept = []
        for position, item in enumerate(_listed(value, str(self._resolved(items)[0].get("type", "")))):
            before = len(self.problems)
            fitted = self._fit(item, items, f"{path}[{position}]")
            if len(self.problems) > before:
                # An item that cannot be read is left out; the others stand.
                del self.problems[before:]
            elif fitted is not None and fitted != "":
                kept.append(fitted)
        fewest = schema.get("minItems", 0)
        if len(kept) < fewest:
            self._problem(path, f"must have at least {fewest} items, it has {len(kept)}")
        most = schema.get("maxItems")
        return kept if most is None else kept[:most]

    def _string(self, value: Any, schema: Mapping[str, Any], path: str) -> str:
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            value = "\n".join(value)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            value = str(value)
        elif isinstance(value, Mapping):
            value = next((value[key] for key in _TEXT_KEYS if isinstance(value.get(key), str)), None)
        if not isinstance(value, str):
            self._problem(path, "is missing" if value is None else "must be a text")
            return ""
        if not value.strip() and schema.get("minLength", 0) > 0:
            self._problem(path, "must not be empty")
        return value.strip()

    def _number(self, value: Any, schema: Mapping[str, Any], path: str) -> float | int | None:
        if schema.get("minimum") == 0 and schema.get("maximum") == 1 and schema.get("type") == "number":
            number = read_confidence(value)
        elif isinstance(value, str) and len(figures := _NUMBER.findall(value)) == 1:
            number = float(figures[0].replace(",", "."))
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            number = float(value)
        else:
            number = None
        if number is None:
            self._problem(path, "must be a number")
            return None
        return round(number) if schema.get("type") == "integer" else number

    def _boolean(self, value: Any, schema: Mapping[str, Any], path: str) -> bool | None:
        said = str(value).strip().lower()
        if said in _YES or said in _NO:
            return said in _YES
        self._problem(path, "must be true or false")
        return None

    def _choice(self, value: Any, schema: Mapping[str, Any], path: str) -> Any:
        options = schema.get("enum") or [schema.get("const")]
        for option in options:
            if value == option or _plain(str(value)) == _plain(str(option)):
                return option
        self._problem(path, "must be one of " + ", ".join(json.dumps(option) for option in options))
        return None


def _plain(name: str) -> str:
    """Return a name as letters and digits only: followUpQuestions, follow-up questions, follow_up_questions."""
    return re.sub(r"[^0-9a-z]", "", name.lower())


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _listed(value: Any, item_type: str) -> list[Any]:
    """Return what was meant as a list: null and {} are none, one thing is a list of one, lines are items."""
    if isinstance(value, list):
        return value
    if value is None or value in ({}, ""):
        return []
    if isinstance(value, Mapping):
        if item_type == "object":
            return [value]
        return list(value.values())
    if isinstance(value, str):
        decoded = _decoded(value) if value.lstrip().startswith("[") else None
        if isinstance(decoded, list):
            return decoded
        lines = [line for line in value.splitlines() if line.strip()]
        if len(lines) > 1 and all(_LIST_MARK.match(line) for line in lines):
            return [_LIST_MARK.sub("", line) for line in lines]
    return [value]
