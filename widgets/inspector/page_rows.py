"""The rows a page of the inspector is made of, as values; what did not change is left alone on the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from widgets.phrases import Face

RowKind = Literal["heading", "part", "text", "rich", "item", "fact", "face", "action"]


@dataclass(frozen=True)
class Row:
    """One row.

    Attributes:
        id: Unique on its page; a row with the same id and kind is the same row, with other words perhaps.
        kind: heading and part (a smaller heading) with `right` at the right end; text; rich (markdown); item: a
            thing in a list with its number in `lead`, which opens `key`; fact: a name and a value; face: a chip with
            words beside it; action: a button that asks for `key`.
        key: What a click asks for: a node of the graph ("researcher-1.2"), a source ("source:S3"), a tab ("report").
    """

    id: str
    kind: RowKind
    text: str = ""
    lead: str = ""
    right: str = ""
    key: str = ""
    face: Face | None = None


def heading(id: str, text: str, right: str = "") -> Row:
    """Return the heading of a section."""
    return Row(id, "heading", text, right=right)


def fact(id: str, name: str, value: str) -> Row:
    """Return a name with its value; one without a value is not shown."""
    return Row(id, "fact", value, lead=name)


def shown(*rows: Row) -> tuple[Row, ...]:
    """Return the rows that say something."""
    return tuple(row for row in rows if row.text or row.face is not None)
