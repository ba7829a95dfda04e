"""One markdown tree for every output: the pane, the HTML file and whatever prints it.

Raw HTML is shown as the words it is, links keep to a list of schemes, images are never loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from engine.evidence.dialect import plain_lines, reader
from engine.evidence.marks import ID_MARK, ids_of
from engine.evidence.shortfalls import SHORTFALL
from engine.export.citing import Citing, Target

_NUMBER_MARK = re.compile(r"\[(\d{1,3})\]")
_LINK_SCHEMES = re.compile(r"(?:https?://|mailto:|#)", re.I)
_DATA_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+\Z", re.I)
_NOT_A_NAME = re.compile(r"[^\w]+")
# Blocks whose own direction the first strong letter decides; code always runs left to right.
_DIRECTED = frozenset(
    ("paragraph", "heading", "list_item", "bullet_list", "ordered_list", "blockquote", "table", "th", "td")
)

CiteHtml = Callable[[Target], str]


@dataclass(frozen=True)
class Look:
    """How the tree becomes HTML in one place."""

    cite: CiteHtml
    is_directed: bool = True  # dir="auto" on every block
    shows_data_images: bool = False
    files: frozenset[str] = frozenset()  # file: addresses that may be links: the library's cited documents


@dataclass(frozen=True)
class Heading:
    """A heading with its anchor."""

    level: int
    text: str
    anchor: str


def tree(markdown: str, files: frozenset[str] = frozenset()) -> list[Token]:
    """Return the markdown's tokens; citation marks are tokens of their own."""
    return _parser(files).parse(plain_lines(markdown))


def html(tokens: Sequence[Token], look: Look, citing: Citing) -> str:
    """Return HTML for a tree."""
    env: dict[str, Any] = {"look": look, "citing": citing, "anchors": {}}
    parser = _parser(look.files)
    return str(parser.renderer.render(list(tokens), parser.options, env))


def headings(tokens: Sequence[Token]) -> list[Heading]:
    """Return the headings of a tree with the anchors that `html` gives them."""
    anchors: dict[str, int] = {}
    found: list[Heading] = []
    for token, following in pairwise(tokens):
        if token.type == "heading_open":
            text = words(following)
            found.append(Heading(int(token.tag[1]), text, _anchor(text, anchors)))
    return found


def anchor_names(tokens: Sequence[Token]) -> list[str]:
    """Return the anchors of all headings in order."""
    return [heading.anchor for heading in headings(tokens)]


def is_link(address: str, files: frozenset[str] = frozenset()) -> bool:
    """Say whether an address may be a link: http(s), mail, inside the document, or a document of the library."""
    return bool(_LINK_SCHEMES.match(address.strip())) or address.strip() in files


def words(token: Token) -> str:
    """Return the visible words of an inline token."""
    return "".join(_pieces(token)).strip()


def _pieces(token: Token) -> Iterator[str]:
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            yield child.content
        elif child.type in ("softbreak", "hardbreak"):
            yield " "
        elif child.type == "image":
            yield child.content


def _parser(files: frozenset[str]) -> MarkdownIt:
    parser = reader()
    parser.inline.ruler.before("link", "citation", _citation)
    parser.inline.ruler.before("citation", "shortfall", _shortfall)
    # An address that is no link stays in the text as it was written, so no word is lost.
    parser.validateLink = lambda url: _may_link(url, files)  # type: ignore[method-assign]
    for name in ("citation", "shortfall", "heading_open", "image", "fence", "code_inline", "link_open"):
        parser.add_render_rule(name, _RULES[name])
    for name in _DIRECTED - {"heading"}:
        parser.add_render_rule(f"{name}_open", _directed)
    return parser


def _may_link(url: str, files: frozenset[str]) -> bool:
    address = url.strip()
    return bool(_LINK_SCHEMES.match(address) or _DATA_IMAGE.match(address) or address in files)


def _citation(state: StateInline, silent: bool) -> bool:
    """Read `[3]` in a report and `[S3.2]` in a draft; what no source answers to stays text when it is drawn."""
    match = _NUMBER_MARK.match(state.src, state.pos) or ID_MARK.match(state.src, state.pos)
    if not match or match.end() > state.posMax or state.src[match.end() : match.end() + 1] == "(":
        return False
    if not silent:
        token = state.push("citation", "", 0)
        token.content = match.group()
        token.meta = {"number": int(match.group(1))} if match.re is _NUMBER_MARK else {"ids": ids_of(match["items"])}
    state.pos = match.end()
    return True


def _shortfall(state: StateInline, silent: bool) -> bool:
    """Read what code wrote behind a sentence that falls short of its sources."""
    match = SHORTFALL.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    if not silent:
        token = state.push("shortfall", "", 0)
        token.content = match.group()
    state.pos = match.end()
    return True


# --- drawing ----------------------------------------------------------------------------------------------

Env = MutableMapping[str, Any]


def _draw_citation(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
    token, look, citing = tokens[index], env["look"], env["citing"]
    if "number" in token.meta:
        target = citing.number(token.meta["number"])
        return look.cite(target) if target else escape(token.content)
    targets = [citing.id(name) for name in token.meta["ids"]]
    if not all(targets):
        return escape(token.content)
    return "".join(look.cite(target) for target in targets)


def _draw_shortfall(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
    return f'<em class="lacks" dir="ltr">{escape(tokens[index].content)}</em>'


def _draw_heading(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
    anchor = _anchor(words(tokens[index + 1]), env["anchors"])
    direction = ' dir="auto"' if env["look"].is_directed else ""
    return f'<{tokens[index].tag} id="{escape(anchor)}"{direction}>'


def _draw_image(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
    """Draw an image's words and a link to it; only one that is inside the text itself may be shown."""
    token = tokens[index]
    address, alternative = str(token.attrs.get("src", "")), token.content
    if _DATA_IMAGE.match(address):
        shown = env["look"].shows_data_images
        return f'<img src="{escape(address)}" alt="{escape(alternative)}">' if shown else escape(alternative)
    label = escape(alternative) or "image"
    return f'<a href="{escape(address)}">{label}</a>' if _LINK_SCHEMES.match(address) else label


def _draw_fence(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
    direction = ' dir="ltr"' if env["look"].is_directed else ""
    return f"<pre{direction}><code>{escape(tokens[index].content, quote=False)}</code></pre>\n"


def _draw_code(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
    direction = ' dir="ltr"' if env["look"].is_directed else ""
    return f"<code{direction}>{escape(tokens[index].content, quote=False)}</code>"


def _draw_link(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
    return f'<a href="{escape(str(tokens[index].attrs.get("href", "")))}">'


def _directed(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
    token = tokens[index]
    if env["look"].is_directed and not token.hidden:
        token.attrSet("dir", "auto")
    # Tables align by style attributes, which a strict content policy forbids.
    style = str(token.attrs.pop("style", ""))
    if style.startswith("text-align:"):
        token.attrSet("align", style.partition(":")[2])
    return self.renderToken(tokens, index, options, env)


def _anchor(text: str, anchors: dict[str, int]) -> str:
    name = _NOT_A_NAME.sub("-", text.casefold()).strip("-")[:60] or "section"
    anchors[name] = anchors.get(name, 0) + 1
    return f"h-{name}" if anchors[name] == 1 else f"h-{name}-{anchors[name]}"


_RULES = {
    "citation": _draw_citation,
    "shortfall": _draw_shortfall,
    "heading_open": _draw_heading,
    "image": _draw_image,
    "fence": _draw_fence,
    "code_inline": _draw_code,
    "link_open": _draw_link,
}
