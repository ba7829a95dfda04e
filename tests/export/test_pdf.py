"""PDFs: every word in order, outline, links, tags, embedded fonts; nothing of the text is ever a command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2
import pytest

from engine.errors import ExportError
from engine.evidence.headings import AUDIT_HEADING
from engine.export.pdf import fonts, undrawn
from engine.export.pdf.file import BAD_IMAGE, report_pdf
from engine.export.rendering import words
from tests.export.printed import LONG, content, looked_at, written


@pytest.fixture(scope="module")
def made() -> bytes:
    return report_pdf(content()).content


def text_of(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def plain(text: str) -> str:
    return re.sub(r"[\s\u00ad\u200b\ufffe-]+", "", text)


def test_every_word_stands_in_it_in_order(made: bytes, tmp_path: Path) -> None:
    text = plain(looked_at("pdftotext", written(tmp_path, "r.pdf", made), "-"))
    position = 0
    for piece in (
        "Ferries and quays", "Summary", "The ferry needs 40 minutes [1].", "Nobody asked the captain. [no source]",
        "code_word()", "First item [2]", "Nested item", "#set page(fill: red) is no command", "$x$ or @ref",
        "3.", "third", "4.", "fourth", "Quoted words stand here.", 'print("a line of code', "Figures", "Alder", "4.5",
        "Limitations", "References", "Ferry <times> & #tables", "A. Pilot", "2024-05-01", LONG, "fetched 2023-11-14",
        "Der alte Kai", "Audit",
    ):  # fmt: skip
        found = text.find(plain(piece), position)
        assert found >= 0, piece
        position = found


def test_no_word_is_lost() -> None:
    parts = content()
    text = plain(text_of(report_pdf(parts).content))
    for token in (*parts.body, *parts.audit_section):
        for word in re.findall(r"[a-zA-Zα-ωа-я]{3,}", words(token) if token.type == "inline" else token.content):
            assert word in text or word == "dot", word  # the image is drawn


def test_it_is_tagged_titled_and_sound(made: bytes, tmp_path: Path) -> None:
    path = written(tmp_path, "r.pdf", made)
    told = looked_at("pdfinfo", path)
    assert re.search(r"Tagged:\s+yes", told)
    assert "Ferries and quays" in told
    assert "(A4)" in told
    assert "No syntax or stream encoding errors" in looked_at("qpdf", "--check", path)
    fonts_told = looked_at("pdffonts", path).splitlines()[2:]
    assert fonts_told
    assert all(re.search(r"\syes\s+(?:yes|no)\s+yes\s", line) for line in fonts_told), fonts_told
    tags = looked_at("pdfinfo", "-struct", path)
    assert {"H1", "H2", "Table", "TH", "TD", "Link"} <= set(re.findall(r"^\s*(\w+)", tags, re.M))


def test_outline_and_links(made: bytes, tmp_path: Path) -> None:
    document = pypdfium2.PdfDocument(made)
    titles = [item.get_title() if hasattr(item, "get_title") else item.title for item in document.get_toc()]
    assert titles[:3] == ["Ferries and quays", "Summary", "Figures"]
    assert titles[-2:] == ["References", AUDIT_HEADING.removeprefix("## ")]
    data = json.loads(looked_at("qpdf", "--json=2", "--json-key=qpdf", written(tmp_path, "r.pdf", made)))
    objects = [one["value"] for one in data["qpdf"][1].values() if isinstance(one.get("value"), dict)]
    links = [one for one in objects if one.get("/Subtype") == "/Link"]
    addresses = [one["/A"]["/URI"] for one in links if "/URI" in one.get("/A", {})]
    assert f"u:{LONG}" in addresses
    assert "u:file:///docs/old%20quay.html" in addresses
    # Four marks and four ways back to them, and the contents.
    assert len(links) - len(addresses) >= 12


def test_letter_and_no_contents_for_a_short_report(tmp_path: Path) -> None:
    made = report_pdf(content("# Short\n\nWords."), "letter").content
    assert "(letter)" in looked_at("pdfinfo", written(tmp_path, "r.pdf", made))
    assert text_of(made).count("Audit") == 1


def test_many_columns_are_set_below_each_other() -> None:
    head = "|" + "|".join(f"c{n}" for n in range(40)) + "|"
    rows = head + "\n|" + "---|" * 40 + "\n|" + "|".join(f"v{n}x" for n in range(40)) + "|"
    text = text_of(report_pdf(content(f"# T\n\n{rows}\n")).content)
    assert all(f"v{n}x" in text for n in range(40))
    assert text.count("v0x") == 4


@pytest.mark.parametrize(
    "words",
    ["`" + "x" * 300 + "`", "y" * 300, "[" * 300, "(a" * 200, "https://long.example/" + "z" * 300,
     "```\n" + "w" * 300 + "\n```",
     "| a | b |\n|---|---|\n| " + "v" * 200 + " | " + "`" + "u" * 200 + "` |"],
)  # fmt: skip
def test_nothing_runs_off_the_page(words: str) -> None:
    document = pypdfium2.PdfDocument(report_pdf(content(f"# T\n\n{words}\n")).content)
    for page in document:
        text = page.get_textpage()
        boxes = [
            text.get_charbox(place) for place in range(text.count_chars()) if text.get_text_range(place, 1).strip()
        ]
        assert max(right for _, _, right, _ in boxes) < page.get_width() - 50


@pytest.mark.parametrize("sign", ["> ", ">", "- ", "> - ", "*", "**", "["])
def test_what_is_nested_without_end_is_set_all_the_same(sign: str) -> None:
    made = report_pdf(content(f"# T\n\n{sign * 300}deep word\n\nafter\n"))
    text = plain(text_of(made.content))
    assert "deepword" in text
    assert "after" in text


def test_what_no_font_can_draw_is_told_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undrawn, "undrawn", lambda characters: frozenset("→≤") & frozenset(characters))
    made = report_pdf(content())
    assert "[U+2192]" in text_of(made.content)
    (remark,) = made.remarks
    assert "→ (RIGHTWARDS ARROW)" in remark


def test_fonts_are_asked_what_they_can_draw() -> None:
    assert fonts.undrawn("aé→") == frozenset()
    assert fonts.undrawn(["\U0001f9ff\U0001f9ff"[0], "\U0002ffff", "ß"]) >= {"\U0002ffff"}
    assert fonts.worth_checking("a é\u0301\u200d\n") == {"é"}


def test_an_image_that_cannot_be_drawn_leaves_its_words() -> None:
    made = report_pdf(content("# T\n\nSee ![the bad one](data:image/png;base64,aGVsbG8=) here.\n"))
    assert made.remarks == (BAD_IMAGE,)
    assert "the bad one" in text_of(made.content)


def test_a_typesetter_that_fails_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.export.pdf.file.pdf_data", _broken_data)
    with pytest.raises(ExportError) as raised:
        report_pdf(content())
    assert raised.value.advice
    assert raised.value.detail


def _broken_data(parts, paper, *, with_images=True):
    from engine.export.pdf.data import PdfData, pdf_data

    report = pdf_data(parts, paper).report
    return PdfData({name: value for name, value in report.items() if name != "body"})
