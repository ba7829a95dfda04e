"""Which stored texts an event or a step names: they may go when no run names them any more."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable

# A name inside a string of the JSON has its quotes escaped, so what a page or a model wrote is not taken for one.
_NAME = re.compile(r'"text_sha256": ?"([0-9a-f]{64})"')


def named_texts(json_texts: Iterable[str]) -> set[str]:
    """Return the keys of the stored texts that some events or steps, as JSON, name."""
    return {key for text in json_texts if '"text_sha256"' in text for key in _NAME.findall(text)}


def note_texts(db: sqlite3.Connection, run_id: str, json_texts: Iterable[str]) -> None:
    """Note within an open transaction which stored texts a run names."""
    keys = named_texts(json_texts)
    if keys:
        db.executemany(
            "INSERT OR IGNORE INTO run_texts (run_id, text_sha256) VALUES (?, ?)",
            [(run_id, key) for key in sorted(keys)],
        )
