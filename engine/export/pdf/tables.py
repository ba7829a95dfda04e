"""Tables on paper: how wide columns are and how small the type."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from engine.export.direction import direction
from engine.export.nodes import Node, plain_text
from engine.export.table_parts import column_parts

Inline = Callable[[Sequence[Node]], list[dict[str, Any]]]
# Type sizes in pt by the number of columns that they suit.
_SIZES = ((4, 9.5), (6, 9.0), (8, 8.0), (12, 7.0))
# A column is at most this many times as wide as another one.
_LEAST_WEIGHT, _MOST_WEIGHT = 3.0, 30.0


def table_data(table: Node, inline: Inline) -> dict[str, Any]:
    """Return a table's data, or a block of several tables where it has too many columns."""
    head = [cell for row in table.children if row.is_head for cell in row.children]
    rows = [list(row.children) for row in table.children if not row.is_head]
    parts = [_part(head, rows, part, inline) for part in column_parts(len(head))]
    return parts[0] if len(parts) == 1 else {"k": "parts", "c": parts}


def _part(head: Sequence[Node], rows: Sequence[Sequence[Node]], columns: list[int], inline: Inline) -> dict[str, Any]:
    return {
        "k": "table",
        "z": next((size for most, size in _SIZES if len(columns) <= most), _SIZES[-1][1]),
        "w": [_weight(head, rows, column) for column in columns],
        "head": [_cell(head[column], inline) for column in columns],
        "rows": [[_cell(row[column], inline) for column in columns if column < len(row)] for row in rows],
    }


def _cell(cell: Node, inline: Inline) -> dict[str, Any]:
    return {"c": inline(cell.children), "a": cell.align, "d": direction(plain_text(cell.children))}


def _weight(head: Sequence[Node], rows: Sequence[Sequence[Node]], column: int) -> float:
    """Return a column's share: by its longest word and, less, by how much it holds."""
    texts = [
        plain_text(head[column].children),
        *(plain_text(row[column].children) for row in rows if column < len(row)),
    ]
    longest_word = max((len(word) for text in texts for word in text.split()), default=1)
    longest = max(map(len, texts), default=1)
    return round(min(max(min(longest_word, 18) + math.sqrt(longest), _LEAST_WEIGHT), _MOST_WEIGHT), 2)
