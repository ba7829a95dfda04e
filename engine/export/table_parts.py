"""What becomes of a table with more columns than a page holds."""

from __future__ import annotations

# More columns than this cannot be read side by side; they go on below, each part with the first column again.
MOST_COLUMNS = 12


def column_parts(columns: int) -> list[list[int]]:
    """Return the columns of each part of a table, by their places."""
    if columns <= MOST_COLUMNS:
        return [list(range(columns))]
    step = MOST_COLUMNS - 1
    return [[0, *range(start, min(start + step, columns))] for start in range(1, columns, step)]
