"""Marks planted into a tree at the borders of blocks, links and line breaks: its text can then be taken at once."""

from __future__ import annotations

import re

from researcher_container.reader.html_tree import Element

# Noncharacters of Unicode: `html_tree` takes them out of what the page itself says.
OPEN, CLOSE, BREAK, LINK, LINK_END, CUT = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3", "\ufdd4", "\ufdd5"
MARK = re.compile("([\ufdd0-\ufdd5])")
# A thousand pages hold fewer; each costs about a kilobyte of memory while it is read.
MAX_ELEMENTS = 400_000

BLOCKS = (
    "address", "article", "aside", "blockquote", "body", "button", "caption", "center", "dd", "details", "dialog",
    "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frameset", "h1", "h2", "h3",
    "h4", "h5", "h6", "header", "hgroup", "hr", "legend", "li", "main", "menu", "nav", "ol", "p", "pre", "search",
    "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
)  # fmt: skip


def plant_marks(body: Element) -> tuple[list[Element], list[str]]:
    """Put a mark at every border; return the block elements and the links' addresses in document order.

    After MAX_ELEMENTS a mark says that the walk ends there.
    """
    elements, hrefs = [], []
    for count, element in enumerate(body.iter("a", "br", *BLOCKS)):
        tag = element.tag
        if count == MAX_ELEMENTS:
            element.text = CUT + (element.text or "")
            break
        if tag == "br":
            element.tail = BREAK + (element.tail or "")
        elif tag == "a":
            hrefs.append(element.get("href", ""))
            element.text = LINK + (element.text or "")
            element.tail = LINK_END + (element.tail or "")
        else:
            elements.append(element)
            element.text = OPEN + (element.text or "")
            element.tail = CLOSE + (element.tail or "")
    return elements, hrefs


def fold(text: str) -> str:
    """Fold whitespace, as a browser does outside of preformatted text."""
    return " ".join(text.replace(BREAK, " ").split())
