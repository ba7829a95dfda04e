"""The blocks of a Word document: headings, lists, quotes, code and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml.ns import qn
from docx.shared import Cm, Pt

from engine.export.direction import direction
from engine.export.nodes import Node, plain_text
from engine.export.table_parts import column_parts
from engine.export.word import markup
from engine.export.word.inline import InlineWriter, Look
from engine.export.word.numbering import Numbering
from engine.export.word.styles import CODE

_ALIGNMENTS = {"right": WD_ALIGN_PARAGRAPH.RIGHT, "center": WD_ALIGN_PARAGRAPH.CENTER}
_INDENT_CM = 0.63


@dataclass
class BlockWriter:
    """Writes blocks to a document."""

    document: Any
    inline: InlineWriter
    numbering: Numbering

    def write(self, found: Sequence[Node], depth: int = 0, style: str = "") -> None:
        """Append nodes.

        Args:
            depth: How many lists are around.
            style: Of paragraphs, "" for the usual one.
        """
        for node in found:
            self._one(node, depth, style)

    def _one(self, node: Node, depth: int, style: str) -> None:
        if node.kind == "heading":
            heading = self.document.add_heading("", level=min(node.level, 6))
            markup.bookmark(heading, bookmark_name(node.anchor), next(self.inline.bookmarks))
            self._fill(heading, node)
        elif node.kind == "paragraph":
            self._fill(self._paragraph(depth, style), node)
        elif node.kind == "list":
            self._list(node, depth)
        elif node.kind == "quote":
            self.write(node.children, depth, "Quote")
        elif node.kind == "code_block":
            paragraph = self._paragraph(depth, CODE)
            self.inline.run(paragraph, node.text, Look())
        elif node.kind == "rule":
            self._rule()
        elif node.kind == "table":
            self._table(node)
        else:
            self._fill(self._paragraph(depth, style), Node("paragraph", (node,)))

    def _paragraph(self, depth: int, style: str) -> Any:
        paragraph = self.document.add_paragraph(style=style or None)
        if depth:
            paragraph.paragraph_format.left_indent = Cm(_INDENT_CM * (depth + (style == "Quote")))
        return paragraph

    def _fill(self, paragraph: Any, node: Node) -> None:
        if direction(plain_text(node.children)) == "rtl":
            markup.set_right_to_left(paragraph)
        self.inline.write(paragraph, node.children)

    def _list(self, node: Node, depth: int) -> None:
        number = self.numbering.new(None if node.start is None else node.start)
        for item in node.children:
            first, *rest = item.children or (Node("paragraph"),)
            if first.kind != "paragraph":
                first, rest = Node("paragraph"), list(item.children)
            paragraph = self.document.add_paragraph(style="List Paragraph")
            self.numbering.number(paragraph, number, min(depth, 8))
            self._fill(paragraph, first)
            self.write(rest, depth + 1)

    def _rule(self) -> None:
        paragraph = self.document.add_paragraph()
        borders = markup.element("w:pBdr")
        borders.append(markup.element("w:bottom", val="single", sz="4", space="1", color="C9D2CF"))
        paragraph._p.get_or_add_pPr().append(borders)

    def _table(self, node: Node) -> None:
        columns = max((len(row.children) for row in node.children), default=0)
        for part in column_parts(columns):
            self._part(node, part)

    def _part(self, node: Node, columns: Sequence[int]) -> None:
        table = self.document.add_table(rows=len(node.children), cols=len(columns), style="Table Grid")
        table.autofit = True
        size = Pt(9.5 if len(columns) <= 6 else 8 if len(columns) <= 10 else 7)
        # Asking a table for its cells reads it anew each time: by rows it is read once.
        for row, made in zip(node.children, table.rows, strict=True):
            markup.keep_row_whole(made)
            if row.is_head:
                markup.repeat_head(made)
            for column, place in zip(columns, made.cells, strict=True):
                if column < len(row.children):
                    self._cell(row.children[column], place, size, is_head=row.is_head)
        self.document.add_paragraph().paragraph_format.space_after = Pt(2)

    def _cell(self, cell: Node, place: Any, size: Any, *, is_head: bool) -> None:
        paragraph = place.paragraphs[0]
        paragraph.paragraph_format.space_after = Pt(0)
        if cell.align in _ALIGNMENTS:
            paragraph.alignment = _ALIGNMENTS[cell.align]
        if direction(plain_text(cell.children)) == "rtl":
            markup.set_right_to_left(paragraph)
        self.inline.write(paragraph, cell.children, Look(is_bold=is_head))
        if is_head:
            markup.shade(place._tc.get_or_add_tcPr(), "F3F6F5")
        for run in paragraph._p.iter(qn("w:r")):
            properties = run.get_or_add_rPr()
            if properties.find(qn("w:sz")) is None:
                properties.append(markup.element("w:sz", val=str(round(size.pt * 2))))


def bookmark_name(anchor: str) -> str:
    """Return a bookmark's name for an anchor: at most 40 characters, begun with a letter."""
    return "".join(character if character.isalnum() else "_" for character in anchor)[:40] or "h"
