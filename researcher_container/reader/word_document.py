"""A Word document (.docx): parts taken out of the zip with limits, XML walked without schema or entities."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from researcher_container.contract import Block, BlockKind, Document, Link, Quality, QualityStatus, ReadParams
from researcher_container.reader import media_type as kinds
from researcher_container.reader.dates import iso_date
from researcher_container.reader.html_links import LinkList
from researcher_container.reader.html_tables import CELL_SEPARATOR
from researcher_container.reader.html_tree import Element
from researcher_container.reader.media_type import Unreadable
from researcher_container.reader.word_styles import NAMESPACE as W
from researcher_container.reader.word_styles import Styles, read_styles

# A book of 1,000 pages has a main part of about 20 MB; zip makes bombs of a thousandfold easy.
MAX_PART_BYTES = 64 * 1024 * 1024
MAX_PARTS = 20_000
MAX_BLOCKS = 60_000
RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
R_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
CORE = {
    "title": "{http://purl.org/dc/elements/1.1/}title",
    "author": "{http://purl.org/dc/elements/1.1/}creator",
    "language": "{http://purl.org/dc/elements/1.1/}language",
    "created": "{http://purl.org/dc/terms/}created",
    "modified": "{http://purl.org/dc/terms/}modified",
}
# Deleted text, field codes, and the second copy that older programs read, are not what a person sees.
UNSEEN = frozenset((f"{W}del", f"{W}moveFrom", f"{W}instrText", f"{W}delText", f"{W}pPr", f"{W}rPr",
                    "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"))  # fmt: skip


def read_docx(data: bytes, params: ReadParams) -> Document:
    """Make a document of a Word file.

    Raises:
        Unreadable: it is damaged, encrypted, or unpacks to more than a document may hold.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        package = Package(archive)
        body = next(package.xml("word/document.xml", required=True).iter(f"{W}body"), None)
        walk = WordWalk(read_styles(package.xml("word/styles.xml")), package.links(params.url))
        walk.run(body)
        for part in ("word/footnotes.xml", "word/endnotes.xml"):
            walk.notes(package.xml(part))
        core = package.core()
    except (zipfile.BadZipFile, etree.XMLSyntaxError, EOFError, KeyError, NotImplementedError, RuntimeError) as error:
        raise Unreadable("This Word document is damaged or encrypted and cannot be opened.") from error
    has_text = any(character.isalnum() for block in walk.blocks for character in block.text)
    heading = next((block.text for block in walk.blocks if block.kind == "heading"), "")
    return Document(
        title=core.get("title") or walk.title or heading,
        author=core.get("author", ""),
        date=iso_date(core.get("modified", "")) or iso_date(core.get("created", "")),
        language=core.get("language", "") or walk.styles.language,
        media_type=kinds.DOCX,
        blocks=tuple(walk.blocks),
        links=walk.links.links(),
        quality=Quality(truncated=walk.is_truncated)
        if has_text
        else Quality(status=QualityStatus.EMPTY, why="The document holds no text."),
    )


class Package:
    """The zip of a Word document, each part bounded."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        if len(archive.namelist()) > MAX_PARTS:
            raise Unreadable("This Word document has too many parts.")
        self._archive = archive
        self._names = set(archive.namelist())
        self._left_bytes = MAX_PART_BYTES

    def xml(self, name: str, *, required: bool = False) -> Element:
        """Parse one part; an element without children where it is missing."""
        if name not in self._names and not required:
            return etree.Element("none")
        with self._archive.open(name) as part:
            raw = part.read(self._left_bytes + 1)
        self._left_bytes -= len(raw)
        if self._left_bytes < 0:
            raise Unreadable("This Word document unpacks to more than a document may hold.")
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=True,
            remove_comments=True,
            remove_pis=True,
        )
        return etree.fromstring(raw, parser)

    def links(self, base_url: str) -> WordLinks:
        """Return the addresses that the document's relations name."""
        relations = self.xml("word/_rels/document.xml.rels")
        targets = {
            relation.get("Id", ""): relation.get("Target", "")
            for relation in relations.iter(RELATION)
            if relation.get("TargetMode") == "External"
        }
        return WordLinks(targets, LinkList(base_url))

    def core(self) -> dict[str, str]:
        """Return what the document says about itself."""
        root = self.xml("docProps/core.xml")
        found = {name: root.findtext(tag) for name, tag in CORE.items()}
        return {name: " ".join(text.split())[:500] for name, text in found.items() if text}


