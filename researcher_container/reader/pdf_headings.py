"""Headings of a PDF by their size: what is set larger than the text, and how large each level is."""

from __future__ import annotations

from collections import Counter

from researcher_container.reader.pdf_pages import Line, Page

HEADING_SIZE = 1.12  # times the body's size
HEADING_CHARS = 200
SAME_SIZE = 0.06


class HeadingSizes:
    """The sizes a document sets its headings in, largest first."""

    def __init__(self, body: float, sizes: list[float]) -> None:
        self.body, self._sizes = body, sizes

    def level(self, line: Line) -> int:
        """Return the level of a heading line, 1-6."""
        for index, size in enumerate(self._sizes[:5]):
            if line.size >= size * (1 - SAME_SIZE / 2):
                return index + 1
        return min(6, len(self._sizes) + 1)

    def is_heading(self, line: Line) -> bool:
        """Tell whether a line is set larger than the text."""
        return line.size >= self.body * HEADING_SIZE and len(line.text) <= HEADING_CHARS


def heading_sizes(pages: list[Page]) -> HeadingSizes:
    """Find the size most of the text is set in, and the larger ones."""
    chars: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            chars[round(line.size * 2) / 2] += len(line.text)
    body = max(chars, key=lambda size: (chars[size], -size)) if chars else 10.0
    larger = sorted((size for size in chars if size >= body * HEADING_SIZE), reverse=True)
    distinct: list[float] = []
    for size in larger:
        if not distinct or size < distinct[-1] * (1 - SAME_SIZE):
            distinct.append(size)
    return HeadingSizes(body, distinct)
