"""Footnotes of a writer that say something, beside those that only name a source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.evidence.catalogue import Catalogue
from engine.evidence.dialect import Region
from engine.evidence.inline import addresses
from engine.evidence.marks import ids_of

_NOTE = re.compile(r"^(?P<before>[ >]{0,8}(?:[-*+]\s+)?)\[\^(?P<label>[\w-]{1,40})\]:[ \t]*(?P<words>\S.*)$")


def with_notes(regions: Sequence[Region], catalogue: Catalogue) -> tuple[list[Region], dict[str, str]]:
    """Turn footnotes that say something into paragraphs called `Note 1`.

    Returns:
        The regions, and what each note is called by its label.
    """
    notes: dict[str, str] = {}
    kept = [
        replace(region, text=_noted(region.text, notes, catalogue)) if region.kind == "paragraph" else region
        for region in regions
    ]
    return kept, notes


def _noted(text: str, notes: dict[str, str], catalogue: Catalogue) -> str:
    if "[^" not in text:
        return text
    lines: list[str] = []
    for line in text.split("\n"):
        match = _NOTE.match(line)
        if match and _says_something(match["words"], catalogue):
            name = notes.setdefault(match["label"], match["label"])
            # Two lines of one paragraph would be read as one.
            gap = "\n" if lines and lines[-1].strip() else ""
            line = f"{gap}{match['before']}Note {name}: {match['words']}"
        lines.append(line)
    return "\n".join(lines)


def _says_something(words: str, catalogue: Catalogue) -> bool:
    is_entry = next(addresses(words), None) or ids_of(words) or catalogue.titled(words)
    return not is_entry and len(words.split()) > 2
