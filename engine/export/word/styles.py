"""The styles of a Word document: Word's own names, so that a template of the reader's takes hold of them."""

from __future__ import annotations

from typing import Any

from docx.enum.style import WD_STYLE_TYPE
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

from engine.export.means import Paper
from engine.export.word.markup import element, shade

CODE, SHORTFALL, CITATION, LINK = "Code Block", "Shortfall", "Citation Mark", "Hyperlink"
_ACCENT, _QUIET, _WARN = RGBColor(0x0B, 0x6B, 0x5C), RGBColor(0x5A, 0x68, 0x64), RGBColor(0x8A, 0x4B, 0x08)
_SIZES_CM: dict[Paper, tuple[float, float]] = {"a4": (21.0, 29.7), "letter": (21.59, 27.94)}


def prepare(document: Any, paper: Paper, language: str) -> None:
    """Set the paper, the language and the styles of a new document."""
    section = document.sections[0]
    width, height = _SIZES_CM[paper]
    section.page_width, section.page_height = Cm(width), Cm(height)
    section.left_margin = section.right_margin = Cm(2.4)
    section.top_margin = section.bottom_margin = Cm(2.3)
    normal = document.styles["Normal"]
    normal.font.name, normal.font.size = "Calibri", Pt(11)
    normal.paragraph_format.space_after = Pt(6)
    normal.element.get_or_add_rPr().append(element("w:lang", val=language or "en", bidi=language or "en"))
    for level in range(1, 7):
        style = document.styles[f"Heading {level}"]
        style.font.color.rgb = RGBColor(0x1B, 0x24, 0x22)
        style.font.name = "Calibri"
        # The theme's font would win over the one that is named.
        fonts = style.element.rPr.find(qn("w:rFonts"))
        for name in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
            fonts.attrib.pop(qn(f"w:{name}"), None)
    _add(document)


def _add(document: Any) -> None:
    code = document.styles.add_style(CODE, WD_STYLE_TYPE.PARAGRAPH)
    code.font.name, code.font.size = "Consolas", Pt(9)
    code.paragraph_format.space_after = Pt(8)
    shade(code.element.get_or_add_pPr(), "F3F6F5")
    for name, color, size in ((SHORTFALL, _WARN, 8.5), (CITATION, _ACCENT, 9.0), (LINK, _ACCENT, None)):
        style = document.styles.add_style(name, WD_STYLE_TYPE.CHARACTER)
        style.font.color.rgb = color
        if size:
            style.font.size = Pt(size)
    quote = document.styles["Quote"]
    quote.font.color.rgb, quote.font.italic = _QUIET, False
    quote.paragraph_format.left_indent = Cm(0.8)
