"""PDF text by page: paragraphs out of lines, headings by size, running heads tagged."""

from __future__ import annotations

import re

import pytest

from researcher_container.contract import QualityStatus, ReadParams
from researcher_container.reader.media_type import Unreadable
from researcher_container.reader.reading import read
from tests.reader.pdf_files import PdfPage, pdf

PARAGRAPH = [
    "The range of the tide at Alder is 4.2 m at springs and 1.9 m at neaps, as the",
    "table of 2019 has it. It is the largest that was measured on the northern coast",
    "within twenty years.",
]


def a_report() -> bytes:
    pages = []
    for number in range(1, 5):
        page = PdfPage()
        page.line("Harbour Board: Tides", 800, size=9)
        page.line(f"Page {number}", 40, size=9)
        if number == 1:
            page.line("Tides at Alder", 760, size=22)
        page.line(f"{number} Chapter", 720, size=15)
        page.lines(PARAGRAPH, 690)
        page.lines(
            ["A second paragraph stands here, after a gap that is wider than between lines, and", "ends."], 630
        )
        pages.append(page)
    return pdf(*pages, info="/Title (Tides at Alder) /Author (A. Kent) /CreationDate (D:20190304120000Z)")


def test_a_report_becomes_headings_and_paragraphs_with_pages(reading, shown):
    document = reading(a_report(), url="file:///report")
    assert (document.title, document.author, document.date) == ("Tides at Alder", "A. Kent", "2019-03-04")
    assert document.media_type == "application/pdf"
    body = [block for block in document.blocks if block.kind != "navigation"]
    assert [(block.kind, block.text[:20], block.page, block.level, block.heading) for block in body[:5]] == [
        ("heading", "Tides at Alder", 1, 1, None),
        ("heading", "1 Chapter", 1, 2, "Tides at Alder"),
        ("paragraph", "The range of the tid", 1, None, "1 Chapter"),
        ("paragraph", "A second paragraph s", 1, None, "1 Chapter"),
        ("heading", "2 Chapter", 2, 2, "1 Chapter"),
    ]
    assert body[2].text == " ".join(PARAGRAPH)
    assert {block.text for block in document.blocks if block.kind == "navigation"} == {
        "Harbour Board: Tides",
        *(f"Page {number}" for number in range(1, 5)),
    }


def one_page(*lines: str) -> bytes:
    return pdf(
        PdfPage().lines(["The harbour master wrote a full line of text that reaches the right margin.", *lines], 700)
    )


def test_broken_words_become_whole_as_the_document_writes_them(reading):
    text = reading(
        one_page(
            "The measure-",
            "ments of the well-",
            "known gauge went on. It is a well-known gauge, and the soft-",
            "ware of UTF-",
            "8 texts read it.",
        )
    ).text()
    assert "measurements of the well-known gauge went on." in text
    assert "software" in text
    assert "UTF-8" in text


def test_bullets_begin_items_and_lose_their_sign(reading, shown):
    document = reading(
        pdf(
            PdfPage().lines(
                [
                    "What is needed for a measurement of the range at the gauge of the harbour:",
                    "\u2022 a gauge that is read every ten minutes by night and by day, for a month, so",
                    "  that neaps are in it",
                    "\u2022 patience",
                ],
                700,
            )
        )
    )
    assert [kind for kind, _ in shown(document)] == ["paragraph", "list_item", "list_item"]
    assert shown(document)[1][1].startswith("a gauge")
    assert shown(document)[1][1].endswith("so that neaps are in it")
    assert shown(document)[2] == ("list_item", "patience")


def test_rows_of_figures_stay_rows(reading, shown):
    page = PdfPage().lines(PARAGRAPH, 700)
    page.lines(["Month Range Time", "January 4.2 m 03:10", "February 4.0 m 04:25", "March 3.9 m 05:40"], 620, x=180)
    table = [text for kind, text in shown(reading(pdf(page))) if kind == "table"]
    assert table == ["Month Range Time\nJanuary 4.2 m 03:10\nFebruary 4.0 m 04:25\nMarch 3.9 m 05:40"]


def test_code_keeps_lines_and_indentation(reading, shown):
    page = PdfPage().lines(PARAGRAPH, 700)
    page.line("for port in ports:", 600, font="F3").line("read(port)", 586, x=72 + 4 * 6.6, font="F3")
    assert ("code", "for port in ports:\n    read(port)") in shown(reading(pdf(page)))


def test_bold_lines_in_the_size_of_the_text_are_headings(reading, shown):
    page = PdfPage().lines(PARAGRAPH, 700).line("How it was measured", 630, font="F2").lines(PARAGRAPH, 610)
    assert ("heading", "How it was measured") in shown(reading(pdf(page)))


def test_links_of_a_pdf_are_kept(reading):
    document = reading(pdf(PdfPage().lines(PARAGRAPH, 700).link("https://tides.example/table")))
    assert [link.url for link in document.links] == ["https://tides.example/table"]


