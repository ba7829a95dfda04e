"""Parse HTML into a tree that holds only what a person would see."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

Element = Any  # lxml ships no types

# Never visible, or not text.
UNSEEN = (
    "script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "canvas", "audio", "video", "map",
    "select", "datalist", "textarea", "input", "applet", "noframes",
)  # fmt: skip
DROPPED = "dossier-dropped"
# An element that holds the page's own heading or main part is shown by a script sooner or later.
_NOT_THE_PAGE = "not(self::html or self::body or self::main or self::article or .//main or .//article or .//h1)"
_HIDDEN = etree.XPath(
    "//*[(@hidden and not(@hidden='until-found')) or @aria-hidden='true' or (@style and ("
    "contains(translate(@style,' ',''),'display:none') or contains(translate(@style,' ',''),'visibility:hidden')))"
    f"][{_NOT_THE_PAGE}]"
)
_HIDDEN_DIALOGS = etree.XPath(f"//dialog[not(@open)][{_NOT_THE_PAGE}]")
_HAS_HIDDEN = re.compile(rb"hidden|display\s*:\s*none|<dialog", re.IGNORECASE)
# Line numbers beside code and edit links inside headings are neither words of the code nor of the heading.
_BESIDE_TEXT = etree.XPath(
    "//*[@class and (contains(@class,'mw-editsection') or contains(@class,'linenos') or contains(@class,'lineno')"
    " or contains(@class,'line-numbers-rows') or contains(@class,'viewcode-link')"
    " or contains(@class,'viewcode-back'))]"
)
_HAS_BESIDE_TEXT = re.compile(rb"mw-editsection|lineno|line-numbers-rows|viewcode-")
_MATH = etree.XPath("//*[local-name()='math']")
_MATH_IMAGE = etree.XPath("//img[@alt and @class and (contains(@class,'math') or contains(@class,'tex'))]")

# DocBook and other XML tools close empty elements the XML way, which HTML parsers take for an opening.
_SELF_CLOSED = re.compile(
    r"<(a|abbr|b|code|dd|div|dt|em|h[1-6]|i|li|p|script|section|span|strong|sub|sup|style|table|td|textarea|th|title|"
    r"tr|ul)\b((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)/>"
)
_STRUCTURAL_TAG = re.compile(r"<(/?)([a-zA-Z][\w:-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
_KEPT_WHEN_FLAT = frozenset(
    "html head body title meta link base script style template noscript h1 h2 h3 h4 h5 h6 pre p br".split()
)
_BREAKS_WHEN_FLAT = frozenset("div section article main table tr td th ul ol li dl dt dd blockquote form".split())


def parse(text: str, *, is_xhtml: bool = False) -> Element | None:
    """Return the root of the tree, None when there is no element at all."""
    if is_xhtml:
        text = _SELF_CLOSED.sub(r"<\1\2></\1>", text)
    root, too_deep = _parse(text)
    if too_deep:
        # The parser gives up, and loses the text, beyond 2,048 levels: such nesting carries no meaning anyway.
        root, _ = _parse(flatten(text))
    return root


def _parse(text: str) -> tuple[Element | None, bool]:
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError):
        root = None
    return root, any("depth" in entry.message for entry in parser.error_log.filter_from_fatals())


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
    if b"<math" in raw or b"math" in raw:
        _show_formulas(root)
    etree.strip_elements(root, *UNSEEN, with_tail=False)
    marked = []
    if _HAS_HIDDEN.search(raw):
        marked += _HIDDEN(root) + _HIDDEN_DIALOGS(root)
    if _HAS_BESIDE_TEXT.search(raw):
        marked += _BESIDE_TEXT(root)
    for element in marked:
        if element is not root:
            element.tag = DROPPED
    if marked:
        etree.strip_elements(root, DROPPED, with_tail=False)
    return " ".join(fallback.split())[:2000]


def _show_formulas(root: Element) -> None:
    """Put a formula's TeX where the page carries it, since symbols without their layout say something else."""
    for formula in _MATH(root):
        source = next((child for child in formula.iter() if child.get("encoding") == "application/x-tex"), None)
        if source is not None and source.text:
            tex, tail = source.text.strip(), formula.tail
            formula.clear()
            formula.text, formula.tail = tex, tail
    for image in _MATH_IMAGE(root):
        image.tail = image.get("alt").strip() + (image.tail or "")
