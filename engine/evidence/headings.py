"""Headings that only code writes, and what becomes of a writer's own of the same name."""

from __future__ import annotations

import re

from engine.evidence.list_names import bare_name

REFERENCES_HEADING = "## References"
AUDIT_HEADING = "## Audit"
DISAGREEMENTS_HEADING = "## Where the sources disagree"
_OURS = frozenset(bare_name(heading) for heading in (REFERENCES_HEADING, AUDIT_HEADING, DISAGREEMENTS_HEADING))
_HEAD = re.compile(r"^(?P<before>[\s>]*#{1,6}[ \t]+)(?P<words>.*?)(?P<after>[ \t]*#*[ \t]*)$", re.S)


def is_ours(heading: str) -> bool:
    """Say whether a heading of a draft is called like a part that only code writes."""
    return bare_name(heading) in _OURS


def heading_words(heading: str) -> str:
    """Return a heading's words without its signs."""
    match = _HEAD.match(heading.strip("\n"))
    return " ".join((match["words"] if match else heading).split())


def renamed(heading: str) -> str:
    """Return a writer's heading so that nobody takes what stands under it for the work of code."""
    line = heading.rstrip("\n")
    match = _HEAD.match(line)
    words = f"{match['words'].strip()} (the writer's own)" if match else f"{line} (the writer's own)"
    return f"{match['before'] if match else ''}{words}{heading[len(line) :]}"
