"""Tables that hold data, told from tables that only lay out a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from researcher_container.reader.html_tree import Element

CELL_SEPARATOR = " | "
# A cell of data holds a word or a few sentences; one that holds many blocks is a part of the page.
MAX_BLOCKS_PER_CELL = 3


def is_data_table(table: Element) -> bool:
    """Tell whether a table's rows and columns mean something."""
    if next(table.iterdescendants("table", "h1", "h2", "h3", "h4", "h5", "h6", "nav", "form"), None) is not None:
        return False
    rows = cells = widest = 0
    for row in table.iterdescendants("tr"):
        rows += 1
        width = len(row)
        cells += width
        widest = max(widest, width)
    if rows < 2 or widest < 2:
        return False
    blocks = sum(1 for _ in table.iterdescendants("p", "li", "pre", "blockquote", "dl", "div"))
    return blocks <= MAX_BLOCKS_PER_CELL * cells


@dataclass(slots=True)
class Table:
    """A data table while it is read."""

    rows: list[list[list[str]]] = field(default_factory=list)
    link_chars: list[int] = field(default_factory=list)

    def start_row(self) -> None:
        """Begin a row."""
        self.rows.append([])
        self.link_chars.append(0)

    def start_cell(self) -> None:
        """Begin a cell."""
        if not self.rows:
            self.start_row()
        self.rows[-1].append([])

    def add(self, text: str, link_chars: int) -> None:
        """Add text to the current cell."""
        if not text:
            return
        if not self.rows or not self.rows[-1]:
            self.start_cell()
        self.rows[-1][-1].append(text)
        self.link_chars[-1] += link_chars

    def texts(self, max_chars: int) -> Iterator[tuple[str, int]]:
        """Yield the table as (text, characters in links), a line per row, in portions of about `max_chars`."""
        lines: list[str] = []
        chars = link_chars = 0
        for row, linked in zip(self.rows, self.link_chars, strict=True):
            line = CELL_SEPARATOR.join(" ".join(cell) for cell in row)
            if not line.strip(" |"):
                continue
            lines.append(line)
            chars += len(line)
            link_chars += linked
            if chars > max_chars:
                yield "\n".join(lines), link_chars
                lines, chars, link_chars = [], 0, 0
        if lines:
            yield "\n".join(lines), link_chars
