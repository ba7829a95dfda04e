"""Blocks out of an HTML tree: exact words in reading order, navigation kept but tagged.

Visiting every element from Python is slow. Instead, marks (Unicode noncharacters) are planted at the borders of
blocks, links and line breaks, the whole text is taken out of the tree in one go, and the marks are read in order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree

from researcher_container.contract import MAX_TEXT_CHARS, BlockKind
from researcher_container.reader.chrome import chrome_of
from researcher_container.reader.html_found import Found, FoundLink, Frame, Region
from researcher_container.reader.html_marks import BREAK, CLOSE, CUT, LINK, LINK_END, MARK, OPEN, fold, plant_marks
from researcher_container.reader.html_meaning import (
    CAPTION_TEXT,
    FRAME_TEXT,
    FRAME_TEXT_CHARS,
    PERMALINK,
    RELATED,
    meaning_of,
)
from researcher_container.reader.html_tables import Table, is_data_table
from researcher_container.reader.html_tree import Element

# Soft hyphens and joiners of no width inside Latin words are not visible and break search.
INVISIBLE = re.compile("[\u00ad\ufeff]|(?<=[!-\u024f])\u200b(?=[!-\u024f])")

HEADINGS = {f"h{level}": level for level in range(1, 7)}
ARTICLE_TAGS = frozenset(("article", "main"))
LISTS = frozenset(("ul", "ol", "menu", "dir"))
KINDS: dict[str, BlockKind] = {
    "li": "list_item", "blockquote": "quote", "pre": "code", "caption": "caption", "figcaption": "caption",
    "dd": "paragraph", "th": "caption",
}  # fmt: skip
MAX_BLOCKS = 60_000
# Of which no more than MAX_TEXT_CHARS can be kept; the rest is marks and space.
MAX_STREAM_CHARS = 2 * MAX_TEXT_CHARS
MAX_TABLE_CHARS = 20_000
MAX_NESTED_LISTS = 30
MAX_CLASS_CHARS = 500


@dataclass(slots=True)
class Walk:
    """The walk over one page, and afterwards its result."""

    blocks: list[Found] = field(default_factory=list)
    links: list[FoundLink] = field(default_factory=list)
    is_truncated: bool = False
    _stack: list[Frame] = field(default_factory=list)
    _pieces: list[str] = field(default_factory=list)
    _link_chars: int = 0
    _link: tuple[str, int] | None = None  # href, index into _pieces
    _link_text: list[str] = field(default_factory=list)
    _open_lists: int = 0
    _term_lists: tuple[int, ...] = ()
    _last_term_list: int = 0

    def run(self, body: Element) -> None:
        """Walk the element and everything below it."""
        elements, hrefs = plant_marks(body)
        try:
            stream = etree.tostring(body, method="text", encoding="unicode", with_tail=False)
        except etree.SerialisationError:
            raise MemoryError from None  # plain text has no other reason to fail
        if len(stream) > MAX_STREAM_CHARS:
            stream, self.is_truncated = stream[:MAX_STREAM_CHARS], True
        self._stack.append(Frame("", "paragraph", None, is_inside_article=False))
        next_element, next_href = iter(elements), iter(hrefs)
        pieces = iter(MARK.split(stream))
        for text in pieces:
            if text and (self._pieces or not text.isspace() or self._stack[-1].kind == "code"):
                self._pieces.append(text)
                if self._link is not None:
                    self._link_text.append(text)
            mark = next(pieces, "")
            if mark == OPEN:
                if self._pieces:
                    self._flush()
                self._open(next(next_element))
            elif mark == CLOSE:
                if self._pieces:
                    self._flush()
                self._close()
            elif mark == LINK:
                self._link = (next(next_href), len(self._pieces))
                self._link_text = []
            elif mark == LINK_END:
                self._end_link()
            elif mark == BREAK:
                self._pieces.append(BREAK)
            if mark == CUT or len(self.blocks) >= MAX_BLOCKS:
                self.is_truncated = True
                break
        self._flush()

    def contents_chars(self) -> int:
        """Return how much link text stands in tables of contents."""
        regions = {id(block.region): block.region for block in self.blocks if block.region is not None}
        return sum(region.link_chars for region in regions.values() if region.is_contents)

    # --- borders -------------------------------------------------------------------------------------

    def _open(self, element: Element) -> None:
        parent = self._stack[-1]
        tag = element.tag
        attributes = element.attrib
        classes, name, role = (
            attributes.get("class", "")[:MAX_CLASS_CHARS],
            attributes.get("id", ""),
            attributes.get("role", ""),
        )
        frame = Frame(tag, parent.kind, parent.region, parent.is_inside_article, parent.level, parent.is_signature)
        frame.is_term = parent.is_term
        frame.table = parent.table
        if tag in ARTICLE_TAGS or role == "main":
            frame.is_inside_article = True
        elif tag == "body":
            pass
        elif parent.region is None:
            verdict = chrome_of(tag, classes, name, role, frame.is_inside_article)
            if verdict is not None:
                by_name = verdict == "likely" or (
                    tag not in ("nav", "header", "footer", "aside", "button") and not role
                )
                frame.region = Region(verdict, by_name, is_contents=meaning_of(classes) == "contents")
        self._set_kind(frame, parent, element, classes, role)
        self._stack.append(frame)

    def _set_kind(self, frame: Frame, parent: Frame, element: Element, classes: str, role: str) -> None:
        tag = frame.tag
        if tag in HEADINGS and parent.kind != "code":
            frame.kind, frame.level = "heading", HEADINGS[tag]
        elif role == "heading":
            level = element.get("aria-level", "2")
            frame.kind, frame.level = "heading", min(6, max(1, int(level))) if level.isdecimal() else 2
        elif tag in KINDS:
            frame.kind, frame.is_term, frame.is_signature, frame.level = KINDS[tag], False, False, None
            if tag == "caption":
                frame.table = None
            elif tag == "th" and frame.table is not None:
                frame.table.start_cell()
        elif tag == "dl":
            self._last_term_list += 1
            self._term_lists = (*self._term_lists[-MAX_NESTED_LISTS:], self._last_term_list)
            frame.is_signature_list = meaning_of(classes) == "list of signatures"
        elif tag == "dt":
            frame.is_signature = parent.is_signature_list or meaning_of(classes) == "signature"
            frame.kind = "code" if frame.is_signature else "caption"
            frame.is_term = not frame.is_signature
        elif tag in LISTS:
            self._open_lists += 1
            if self._open_lists == 1:
                frame.list_start = len(self.blocks)
        elif tag == "table" and parent.table is None and is_data_table(element):
            frame.table = Table()
        elif tag == "tr" and frame.table is not None:
            frame.table.start_row()
        elif tag == "td" and frame.table is not None:
            frame.table.start_cell()
        if classes:
            means = meaning_of(classes)
            if means == "contents" and tag != "body":
                frame.region = frame.region or Region("sure", by_name=True, is_contents=True)
            if tag not in HEADINGS and (means == "caption" or (tag == "p" and classes == "title")):
                frame.kind = "caption"
            elif means == "signature" and tag not in ("dl", "dt"):
                frame.kind, frame.is_signature = "code", True

    def _close(self) -> None:
        if len(self._stack) == 1:
            return
        frame = self._stack.pop()
        if frame.tag == "dl":
            self._term_lists = self._term_lists[:-1]
        elif frame.tag in LISTS:
            self._open_lists -= 1
            if frame.list_start >= 0:
                self._judge_list(frame.list_start)
        elif frame.tag == "table" and frame.table is not None and self._stack[-1].table is None:
            for text, link_chars in frame.table.texts(MAX_TABLE_CHARS):
                self._add(Found("table", text, region=frame.region, link_chars=link_chars))

    def _end_link(self) -> None:
        if self._link is None:
            return
        href, start = self._link
        self._link = None
        text = fold("".join(self._link_text))
        frame = self._stack[-1]
        if PERMALINK.match(text) and "#" in href:
            # The sign that marks a heading's own address is no word of the heading.
            del self._pieces[start:]
            return
        if frame.kind != "heading" or not href.startswith("#"):  # a heading that leads to itself is no link
            self._link_chars += len(text)
        if href:
            self.links.append(FoundLink(href, text, frame.region))

    # --- text ----------------------------------------------------------------------------------------

    def _flush(self) -> None:
        """Turn the text since the last border into a block."""
        if not self._pieces:
            return
        text = "".join(self._pieces)
        self._pieces.clear()
        link_chars, self._link_chars = self._link_chars, 0
        if self._link is not None:
            # A link around whole blocks: what has been read of it counts as link text here.
            self._link = (self._link[0], 0)
            link_chars += len(fold(text))
        frame = self._stack[-1]
        if frame.table is not None:
            frame.table.add(fold(text), link_chars)
            return
        if frame.kind == "code" and not frame.is_signature:
            text = text.replace(BREAK, "\n").strip("\n").rstrip()
            self._add_text(frame, text if text.strip() else "", link_chars)
        elif BREAK in text:
            for part in re.split(f"{BREAK}\\s*{BREAK}", text):
                lines = (fold(line) for line in part.split(BREAK))
                self._add_text(frame, "\n".join(line for line in lines if line), link_chars)
                link_chars = 0
        else:
            self._add_text(frame, fold(text), link_chars)

    def _add_text(self, frame: Frame, text: str, link_chars: int) -> None:
        if not text:
            return
        if not text.isascii():
            text = INVISIBLE.sub("", text)
        kind, region = frame.kind, frame.region
        if kind in ("paragraph", "list_item") and CAPTION_TEXT.match(text):
            kind = "caption"
        elif region is None and len(text) <= FRAME_TEXT_CHARS and kind != "code" and FRAME_TEXT.match(text):
            region = Region("sure", by_name=False)
        self._add(Found(kind, text, frame.level, region, link_chars, frame.is_term, self._term_lists))

    def _add(self, block: Found) -> None:
        self.blocks.append(block)
        if block.region is not None:
            block.region.chars += len(block.text)
            block.region.link_chars += block.link_chars

    def _judge_list(self, start: int) -> None:
        """Tag a list that only leads elsewhere: in-page contents, and what stands under "See also"."""
        items = self.blocks[start:]
        chars = sum(len(item.text) for item in items)
        if len(items) < 2 or sum(item.link_chars for item in items) < 0.85 * chars or items[0].region is not None:
            return
        recent = self.links[-len(items) :]
        heading = next((block.text for block in reversed(self.blocks[:start]) if block.kind == "heading"), "")
        if RELATED.match(heading) or (len(items) > 2 and all(link.href.startswith("#") for link in recent)):
            region = Region("sure", by_name=False, chars=chars, link_chars=chars, is_contents=True)
            for item in items:
                item.region = region
