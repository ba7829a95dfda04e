"""CSL-JSON, as Zotero, Pandoc and citeproc read it.

Source: the CSL-JSON schema 1.0, types `webpage` and `document`.
"""

from __future__ import annotations

import json
from typing import Any

from engine.export.bibliography.entries import Date, Entry, entries
from engine.snapshot import RunSnapshot


def csl(snapshot: RunSnapshot) -> str:
    """Return a run's sources as CSL-JSON.

    Raises:
        InputError: it has none.
    """
    return json.dumps([csl_item(entry) for entry in entries(snapshot)], ensure_ascii=False, indent=2) + "\n"


def csl_item(entry: Entry) -> dict[str, Any]:
    """Return one source; names stand as they were given, because nobody knows which part is the family's."""
    item: dict[str, Any] = {
        "id": entry.key,
        "type": "webpage" if entry.is_page else "document",
        "title": entry.title,
        "author": [{"literal": name} for name in entry.authors],
        "container-title": entry.site,
        "issued": _date(entry.published),
        "accessed": _date(entry.read),
        "URL": entry.url,
        "note": f"Source {entry.source_id}",
    }
    return {name: value for name, value in item.items() if value}


def _date(date: Date) -> dict[str, Any]:
    return {"date-parts": [list(date)]} if date else {}