@dataclass
class WordLinks:
    """Relation ids to addresses, and the links met so far."""

    targets: dict[str, str]
    _list: LinkList

    def add(self, element: Element, text: str) -> None:
        """Add the target of a hyperlink element."""
        self._list.add(self.targets.get(element.get(R_ID, ""), ""), text)

    def links(self) -> tuple[Link, ...]:
        """Return the links."""
        return self._list.links()


@dataclass
class WordWalk:
    """Blocks of the body in order."""

    styles: Styles
    links: WordLinks
    blocks: list[Block] = field(default_factory=list)
    title: str = ""
    is_truncated: bool = False
    _heading: str | None = None

    def run(self, body: Element | None) -> None:
        """Walk paragraphs and tables; tables within tables become part of their cell."""
        if body is None:
            return
        for element in _flow(body):
            if len(self.blocks) >= MAX_BLOCKS:
                self.is_truncated = True
                return
            if element.tag == f"{W}tbl":
                self._add("table", "\n".join(_rows(element)))
            else:
                self._paragraph(element)

    def notes(self, root: Element) -> None:
        """Add footnotes or endnotes, after the text."""
        for note in root:
            if note.get(f"{W}type") is None:
                self._add("paragraph", _text(note))

    def _paragraph(self, paragraph: Element) -> None:
        text = _text(paragraph)
        style = self.styles.of(paragraph)
        for link in paragraph.iter(f"{W}hyperlink"):
            self.links.add(link, _text(link))
        if style.is_title and not self.title:
            self.title = text
        self._add(style.kind, text, style.level)

    def _add(self, kind: BlockKind, text: str, level: int | None = None) -> None:
        if not text.strip():
            return
        self.blocks.append(Block(kind=kind, text=text, heading=self._heading, level=level))
        if kind == "heading":
            self._heading = text


def _flow(body: Element) -> Iterator[Element]:
    """Yield paragraphs and tables in order, looking into content controls and text boxes but not into tables."""
    stack = [iter(body)]
    while stack:
        element = next(stack[-1], None)
        if element is None:
            stack.pop()
        elif element.tag in (f"{W}p", f"{W}tbl"):
            yield element
        elif element.tag not in UNSEEN:
            stack.append(iter(element))


def _text(element: Element) -> str:
    pieces: list[str] = []
    stack = [iter(element)]
    while stack:
        child = next(stack[-1], None)
        if child is None:
            stack.pop()
        elif child.tag == f"{W}t":
            pieces.append(child.text or "")
        elif child.tag in (f"{W}tab", f"{W}ptab"):
            pieces.append(" ")
        elif child.tag in (f"{W}br", f"{W}cr"):
            pieces.append("\n")
        elif child.tag == f"{W}noBreakHyphen":
            pieces.append("\u2011")
        elif child.tag not in UNSEEN:
            if child.tag == f"{W}p" and pieces:
                pieces.append("\n")
            stack.append(iter(child))
    lines = (" ".join(line.split()) for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)


def _rows(table: Element) -> Iterator[str]:
    for row in table.iterchildren(f"{W}tr"):
        cells = (_text(cell).replace("\n", " ") for cell in row.iterdescendants(f"{W}tc") if _row_of(cell) is row)
        line = CELL_SEPARATOR.join(cells)
        if line.strip(" |"):
            yield line


def _row_of(cell: Element) -> Element:
    return next(cell.iterancestors(f"{W}tr"))
