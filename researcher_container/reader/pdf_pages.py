"""Lines out of the pages of a PDF, with where they stand and how large they are set."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from researcher_container.reader.pdf_columns import in_columns, spans_of

# A hyphen at a line's end that PDFium has taken for a broken word comes as this noncharacter, without a line end.
BROKEN_WORD = "\ufffe"
LINE_END = "\r\n"
FIXED_PITCH = 1  # bit 1 of a font's flags. Source: ISO 32000-1, table 123.
FIXED_NAMES = (b"mono", b"courier", b"cmtt", b"sftt", b"typewriter", b"consol", b"menlo", b"inconsolata")
BOLD_WEIGHT = 600
MAX_LINE_CHARS = 20_000
MAX_LINES_PER_PAGE = 1_500
MAX_LINKS_PER_PAGE = 200


@dataclass(slots=True)
class Line:
    """One line as it is set; lengths are points, y grows upwards."""

    text: str
    left: float
    right: float
    baseline: float
    size: float
    is_bold: bool
    is_fixed: bool
    is_running: bool = False  # a running head or foot, decided over all pages


@dataclass(slots=True)
class Page:
    """One page."""

    number: int
    height: float
    lines: list[Line]
    links: list[tuple[str, str]]


class Deadline(Exception):
    """The time for this document is used up."""


def read_pages(document: Any, max_pages: int, cpu_s: float) -> Iterator[Page]:
    """Yield pages in order.

    Args:
        document: a `pypdfium2.PdfDocument`.
        max_pages: where to stop.
        cpu_s: how much processor time the process may have used when a page is begun.

    Raises:
        Deadline: the time is over before the last page.
    """
    for index in range(min(len(document), max_pages)):
        if time.process_time() > cpu_s:
            raise Deadline
        try:
            page = document[index]
            text_page = page.get_textpage()
        except pypdfium2.PdfiumError:
            continue  # a damaged page does not spoil the others
        try:
            yield Page(index + 1, page.get_height(), list(_lines(text_page)), list(_links(document, page, text_page)))
        finally:
            text_page.close()
            page.close()


def _lines(text_page: Any) -> Iterator[Line]:
    text = text_page.get_text_range()
    spans = spans_of(text_page, text, LINE_END)[:MAX_LINES_PER_PAGE]
    for span in in_columns(text_page, text, spans):
        start, end = span.start, span.end
        # A broken word hides a line end: what follows it is the next line.
        for piece in text[start:end].split(BROKEN_WORD):
            is_broken = start + len(piece) < end
            if piece.strip():
                yield _line(text_page, piece + (BROKEN_WORD if is_broken else ""), start, start + len(piece))
            start += len(piece) + 1


def _line(text_page: Any, text: str, start: int, end: int) -> Line:
    # Text positions count UTF-16 units where a line holds rarer characters; a font size read one off does no harm.
    text = text[:MAX_LINE_CHARS]
    lead = len(text) - len(text.lstrip())
    trail = len(text.rstrip(BROKEN_WORD)) - len(text.rstrip(BROKEN_WORD).rstrip())
    first = pdfium.FPDFText_GetCharIndexFromTextIndex(text_page, start + lead)
    last = pdfium.FPDFText_GetCharIndexFromTextIndex(text_page, max(start + lead, end - 1 - trail))
    middle = (first + last) // 2
    sizes = sorted(pdfium.FPDFText_GetFontSize(text_page, index) for index in (first, middle, last))
    left, _, height = _box(text_page, first)
    _, right, _ = _box(text_page, last)
    x, baseline = ctypes.c_double(), ctypes.c_double()
    pdfium.FPDFText_GetCharOrigin(text_page, first, x, baseline)
    # Some producers set everything at size 1 and scale it: then the height of a letter says more.
    size = sizes[1] if sizes[1] > 2 else max(sizes[1], height * 1.4)
    fonts = [_font(text_page, index) for index in (first, middle, last)]
    is_bold, is_fixed = (all(font[trait] for font in fonts) for trait in (0, 1))
    return Line(text.strip(), left, right, baseline.value, size, is_bold, is_fixed)


def _box(text_page: Any, index: int) -> tuple[float, float, float]:
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    pdfium.FPDFText_GetCharBox(text_page, index, left, right, bottom, top)
    return left.value, right.value, top.value - bottom.value


def _font(text_page: Any, index: int) -> tuple[bool, bool]:
    flags = ctypes.c_int()
    name = ctypes.create_string_buffer(128)
    pdfium.FPDFText_GetFontInfo(text_page, index, name, 128, flags)
    weight = pdfium.FPDFText_GetFontWeight(text_page, index)
    lowered = name.value.lower()
    is_bold = weight >= BOLD_WEIGHT or b"bold" in lowered or b"black" in lowered
    is_fixed = bool(flags.value & FIXED_PITCH) or any(part in lowered for part in FIXED_NAMES)
    return is_bold, is_fixed


def _links(document: Any, page: Any, text_page: Any) -> Iterator[tuple[str, str]]:
    position = ctypes.c_int(0)
    link = pdfium.FPDF_LINK()
    for _ in range(MAX_LINKS_PER_PAGE):
        if not pdfium.FPDFLink_Enumerate(page, position, link):
            return
        action = pdfium.FPDFLink_GetAction(link)
        length = pdfium.FPDFAction_GetURIPath(document, action, None, 0) if action else 0
        if not 0 < length < 2_000:
            continue
        address = ctypes.create_string_buffer(length)
        pdfium.FPDFAction_GetURIPath(document, action, address, length)
        box = pdfium.FS_RECTF()
        label = ""
        if pdfium.FPDFLink_GetAnnotRect(link, box):
            label = text_page.get_text_bounded(box.left, box.bottom, box.right, box.top)
        yield address.value.decode("utf-8", "replace"), " ".join(label.replace(BROKEN_WORD, "").split())[:300]
