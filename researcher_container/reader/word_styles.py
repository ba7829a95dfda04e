"""What the styles of a Word document say about its paragraphs: headings, titles, list items, quotes, code."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from researcher_container.contract import BlockKind
from researcher_container.reader.html_tree import Element

NAMESPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
W = NAMESPACE
VALUE = f"{W}val"
MAX_DEPTH = 20
# Word stores built-in style names in English whatever the language of its menus.
HEADING = re.compile(r"heading ?([1-9])$", re.IGNORECASE)
KINDS: tuple[tuple[re.Pattern[str], BlockKind], ...] = (
    (re.compile(r"caption", re.IGNORECASE), "caption"),
    (re.compile(r"toc\b|table of (?:figures|contents)|index \d", re.IGNORECASE), "navigation"),
    (re.compile(r"(?:intense )?quote|block text", re.IGNORECASE), "quote"),
    (re.compile(r"html preformatted|(?:source )?code|plain text|macro", re.IGNORECASE), "code"),
    (re.compile(r"list\b", re.IGNORECASE), "list_item"),
)


@dataclass(frozen=True)
class Style:
    """What a paragraph is."""

    kind: BlockKind = "paragraph"
    level: int | None = None
    is_title: bool = False


@dataclass
class Styles:
    """Styles by id."""

    by_id: dict[str, Style] = field(default_factory=dict)
    language: str = ""

    def of(self, paragraph: Element) -> Style:
        """Return what a paragraph is, by its own properties before its style's."""
        properties = paragraph.find(f"{W}pPr")
        if properties is None:
            return Style()
        name = properties.find(f"{W}pStyle")
        style = self.by_id.get(name.get(VALUE, ""), Style()) if name is not None else Style()
        if (level := _outline_level(properties)) is not None:
            return Style("heading", level, style.is_title)
        if style.kind == "paragraph" and properties.find(f"{W}numPr") is not None:
            return Style("list_item")
        return style


def read_styles(root: Element) -> Styles:
    """Read `word/styles.xml`."""
    elements = {element.get(f"{W}styleId", ""): element for element in root.iter(f"{W}style")}
    language = next(root.iter(f"{W}lang"), None)
    styles = Styles(language=language.get(VALUE, "") if language is not None else "")
    for style_id in elements:
        styles.by_id[style_id] = _style(style_id, elements)
    return styles


def _style(style_id: str, elements: dict[str, Element]) -> Style:
    """Follow the chain of styles until one says what it is."""
    for _ in range(MAX_DEPTH):
        element = elements.get(style_id)
        if element is None:
            break
        if (found := _own_meaning(element)) is not None:
            return found
        parent = element.find(f"{W}basedOn")
        if parent is None:
            break
        style_id = parent.get(VALUE, "")
    return Style()


def _own_meaning(element: Element) -> Style | None:
    named = element.find(f"{W}name")
    name = named.get(VALUE, "") if named is not None else ""
    if (heading := HEADING.match(name)) is not None:
        return Style("heading", min(6, int(heading.group(1))))
    if name.lower() == "title":
        return Style("heading", 1, is_title=True)
    for pattern, kind in KINDS:
        if pattern.match(name):
            return Style(kind)
    properties = element.find(f"{W}pPr")
    if properties is not None:
        if (level := _outline_level(properties)) is not None:
            return Style("heading", level)
        if properties.find(f"{W}numPr") is not None:
            return Style("list_item")
    return None


def _outline_level(properties: Element) -> int | None:
    outline = properties.find(f"{W}outlineLvl")
    value = outline.get(VALUE, "") if outline is not None else ""
    # Nine means body text.
    return min(6, int(value) + 1) if value.isdecimal() and int(value) < 9 else None
