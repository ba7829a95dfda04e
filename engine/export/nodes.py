"""The markdown tree as plain nodes: what formats that are no HTML draw."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from engine.export.citing import Citing, Target
from engine.export.rendering import anchor_names, is_link, words

NodeKind = Literal[
    "heading", "paragraph", "list", "item", "quote", "code_block", "rule", "table", "row", "cell",
    "text", "code", "strong", "emphasis", "struck", "link", "citation", "lacks", "break", "image",
]  # fmt: skip
_WRAPPING: dict[str, NodeKind] = {
    "paragraph": "paragraph", "blockquote": "quote", "list_item": "item", "tr": "row",
    "strong": "strong", "em": "emphasis", "s": "struck",
}  # fmt: skip
# Typst calls itself at most some eighty levels deep; nobody reads what is nested half as deep.
MOST_DEPTH = 24
_DATA_IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp);base64,(.*)\Z", re.I | re.S)


@dataclass(frozen=True)
class Node:
    """A node; which fields say something depends on its kind.

    Attributes:
        text: of text, code and lacks; a code block's lines; an image's alternative words.
        level: of a heading, 1-6.
        anchor: of a heading.
        href: of a link.
        start: number of an ordered list's first item, None for a list with bullets.
        is_head: of a table's row.
        align: of a cell, "" for none.
        target: of a citation, None where nothing answers to it.
        data: an image's bytes and their type, b"" when it is not in the text itself.
    """

    kind: NodeKind
    children: tuple[Node, ...] = ()
    text: str = ""
    level: int = 0
    anchor: str = ""
    href: str = ""
    start: int | None = None
    is_head: bool = False
    align: str = ""
    target: Target | None = None
    data: bytes = b""
    data_type: str = ""


def nodes(tokens: Sequence[Token], citing: Citing, files: frozenset[str] = frozenset()) -> tuple[Node, ...]:
    """Return the nodes of a tree.

    Args:
        tokens: As `rendering.tree` gives them.
        citing: Resolves citations in reading order; use each only once.
        files: `file:` addresses that may be links.
    """
    maker = _Maker(citing, files, iter(anchor_names(tokens)))
    return tuple(maker.children(SyntaxTreeNode(list(tokens)).children))


@dataclass
class _Maker:
    citing: Citing
    files: frozenset[str]
    anchors: Iterator[str]

    def children(self, found: Sequence[SyntaxTreeNode]) -> Iterator[Node]:
        for one in found:
            yield from self._nodes(one)

    def _inside(self, node: SyntaxTreeNode) -> tuple[Node, ...]:
        return tuple(self.children(node.children))

    def _nodes(self, node: SyntaxTreeNode) -> Iterator[Node]:
        if node.type in _WRAPPING:
            yield Node(_WRAPPING[node.type], self._inside(node))
            return
        method = getattr(self, f"_{node.type}", None)
        if method is not None:
            yield from method(node)

    def _inline(self, node: SyntaxTreeNode) -> Iterator[Node]:
        yield from self.children(node.children)

    def _heading(self, node: SyntaxTreeNode) -> Iterator[Node]:
        yield Node("heading", self._inside(node), level=int(node.tag[1]), anchor=next(self.anchors))

    def _bullet_list(self, node: SyntaxTreeNode) -> Iterator[Node]:
        yield Node("list", self._inside(node))

    def _ordered_list(self, node: SyntaxTreeNode) -> Iterator[Node]:
        yield Node("list", self._inside(node), start=int(node.attrs.get("start", 1)))

    def _fence(self, node: SyntaxTreeNode) -> Iterator[Node]:
        yield Node("code_block", text=node.content.rstrip("\n"))

    def _hr(self, node: SyntaxTreeNode) -> Iterator[Node]:
        yield Node("rule")

    def _table(self, node: SyntaxTreeNode) -> Iterator[Node]:
        rows = [
            Node("row", self._inside(row), is_head=part.type == "thead")
            for part in node.children
            for row in part.children
        ]
        yield Node("table", tuple(rows))

    def _th(self, node: SyntaxTreeNode) -> Iterator[Node]:
        style = str(node.attrs.get("style", ""))
        align = style.partition("text-align:")[2].strip()
        yield Node("cell", self._inside(node), align=align)

    _td = _th

    def _text(self, node: SyntaxTreeNode) -> Iterator[Node]:
        if node.content:
            yield Node("text", text=node.content)

    def _code_inline(self, node: SyntaxTreeNode) -> Iterator[Node]:
        yield Node("code", text=node.content)

    def _softbreak(self, node: SyntaxTreeNode) -> Iterator[Node]:
        yield Node("text", text=" ")

    def _hardbreak(self, node: SyntaxTreeNode) -> Iterator[Node]:
        yield Node("break")

    def _shortfall(self, node: SyntaxTreeNode) -> Iterator[Node]:
        yield Node("lacks", text=node.content)

    def _citation(self, node: SyntaxTreeNode) -> Iterator[Node]:
        meta: dict[str, Any] = node.meta
        if "number" in meta:
            target = self.citing.number(meta["number"])
            yield Node("citation", text=node.content, target=target) if target else Node("text", text=node.content)
            return
        targets = [self.citing.id(name) for name in meta["ids"]]
        if not all(targets):
            yield Node("text", text=node.content)
            return
        yield from (Node("citation", text=f"[{target.key}]", target=target) for target in targets if target)

    def _link(self, node: SyntaxTreeNode) -> Iterator[Node]:
        href = str(node.attrs.get("href", ""))
        inside = self._inside(node)
        if is_link(href, self.files):
            yield Node("link", inside, href=href)
        else:
            yield from inside

    def _image(self, node: SyntaxTreeNode) -> Iterator[Node]:
        """Draw an image that is inside the text itself; of any other only its words, which may lead to it."""
        address = str(node.attrs.get("src", ""))
        # The alternative words stand in the image's own children.
        alternative = words(node.token) if node.token and node.token.children else node.content
        found = _DATA_IMAGE.match(address)
        if found and (data := _decoded(found[2])):
            yield Node("image", text=alternative, data=data, data_type=found[1].lower())
            return
        label = Node("text", text=alternative or "image")
        if not found and is_link(address, self.files):
            yield Node("link", (label,), href=address)
        else:
            yield label


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return b""


def shallow(found: Sequence[Node], most: int = MOST_DEPTH) -> tuple[Node, ...]:
    """Return nodes nested at most so deep: what is deeper loses the frames around it, and none of its words."""
    kept: list[Node] = []
    for node in found:
        if most > 0 or not node.children:
            kept.append(replace(node, children=shallow(node.children, most - 1)))
        else:
            kept += _unframed(node)
    return tuple(kept)


def _unframed(node: Node) -> tuple[Node, ...]:
    """Return what is inside of nested frames, as one paragraph's inside."""
    if not node.children:
        return (node,)
    return tuple(inner for child in node.children for inner in _unframed(child))


def plain_text(found: Sequence[Node]) -> str:
    """Return the words of nodes without citations."""
    pieces: list[str] = []
    for node in found:
        if node.kind in ("text", "code", "code_block", "image"):
            pieces.append(node.text)
        elif node.kind == "break":
            pieces.append(" ")
        pieces.append(plain_text(node.children))
    return "".join(pieces)
