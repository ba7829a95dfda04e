"""Running heads, running feet and page numbers: what a PDF repeats in the margins of its pages."""

from __future__ import annotations

import re
from collections import Counter

from researcher_container.reader.pdf_headings import HEADING_SIZE
from researcher_container.reader.pdf_pages import Line, Page

RUNNING_LINES = 2  # looked at above and below on each page
RUNNING_PAGES = 3
MARGIN_SHARE = 0.12
PAGE_NUMBER = re.compile(
    r"\W*(?:page|seite|p\.)?\s*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von)\s*\d{1,4})?\W*$", re.IGNORECASE
)


def mark_running_lines(pages: list[Page], body_size: float) -> None:
    """Mark running heads and feet: in the margins, no larger than the text, alike but for numbers on many pages."""
    edges = [line for page in pages for line in _edge_lines(page) if line.size < body_size * HEADING_SIZE]
    counts = Counter(map(_shape, edges))
    for line in edges:
        line.is_running = PAGE_NUMBER.match(line.text) is not None or counts[_shape(line)] >= RUNNING_PAGES


def _edge_lines(page: Page) -> list[Line]:
    """Return the outermost lines that stand in the upper or lower margin."""
    ordered = sorted(page.lines, key=lambda line: -line.baseline)
    low, high = MARGIN_SHARE * page.height, (1 - MARGIN_SHARE) * page.height
    upper = [line for line in ordered[:RUNNING_LINES] if line.baseline > high]
    return upper + [line for line in ordered[-RUNNING_LINES:] if line.baseline < low]


def _shape(line: Line) -> tuple[str, int, int]:
    """Return what running lines have in common: place, size and all but their numbers."""
    return re.sub(r"\d+", "#", line.text), round(line.size), round(line.baseline)
