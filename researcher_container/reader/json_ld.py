"""What a page says about itself in JSON-LD: the fields of its article, and the site it belongs to."""

from __future__ import annotations

import json
import re
from typing import Any

from researcher_container.reader.dates import iso_date
from researcher_container.reader.html_marks import fold
from researcher_container.reader.html_tree import Element

MAX_CHARS = 300_000
MAX_DEPTH = 6
MAX_ITEMS = 50
MAX_FIELD_CHARS = 500
# Comments that hide it from programs of the last century.
_WRAPPING = re.compile(r"^\s*(?://\s*)?<!\[CDATA\[|(?://\s*)?\]\]>\s*$|^\s*<!--|-->\s*$")


def json_ld_fields(root: Element) -> dict[str, str]:
    """Return title, author, date, site and language, as far as they are said."""
    things = [thing for script in root.iter("script") for thing in _script_things(script)]
    by_id = {thing["@id"]: thing for thing in things if isinstance(thing.get("@id"), str)}
    found: dict[str, str] = {}
    for thing in things:
        if "headline" not in thing and "datePublished" not in thing:
            continue
        for name, value in (
            ("title", _text(thing.get("headline"))),
            ("author", _names(thing.get("author"), by_id)),
            ("date", iso_date(_text(thing.get("datePublished"))) or iso_date(_text(thing.get("dateModified")))),
            ("site", _names(thing.get("publisher"), by_id)),
            ("language", _names(thing.get("inLanguage"), by_id)),
        ):
            if value:
                found.setdefault(name, value)
    site = next((thing for thing in things if thing.get("@type") == "WebSite"), {})
    if name := _text(site.get("name")):
        found.setdefault("site", name)
    return found


def _script_things(script: Element) -> list[dict[str, Any]]:
    if script.get("type", "").strip().lower() != "application/ld+json" or not script.text:
        return []
    if len(script.text) > MAX_CHARS:
        return []
    try:
        return _things(json.loads(_WRAPPING.sub("", script.text.strip()), strict=False), MAX_DEPTH)
    except (ValueError, RecursionError):
        return []


def _things(value: Any, depth: int) -> list[dict[str, Any]]:
    if depth == 0:
        return []
    if isinstance(value, list):
        return [thing for item in value[:MAX_ITEMS] for thing in _things(item, depth - 1)]
    if isinstance(value, dict):
        return [value, *_things(value.get("@graph"), depth - 1), *_things(value.get("mainEntity"), depth - 1)]
    return []


def _names(value: Any, by_id: dict[str, dict[str, Any]]) -> str:
    if isinstance(value, list):
        return ", ".join(name for item in value[:10] if (name := _names(item, by_id)))[:MAX_FIELD_CHARS]
    if isinstance(value, dict):
        known = by_id.get(value["@id"], {}) if isinstance(value.get("@id"), str) else {}
        return _text(value.get("name")) or _text(known.get("name"))
    text = _text(value)
    return "" if text.startswith(("http:", "https:")) else text


def _text(value: Any) -> str:
    return fold(value)[:MAX_FIELD_CHARS] if isinstance(value, str) else ""
