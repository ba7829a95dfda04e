"""What a reviewer may name as contradictions, and what of it can be relied on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.evidence.catalogue import Catalogue
from engine.evidence.marks import ids_of
from engine.values import ContradictingClaim, Contradiction, Source

_SIDE = {
    "type": "object",
    "properties": {"claim": {"type": "string"}, "cites": {"type": "array", "items": {"type": "string"}}},
    "required": ["claim", "cites"],
    "additionalProperties": False,
}
CONTRADICTIONS = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"about": {"type": "string"}, "first": _SIDE, "second": _SIDE},
        "required": ["first", "second"],
        "additionalProperties": False,
    },
}
_MOST, _MOST_CITES = 12, 8
_MOST_ABOUT_CHARS, _MOST_CLAIM_CHARS = 300, 1_000


def contradictions(value: Any, sources: Sequence[Source]) -> tuple[Contradiction, ...]:
    """Return what a model named, as far as each side cites a source of its own; the rest cannot be shown."""
    catalogue = Catalogue(sources)
    found: list[Contradiction] = []
    for entry in value if isinstance(value, list) else ():
        if not isinstance(entry, dict):
            continue
        first, second = (_side(entry.get(name), catalogue) for name in ("first", "second"))
        if first and second and first.claim.casefold() != second.claim.casefold():
            about = " ".join(str(entry.get("about") or "").split())[:_MOST_ABOUT_CHARS]
            found.append(Contradiction(about=about, first=first, second=second))
    return tuple(dict.fromkeys(found))[:_MOST]


def _side(value: Any, catalogue: Catalogue) -> ContradictingClaim | None:
    if not isinstance(value, dict):
        return None
    cites = value.get("cites")
    named = ids_of(" ".join(map(str, cites)) if isinstance(cites, list) else str(cites or ""))
    known = tuple(name for name in named if catalogue.source(name))[:_MOST_CITES]
    claim = " ".join(str(value.get("claim") or "").split())[:_MOST_CLAIM_CHARS]
    return ContradictingClaim(claim=claim, cites=known) if claim and known else None
