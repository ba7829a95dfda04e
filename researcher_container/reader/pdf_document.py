"""A PDF as a document: text by page, title, author and date, and a plain word when it holds only pictures."""

from __future__ import annotations

import re
import time
from typing import Any

import pypdfium2

from researcher_container.contract import Block, Document, Link, Quality, QualityStatus, ReadParams
from researcher_container.reader import media_type as kinds
from researcher_container.reader.dates import iso_date
from researcher_container.reader.html_links import LinkList
from researcher_container.reader.media_type import Unreadable
from researcher_container.reader.pdf_blocks import make_blocks
from researcher_container.reader.pdf_pages import Deadline, Page, read_pages

MAX_PAGES = 3_000
# Leaves time of the child's 60 s for making blocks of what was read.
CPU_S = 35.0
MAX_BLOCKS = 60_000
MIN_CHARS_PER_PAGE = 8
# What FPDF_GetLastError answers. Source: pdfium, public/fpdfview.h.
PASSWORD_ERRORS = (4, 5)
DATE = re.compile(r"(?:D:)?(\d{4})(\d{2})?(\d{2})?")
# What programs write where nobody gave a title.
NO_TITLE = re.compile(
    r"untitled|microsoft (?:word|powerpoint)\b|\S+\.(?:docx?|dvi|tex|indd|qxd|pptx?|pdf|odt)$|document\d*$",
    re.IGNORECASE,
)


def read_pdf(data: bytes, params: ReadParams) -> Document:
    """Make a document of a PDF.

    Raises:
        Unreadable: it is encrypted with a password, or damaged beyond reading.
    """
    # Some servers put a line before the header; PDFium finds it, but counts from the start of the bytes it is given.
    try:
        pdf = pypdfium2.PdfDocument(data[data.index(b"%PDF-") :])
        page_count = len(pdf)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) in PASSWORD_ERRORS or "assword" in str(error):
            raise Unreadable("This PDF is protected by a password and cannot be opened.") from None
        raise Unreadable("This PDF is damaged and cannot be opened.") from None
    try:
        pages, is_cut = _pages(pdf)
        facts = _facts(pdf)
    finally:
        pdf.close()
    blocks = make_blocks(pages)
    return Document(
        title=facts["title"] or _title(blocks),
        author=facts["author"],
        date=facts["date"],
        media_type=kinds.PDF,
        blocks=tuple(blocks[:MAX_BLOCKS]),
        links=_links(pages, params.url),
        quality=_quality(pages, is_cut or page_count > MAX_PAGES or len(blocks) > MAX_BLOCKS),
    )


def _pages(pdf: Any) -> tuple[list[Page], bool]:
    pages: list[Page] = []
    try:
        for page in read_pages(pdf, MAX_PAGES, time.process_time() + CPU_S):
            pages.append(page)
    except Deadline:
        return pages, True
    return pages, False


def _facts(pdf: Any) -> dict[str, str]:
    try:
        raw = pdf.get_metadata_dict()
    except pypdfium2.PdfiumError:
        raw = {}
    title, author = (" ".join(raw.get(name, "").split())[:500] for name in ("Title", "Author"))
    date = next((found for name in ("ModDate", "CreationDate") if (found := _date(raw.get(name, "")))), "")
    return {"title": "" if NO_TITLE.match(title) else title, "author": author, "date": date}


def _date(text: str) -> str:
    found = DATE.match(text)
    return iso_date("-".join(part for part in found.groups() if part)) if found else ""


def _title(blocks: list[Block]) -> str:
    """Return the most important heading of the first page that has one."""
    headings = [block for block in blocks[:200] if block.kind == "heading"]
    first = [block for block in headings if block.page == headings[0].page]
    return min(first, key=lambda block: block.level or 6).text if first else ""


def _links(pages: list[Page], url: str) -> tuple[Link, ...]:
    links = LinkList(url)
    for page in pages:
        links.extend(page.links)
    return links.links()


def _quality(pages: list[Page], is_truncated: bool) -> Quality:
    lines = (line for page in pages for line in page.lines if not line.is_running)
    chars = sum(character.isalnum() for line in lines for character in line.text)
    if chars < MIN_CHARS_PER_PAGE * len(pages) or not chars:
        return Quality(status=QualityStatus.EMPTY, why="This PDF holds pictures of pages and no text.")
    return Quality(truncated=is_truncated)