def test_a_pdf_without_pdf_in_its_name_and_with_junk_before_it(reading):
    assert reading(b"HTTP junk\r\n" + a_report(), declared_type="text/html").media_type == "application/pdf"


def test_a_scan_is_empty(reading):
    document = reading(pdf(PdfPage().picture(), PdfPage().picture()))
    assert document.quality.status == QualityStatus.EMPTY
    assert "pictures" in document.quality.why


def test_an_encrypted_pdf_is_refused_in_words():
    encrypt = f" /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <{'00' * 32}> /U <{'11' * 32}> >> /ID [<00> <00>]"
    with pytest.raises(Unreadable, match="protected by a password"):
        read(pdf(PdfPage().line("secret", 700), trailer=encrypt), ReadParams())


@pytest.mark.parametrize("data", [b"%PDF-1.4\ngarbage", b"%PDF-1.7\n" + bytes(range(256)) * 20])
def test_a_damaged_pdf_is_refused_in_words(data):
    with pytest.raises(Unreadable, match="damaged"):
        read(data, ReadParams())


def test_a_title_that_is_a_file_name_gives_way_to_the_heading(reading):
    page = PdfPage().line("Tides at Alder", 760, size=22).lines(PARAGRAPH, 690)
    assert reading(pdf(page, info="/Title (report_final.docx)")).title == "Tides at Alder"


LEFT = [
    "The keeper of the quay at Birk",
    "reads the staff at high water,",
    "and enters what he saw in the",
    "book that lies on his desk, so",
    "that nothing is forgotten.",
]
RIGHT = [
    "Nine moorings stand in a row,",
    "each of them with a number on",
    "its post, and a lamp burns on",
    "the last of them from dusk to",
    "dawn through all the winter.",
]


def test_columns_drawn_side_by_side_are_read_one_after_the_other(reading):
    page = PdfPage().line("Of quays and of their keepers, told for those who have never been to one", 760)
    for index, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        page.line(left, 700 - 14 * index).line(right, 700 - 14 * index, x=320)
    page.line("Below both columns stands a line that reaches over the whole of the page", 560)
    text = " ".join(reading(pdf(page)).text().split())
    assert f"{' '.join(LEFT)} {' '.join(RIGHT)} Below both" in text


def test_rows_of_a_table_with_long_cells_stay_rows(reading):
    page = PdfPage()
    for index in range(6):
        page.line(f"Mooring number {index} of Birk", 700 - 14 * index).line(
            "Held by two chains", 700 - 14 * index, x=320
        )
    assert "Mooring number 0 of Birk Held by two chains" in " ".join(reading(pdf(page)).text().split())


def test_pages_with_nothing_but_a_stamp_are_a_scan(reading):
    quality = reading(pdf(*(PdfPage().picture().line("Scanned by the board of Birk", 20) for _ in range(5)))).quality
    assert (quality.status, quality.why) == (QualityStatus.EMPTY, "This PDF holds pictures of pages and no text.")


def test_addresses_broken_at_a_hyphen_keep_it(reading):
    lines = ["The book of the keeper is kept at https://birk.example/quay-", "book/2021 for all to see."]
    assert "https://birk.example/quay-book/2021 for all" in reading(pdf(PdfPage().lines(lines, 700))).text()


def test_a_wrong_table_of_objects_is_mended(reading):
    data = pdf(PdfPage().lines(LEFT, 700))
    start = data.rindex(b"startxref")
    assert "reads the staff" in reading(data[:start] + b"startxref\n999999\n%%EOF\n").text()


@pytest.mark.parametrize("rotate", [("90", "0 1 -1 0", 100), ("270", "0 -1 1 0", 700)])
def test_a_page_lying_on_its_side_is_read_in_order(reading, rotate):
    degrees, matrix, start = rotate
    page = PdfPage()
    for index, line in enumerate(LEFT):
        across = 100 + 14 * index if degrees == "90" else 500 - 14 * index
        page.operations.append(f"BT /F1 11 Tf {matrix} {across} {start} Tm ({line}) Tj ET")
    data = pdf(page).replace(b"/MediaBox", b"/Rotate " + degrees.encode() + b" /MediaBox")
    assert " ".join(LEFT) in " ".join(reading(data).text().split())


@pytest.mark.parametrize("length", [b"1073741824", b"-1", b"99 0 R"])
def test_lying_lengths_of_streams_are_not_believed(reading, length):
    data = re.sub(rb"/Length \d+", b"/Length " + length, pdf(PdfPage().lines(LEFT, 700)))
    assert "reads the staff" in reading(data).text()


def test_every_page_of_a_long_pdf_is_read_and_numbered(reading):
    pages = [PdfPage().lines([f"This is what page {n} of the long book says of it."], 700) for n in range(1, 501)]
    document = reading(pdf(*pages))
    assert [block.page for block in document.blocks] == list(range(1, 501))
    assert not document.quality.truncated
