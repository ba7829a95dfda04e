"""The inside of a paragraph of a Word document: runs, links, citations."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from docx.oxml import OxmlElement
from docx.shared import Cm
from docx.text.run import Run

from engine.export.nodes import Node, plain_text
from engine.export.word import markup
from engine.export.word.styles import CITATION, LINK, SHORTFALL

_MOST_IMAGE_CM = 16.0


@dataclass(frozen=True)
class Look:
    """How the runs inside of emphasis and links look."""

    is_bold: bool = False
    is_italic: bool = False
    is_struck: bool = False
    style: str = ""
    parent: Any = None  # a link takes its runs itself


def _inside(node: Node, look: Look) -> Look:
    match node.kind:
        case "strong":
            return replace(look, is_bold=True)
        case "emphasis":
            return replace(look, is_italic=True)
        case "struck":
            return replace(look, is_struck=True)
    return look


@dataclass
class InlineWriter:
    """Writes the inside of paragraphs.

    Attributes:
        numbers: what citations can lead to.
        remarks: sentences about what could not be shown.
    """

    numbers: frozenset[int]
    remarks: dict[str, None] = field(default_factory=dict)
    bookmarks: Any = field(default_factory=lambda: count(1))
    _style_ids: dict[str, str] = field(default_factory=dict)

    def write(self, paragraph: Any, found: Sequence[Node], look: Look = Look()) -> None:
        """Append nodes to a paragraph."""
        for node in found:
            self._one(paragraph, node, look)

    def _one(self, paragraph: Any, node: Node, look: Look) -> None:
        if node.kind == "text":
            self.run(paragraph, node.text, look)
        elif node.kind == "code":
            made = self.run(paragraph, node.text, look)
            made.font.name = "Consolas"
        elif node.kind == "lacks":
            self.run(paragraph, node.text, replace(look, style=SHORTFALL))
        elif node.kind == "break":
            self.run(paragraph, "", look).add_break()
        elif node.kind == "citation":
            self._cite(paragraph, node, look)
        elif node.kind == "image":
            self._image(paragraph, node, look)
        elif node.kind == "link" and not node.href.startswith("#"):
            link = markup.hyperlink(paragraph, node.href)
            self.write(paragraph, node.children, replace(look, style=LINK, parent=link))
        else:
            self.write(paragraph, node.children, _inside(node, look))

    def run(self, paragraph: Any, text: str, look: Look) -> Any:
        """Append a run; tabs and line ends in its text become Word's own."""
        made = Run(OxmlElement("w:r"), paragraph)
        (paragraph._p if look.parent is None else look.parent).append(made._r)
        made.text = text
        if look.is_bold:
            made.bold = True
        if look.is_italic:
            made.italic = True
        if look.is_struck:
            made.font.strike = True
        if look.style:
            made._r.style = self._style_id(paragraph, look.style)
        return made

    def _style_id(self, paragraph: Any, name: str) -> str:
        # Asked by name python-docx reads all its styles each time.
        if name not in self._style_ids:
            self._style_ids[name] = paragraph.part.document.styles[name].style_id
        return self._style_ids[name]

    def _cite(self, paragraph: Any, node: Node, look: Look) -> None:
        target = node.target
        if target is None or target.number not in self.numbers:
            self.run(paragraph, node.text, look)
            return
        markup.bookmark(paragraph, f"cite_{target.number}_{target.occurrence}", next(self.bookmarks))
        link = markup.inner_link(paragraph, f"ref_{target.number}")
        self.run(paragraph, node.text, replace(look, style=CITATION, parent=link))

    def _image(self, paragraph: Any, node: Node, look: Look) -> None:
        try:
            shape = self.run(paragraph, "", look).add_picture(io.BytesIO(node.data))
        except Exception:
            # Whatever an image's bytes make python-docx stumble over, its words are still there.
            self.run(paragraph, node.text or "image", look)
            self.remarks["An image of the report could not be drawn; its words stand in its place."] = None
            return
        widest = Cm(_MOST_IMAGE_CM)
        if shape.width > widest:
            shape.height, shape.width = round(shape.height * widest / shape.width), widest
        shape._inline.docPr.set("descr", plain_text([node]))
