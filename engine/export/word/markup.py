"""What python-docx has no words for: links, bookmarks, direction, repeated heads, shading."""

from __future__ import annotations

from typing import Any

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn


def element(tag: str, /, **attributes: str) -> Any:
    """Return a new element such as `w:bookmarkStart` with its `w:` attributes."""
    made = OxmlElement(tag)
    for key, value in attributes.items():
        made.set(qn(f"w:{key}"), value)
    return made


def hyperlink(paragraph: Any, address: str) -> Any:
    """Append a link to an address to a paragraph; return what takes its runs."""
    part = paragraph.part
    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
    paragraph._p.append(link)
    return link


def inner_link(paragraph: Any, bookmark: str) -> Any:
    """Append a link to a bookmark of the document to a paragraph; return what takes its runs."""
    link = element("w:hyperlink", anchor=bookmark, history="1")
    paragraph._p.append(link)
    return link


def bookmark(paragraph: Any, name: str, number: int) -> None:
    """Mark the place a paragraph has come to."""
    paragraph._p.append(element("w:bookmarkStart", id=str(number), name=name))
    paragraph._p.append(element("w:bookmarkEnd", id=str(number)))


def set_right_to_left(paragraph: Any) -> None:
    """Let a paragraph run from right to left."""
    paragraph._p.get_or_add_pPr().append(element("w:bidi"))


def shade(properties: Any, color: str) -> None:
    """Give a paragraph or a cell a ground; `properties` are its pPr or tcPr."""
    properties.append(element("w:shd", val="clear", color="auto", fill=color))


def repeat_head(row: Any) -> None:
    """Let a table's row stand again on every page."""
    row._tr.get_or_add_trPr().append(element("w:tblHeader"))


def keep_row_whole(row: Any) -> None:
    """Let no page end inside a row."""
    row._tr.get_or_add_trPr().append(element("w:cantSplit"))
