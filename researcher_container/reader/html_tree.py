"""Parse HTML into a tree that holds only what a person would see."""

from __future__ import annotations

import itertools
import re
from typing import Any

from lxml import etree

Element = Any  # lxml ships no types

# Never visible, or not text. The head itself is walked: the parser leaves elements newer than itself in it.
UNSEEN = (
    "title", "script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "canvas", "audio",
    "video", "map", "select", "datalist", "textarea", "input", "applet", "noframes",
)  # fmt: skip
DROPPED = "dossier-dropped"
CONTROLS = bytes({*range(9), 11, *range(14, 32), 127})
# U+FDD0 to U+FDEF, U+FFFE, U+FFFF in UTF-8.
NONCHARACTERS = re.compile(rb"\xef\xb7[\x90-\xaf]|\xef\xbf[\xbe\xbf]")
# What stands behind these is shown by browsers and lost by the parser.
PAGE_END = re.compile(rb"</(?:body|html)\s{0,20}>", re.IGNORECASE)
# The parser compares every attribute of an element with all others; no page has so many.
LONG_TAG = re.compile(rb"<[a-zA-Z][^<>]{16384,}")
TAG_NAME = re.compile(rb"<[a-zA-Z][^\s/]{0,60}")
ATTRIBUTE = re.compile(rb"""[^\s=<>"'/]{1,100}(?:\s{0,20}=\s{0,20}(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?""")
MAX_ATTRIBUTES, MAX_ATTRIBUTE_BYTES = 100, 2_000
# Looking for a word in bytes is far cheaper than asking every element.
_HIDDEN_BY = (
    ((b" hidden",), etree.XPath("//*[@hidden]")),
    ((b"aria-hidden",), etree.XPath("//*[@aria-hidden]")),
    ((b"display:", b"display :", b"visibility"), etree.XPath("//*[@style]")),
    ((b"<dialog",), etree.XPath("//dialog[not(@open)]")),
)
_HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
# An element that holds the page's own heading or main part is shown by a script sooner or later.
_THE_PAGE = frozenset(("html", "body", "main", "article"))
_PAGE_PARTS = ("main", "article", "h1")
# Line numbers beside code and edit links inside headings are neither words of the code nor of the heading.
_BESIDE_TEXT = etree.XPath(
    "//*[@class and (contains(@class,'mw-editsection') or contains(@class,'linenos') or contains(@class,'lineno')"
    " or contains(@class,'line-numbers-rows') or contains(@class,'viewcode-link')"
    " or contains(@class,'viewcode-back'))]"
)
_BESIDE_TEXT_WORDS = (b"mw-editsection", b"linenos", b"line-numbers-rows", b"viewcode-")
_MATH_IMAGE = etree.XPath("//img[@alt and @class and (contains(@class,'math') or contains(@class,'tex'))]")

