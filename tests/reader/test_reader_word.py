"""Word documents: paragraphs by their styles, tables, notes, links, and bombs refused."""

from __future__ import annotations

import io
import zipfile

import docx
import pytest

from researcher_container.contract import QualityStatus, ReadParams
from researcher_container.reader.media_type import Unreadable
from researcher_container.reader.reading import read
from researcher_container.reader.word_styles import NAMESPACE

HEAD = f'<w:document xmlns:w="{NAMESPACE.strip("{}")}"><w:body>'
TAIL = "</w:body></w:document>"


def a_report() -> bytes:
    document = docx.Document()
    document.core_properties.title = "Tides at Alder"
    document.core_properties.author = "A. Kent"
    document.add_heading("Tides", 0)
    document.add_heading("Range", 1)
    paragraph = document.add_paragraph("The range is ")
    paragraph.add_run("4.2").bold = True
    paragraph.add_run(" m.")
    document.add_paragraph("springs", style="List Bullet")
    document.add_paragraph("The sea is high.", style="Quote")
    document.add_paragraph("Heights", style="Caption")
    table = document.add_table(2, 2)
    for row, texts in zip(table.rows, (("Port", "Range"), ("Alder", "4.2 m")), strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def package(body: str, **parts: str | bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", HEAD + body + TAIL)
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def test_a_report_keeps_its_structure(reading):
    document = reading(a_report(), url="file:///report.docx")
    assert (document.title, document.author) == ("Tides at Alder", "A. Kent")
    assert [(block.kind, block.text, block.level, block.heading) for block in document.blocks] == [
        ("heading", "Tides", 1, None),
        ("heading", "Range", 1, "Tides"),
        ("paragraph", "The range is 4.2 m.", None, "Range"),
        ("list_item", "springs", None, "Range"),
        ("quote", "The sea is high.", None, "Range"),
        ("caption", "Heights", None, "Range"),
        ("table", "Port | Range\nAlder | 4.2 m", None, "Range"),
    ]


def test_what_was_deleted_is_not_text_and_what_was_inserted_is(reading):
    body = (
        "<w:p><w:r><w:t>kept </w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>added</w:t></w:r></w:ins><w:r><w:tab/><w:t>x</w:t><w:br/><w:t>y</w:t></w:r></w:p>"
    )
    assert reading(package(body)).text() == "kept added x\ny"


def test_links_and_notes_are_read(reading):
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="r1" Target="https://tides.example/table" TargetMode="External"/></Relationships>'
    )
    notes = (
        f'<w:footnotes xmlns:w="{NAMESPACE.strip("{}")}"><w:footnote w:type="separator"><w:p/></w:footnote>'
        "<w:footnote><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote></w:footnotes>"
    )
    namespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    link = f'<w:hyperlink xmlns:r="{namespace}" r:id="r1"><w:r><w:t>table</w:t></w:r></w:hyperlink>'
    document = reading(
        package(f"<w:p>{link}</w:p>", **{"word/_rels/document.xml.rels": relations, "word/footnotes.xml": notes})
    )
    assert [(item.text, item.url) for item in document.links] == [("table", "https://tides.example/table")]
    assert document.text() == "table\n\nA note."


def test_a_document_without_text_is_empty(reading):
    assert reading(package("<w:p/>")).quality.status == QualityStatus.EMPTY


def test_a_zip_bomb_is_refused():
    bomb = package("<w:p><w:r><w:t>" + "a" * 70_000_000 + "</w:t></w:r></w:p>")
    assert len(bomb) < 100_000
    with pytest.raises(Unreadable, match="unpacks to more"):
        read(bomb, ReadParams())


def test_entities_are_not_expanded(reading):
    entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("word/document.xml", entities + HEAD + "<w:p><w:r><w:t>x&b;y</w:t></w:r></w:p>" + TAIL)
    assert "aaaa" not in reading(file.getvalue()).text()


def test_deep_nesting_ends_as_a_document_or_in_words():
    deep = "<w:tbl><w:tr><w:tc>" * 3_000 + "<w:p><w:r><w:t>x</w:t></w:r></w:p>" + "</w:tc></w:tr></w:tbl>" * 3_000
    with pytest.raises(Unreadable, match="damaged"):
        read(package(deep), ReadParams())


@pytest.mark.parametrize("cut", [100, 2_000])
def test_a_damaged_file_is_refused_in_words(cut):
    with pytest.raises(Unreadable):
        read(a_report()[:-cut], ReadParams())
