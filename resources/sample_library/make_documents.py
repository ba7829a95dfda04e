"""Makes the sample library's Word and PDF documents from their texts.

Run it with `python -m resources.sample_library.make_documents`.
"""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docx.document import Document

SOURCES = Path(__file__).with_name("sources")
DOCUMENTS = Path(__file__).with_name("documents")


def make_word(source: Path, target: Path) -> None:
    """Write a Word document from a text with `#` headings, paragraphs and `|` tables."""
    import docx

    document = docx.Document()
    document.core_properties.title = "Costs and savings in the example region"
    document.core_properties.author = "Dossier sample library"
    # A fixed time, so that making the file again does not change it.
    document.core_properties.created = document.core_properties.modified = datetime.datetime(2026, 1, 1)
    for part in source.read_text(encoding="utf-8").strip().split("\n\n"):
        if heading := re.match(r"(#+) (.*)", part):
            document.add_heading(heading[2], level=len(heading[1]))
        elif part.startswith("|"):
            _add_table(document, [[cell.strip() for cell in row.strip("|").split("|")] for row in part.split("\n")])
        else:
            document.add_paragraph(" ".join(part.split()))
    document.save(str(target))


def _add_table(document: Document, rows: list[list[str]]) -> None:
    table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text


def make_pdf(source: Path, target: Path) -> None:
    """Set a PDF from a Typst text."""
    import typst  # type: ignore[import-not-found, unused-ignore]

    target.write_bytes(typst.compile(str(source)))


if __name__ == "__main__":
    make_word(SOURCES / "costs-and-savings.md", DOCUMENTS / "costs-and-savings.docx")
    make_pdf(SOURCES / "case-study.typ", DOCUMENTS / "case-study-one-year.pdf")