# DocBook and other XML tools close empty elements the XML way, which HTML parsers take for an opening.
_SELF_CLOSED = re.compile(
    r"<(a|abbr|b|code|dd|div|dt|em|h[1-6]|i|li|p|script|section|span|strong|sub|sup|style|table|td|textarea|th|title|"
    r"tr|ul)\b((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)/>"
)
_STRUCTURAL_TAG = re.compile(r"<(/?)([a-zA-Z][\w:-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
_KEPT_WHEN_FLAT = frozenset((
    "html", "head", "body", "title", "meta", "link", "base", "script", "style", "template", "noscript",
    "h1", "h2", "h3", "h4", "h5", "h6", "pre", "p", "br",
))  # fmt: skip
_BREAKS_WHEN_FLAT = frozenset((
    "div", "section", "article", "main", "table", "tr", "td", "th", "ul", "ol", "li", "dl", "dt", "dd", "blockquote",
    "form",
))  # fmt: skip


def parse(text: str, *, is_xhtml: bool = False) -> Element | None:
    """Return the root of the tree, None when there is no element at all."""
    if is_xhtml:
        text = _SELF_CLOSED.sub(r"<\1\2></\1>", text)
    markup = _clean(text.encode("utf-8", "replace"))
    root, is_too_deep = _parse(markup)
    if is_too_deep:
        # The parser gives up, and loses the text, beyond 2,048 levels: such nesting carries no meaning anyway.
        root, _ = _parse(flatten(markup.decode("utf-8", "replace")).encode())
    return root


def _clean(markup: bytes) -> bytes:
    """Take out control characters, which no tree may hold, noncharacters, which the walk uses as marks, and traps."""
    markup = PAGE_END.sub(b" ", markup.translate(None, CONTROLS))
    if LONG_TAG.search(markup):
        markup = LONG_TAG.sub(_with_few_attributes, markup)
    if b"\xef\xb7" in markup or b"\xef\xbf" in markup:
        markup = NONCHARACTERS.sub(b"\xef\xbf\xbd", markup)
    return markup


def _with_few_attributes(found: re.Match[bytes]) -> bytes:
    name = TAG_NAME.match(found.group())
    assert name is not None
    attributes = itertools.islice(ATTRIBUTE.finditer(found.group(), name.end()), MAX_ATTRIBUTES)
    kept = (attribute.group() for attribute in attributes if len(attribute.group()) <= MAX_ATTRIBUTE_BYTES)
    return b" ".join((name.group(), *kept))


def _parse(markup: bytes) -> tuple[Element | None, bool]:
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(markup, parser)
    except (etree.XMLSyntaxError, ValueError):
        root = None
    fatal = list(parser.error_log.filter_from_fatals())
    if any(entry.type == etree.ErrorTypes.ERR_NO_MEMORY for entry in fatal):
        # The parser says so in its log only, and would pass for one that found no text.
        raise MemoryError
    return root, any("depth" in entry.message for entry in fatal)


def flatten(text: str) -> str:
    """Rewrite a page so that nothing nests: blocks become paragraphs, inline elements disappear."""

    def replacement(found: re.Match[str]) -> str:
        name = found.group(2).lower()
        if name in _KEPT_WHEN_FLAT:
            return found.group()
        return "<p>" if name in _BREAKS_WHEN_FLAT else ""

    return _STRUCTURAL_TAG.sub(replacement, text)


def remove_unseen(root: Element, raw: bytes) -> str:
    """Remove what is not visible; return the text of `noscript` elements, which tells a script shell.

    Args:
        root: the tree, changed in place.
        raw: the same page as bytes; looking into them is far cheaper than asking every element.
    """
    fallback = " ".join("".join(element.itertext()) for element in root.iter("noscript"))
    if b"<math" in raw or b"mwe-math" in raw or b'class="tex' in raw or b'class="math' in raw:
        _show_formulas(root)
    etree.strip_elements(root, *UNSEEN, with_tail=False)
    marked = []
    for words, find in _HIDDEN_BY:
        if any(word in raw for word in words):
            marked += [element for element in find(root) if _is_hidden(element)]
    if any(word in raw for word in _BESIDE_TEXT_WORDS):
        marked += _BESIDE_TEXT(root)
    for element in marked:
        if element is not root:
            element.tag = DROPPED
    if marked:
        etree.strip_elements(root, DROPPED, with_tail=False)
    return " ".join(fallback.split())[:2000]


def _is_hidden(element: Element) -> bool:
    if element.tag in _THE_PAGE or next(element.iterdescendants(*_PAGE_PARTS), None) is not None:
        return False
    return (
        element.tag == "dialog"
        or element.get("hidden", "until-found") != "until-found"
        or element.get("aria-hidden") == "true"
        or _HIDING_STYLE.search(element.get("style", "")) is not None
    )


def _show_formulas(root: Element) -> None:
    """Put a formula's TeX where the page carries it, since symbols without their layout say something else."""
    for formula in list(root.iter("math")):
        source = next((child for child in formula.iter() if child.get("encoding") == "application/x-tex"), None)
        if source is not None and source.text:
            tex, tail = source.text.strip(), formula.tail
            formula.clear()
            formula.text, formula.tail = tex, tail
    for image in _MATH_IMAGE(root):
        image.tail = image.get("alt").strip() + (image.tail or "")
