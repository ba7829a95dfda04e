"""Word documents, read again with python-docx: every word, real headings, lists, tables, links and bookmarks."""

from __future__ import annotations

import io
import re
from typing import Any

import docx
from docx.oxml.ns import qn

from engine.export.rendering import words
from engine.export.word.file import report_docx
from tests.export.printed import LONG, content


def opened(draft: str | None = None, **how: Any) -> Any:
    parts = content() if draft is None else content(draft)
    return docx.Document(io.BytesIO(report_docx(parts, **how).content))


def text_of(document: Any) -> str:
    return "".join(one.text or "" for one in document.element.body.iter(qn("w:t"), qn("w:p")) if one.tag == qn("w:t"))


def test_no_word_is_lost() -> None:
    parts = content()
    text = re.sub(r"\s+", "", text_of(opened()))
    for token in (*parts.body, *parts.audit_section):
        for word in re.findall(r"\w{3,}", words(token) if token.type == "inline" else token.content):
            assert word in text or word == "dot", word  # the image is drawn
    assert LONG in text


def test_headings_are_headings() -> None:
    document = opened()
    found = [(p.style.name, p.text) for p in document.paragraphs if p.style.name.startswith("Heading")]
    assert found[0] == ("Heading 1", "Ferries and quays")
    assert [text for _, text in found[-3:]] == ["Limitations", "References", "Audit"]
    assert document.core_properties.title == "Ferries and quays"


def test_lists_count_for_themselves() -> None:
    document = opened("# T\n\n3. three\n4. four\n\nwords\n\n1. one\n\n- bullet\n  - nested\n")
    numbered = {
        p.text: p._p.pPr.numPr for p in document.paragraphs if p._p.pPr is not None and p._p.pPr.numPr is not None
    }
    ids = {text: properties.numId.val for text, properties in numbered.items()}
    assert ids["three"] == ids["four"] != ids["one"]
    assert numbered["nested [no source]" if "nested [no source]" in numbered else "nested"].ilvl.val == 1
    starts = {
        one.get(qn("w:numId")): one.find(qn("w:abstractNumId")).get(qn("w:val"))
        for one in document.part.numbering_part.element.findall(qn("w:num"))
    }
    assert starts[str(ids["three"])] != starts[str(ids["one"])]


def test_tables_repeat_their_head_and_keep_their_sides() -> None:
    table = opened().tables[0]
    assert [cell.text for cell in table.rows[0].cells] == ["Place", "Height in m", "Remark"]
    assert table.rows[0]._tr.trPr.find(qn("w:tblHeader")) is not None
    assert table.rows[1].cells[1].paragraphs[0].alignment == 2


def test_many_columns_are_set_below_each_other() -> None:
    head = "|" + "|".join(f"c{n}" for n in range(40)) + "|"
    rows = head + "\n|" + "---|" * 40 + "\n|" + "|".join(f"v{n}x" for n in range(40)) + "|"
    document = opened(f"# T\n\n{rows}\n")
    assert [len(table.columns) for table in document.tables] == [12, 12, 12, 7]
    assert all(f"v{n}x" in text_of(document) for n in range(40))


def test_citations_lead_to_references_and_back() -> None:
    body = opened().element.body
    names = {one.get(qn("w:name")) for one in body.iter(qn("w:bookmarkStart"))}
    anchors = {one.get(qn("w:anchor")) for one in body.iter(qn("w:hyperlink")) if one.get(qn("w:anchor"))}
    assert {"ref_1", "ref_2", "cite_1_1"} <= anchors
    assert anchors <= names
    ids = [one.get(qn("w:id")) for one in body.iter(qn("w:bookmarkStart"))]
    assert len(ids) == len(set(ids))


def test_right_to_left_paragraphs_say_so() -> None:
    arabic = [p for p in opened().paragraphs if p.text.startswith("يبلغ")]
    assert arabic
    assert all(p._p.pPr.find(qn("w:bidi")) is not None for p in arabic)


def test_images_and_paper() -> None:
    document = opened(paper="letter")
    assert round(document.sections[0].page_width.inches, 1) == 8.5
    assert len(document.inline_shapes) == 1
    made = report_docx(content("# T\n\n![the bad one](data:image/png;base64,aGVsbG8=) here\n"))
    assert len(made.remarks) == 1
    assert "the bad one" in text_of(docx.Document(io.BytesIO(made.content)))
