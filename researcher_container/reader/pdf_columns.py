"""Columns whose lines a PDF draws side by side: parted at the gutter, and read one column after the other.

Most programs draw column by column; text recognised by machines and some printers go from edge to edge.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium

MIN_GUTTER_POINTS = 9.0
MIN_ROWS = 4
# Of the lines that reach over both columns, so many must leave the gutter free.
FREE_SHARE = 0.6
MIN_SIDE_CHARS = 15
# Prose goes on in small letters from line to line; the cells of a table begin anew.
RUNNING_SHARE = 0.3
MAX_RECTS = 40


@dataclass(frozen=True, slots=True)
class Span:
    """A line of the page's text: positions in that text, and where it is set."""

    start: int
    end: int
    pieces: tuple[tuple[float, float], ...]  # left and right of what is set in one go


def spans_of(text_page: Any, text: str, line_end: str) -> list[Span]:
    """Return the lines of a page with the places of their pieces."""
    spans, position = [], 0
    for line in text.split(line_end):
        end = position + len(line)
        spans.append(Span(position, end, tuple(_pieces(text_page, position, len(line)))))
        position = end + len(line_end)
    return spans


def _pieces(text_page: Any, start: int, chars: int) -> Iterator[tuple[float, float]]:
    left, top, right, bottom = (ctypes.c_double() for _ in range(4))
    for index in range(min(MAX_RECTS, pdfium.FPDFText_CountRects(text_page, start, chars))):
        if pdfium.FPDFText_GetRect(text_page, index, left, top, right, bottom):
            yield left.value, right.value


def in_columns(text_page: Any, text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the lines in reading order, those of two columns parted; unchanged where there is one column."""
    gutter = _gutter(spans)
    if gutter is None:
        return list(spans)
    parted = {index: cut for index, span in enumerate(spans) if (cut := _part(text_page, span, gutter)) is not None}
    if len(parted) < MIN_ROWS or not _is_prose(text, list(parted.values())):
        return list(spans)
    ordered: list[Span] = []
    waiting: list[Span] = []  # the right column beside the rows read so far
    for index, span in enumerate(spans):
        if index in parted:
            left, right = parted[index]
            ordered.append(left)
            waiting.append(right)
        else:
            is_left = bool(span.pieces) and span.pieces[-1][1] <= gutter
            if not is_left:
                ordered += waiting
                waiting = []
            ordered.append(span)
    return ordered + waiting


def _gaps(span: Span) -> Iterator[tuple[float, float]]:
    for (_, right), (left, _) in zip(span.pieces, span.pieces[1:], strict=False):
        if left - right >= MIN_GUTTER_POINTS:
            yield right, left


def _gutter(spans: Sequence[Span]) -> float | None:
    """Return where most lines that reach over the page leave a gap."""
    gaps = [gap for span in spans for gap in _gaps(span)]
    if len(gaps) < MIN_ROWS:
        return None
    middles = sorted((left + right) / 2 for left, right in gaps)
    gutter = middles[len(middles) // 2]
    free = sum(left < gutter < right for left, right in gaps)
    across = sum(bool(span.pieces) and span.pieces[0][0] < gutter < span.pieces[-1][1] for span in spans)
    return gutter if free >= max(MIN_ROWS, FREE_SHARE * across) else None


def _part(text_page: Any, span: Span, gutter: float) -> tuple[Span, Span] | None:
    if not any(left < gutter < right for left, right in _gaps(span)):
        return None
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for position in range(span.start + 1, span.end):
        index = pdfium.FPDFText_GetCharIndexFromTextIndex(text_page, position)
        if pdfium.FPDFText_GetCharBox(text_page, index, left, right, bottom, top) and left.value > gutter:
            pieces = span.pieces
            return (
                Span(span.start, position, tuple(piece for piece in pieces if piece[0] < gutter)),
                Span(position, span.end, tuple(piece for piece in pieces if piece[0] > gutter)),
            )
    return None


def _is_prose(text: str, parted: Sequence[tuple[Span, Span]]) -> bool:
    """Tell columns of prose from the rows of a table."""
    for side in (0, 1):
        lines = [text[pair[side].start : pair[side].end].strip() for pair in parted]
        running = sum(line[:1].islower() for line in lines)
        if running < RUNNING_SHARE * len(lines) or sum(map(len, lines)) < MIN_SIDE_CHARS * len(lines):
            return False
    return True
