"""A report as the data that the Typst template draws."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from engine.evidence.audit_words import badge
from engine.evidence.headings import AUDIT_HEADING, REFERENCES_HEADING
from engine.evidence.references import safe_address, title_of, when_read
from engine.export.citing import Citing
from engine.export.content import ReportContent
from engine.export.direction import direction
from engine.export.means import Paper
from engine.export.nodes import Node, nodes, plain_text, shallow
from engine.export.pdf.tables import table_data
from engine.fetching.canonical import display_url
from engine.values import Source

_PAPERS: dict[Paper, str] = {"a4": "a4", "letter": "us-letter"}
_MOST_RUNNING_CHARS = 100
# Ways back from a reference to its citations: each costs a millisecond of typesetting, and nobody follows the tenth.
_MOST_BACK, _MANY_CITATIONS = 9, 500
_LONG_WORD = re.compile(r"[!-~]{24,}")
_LEAST_FOR_CONTENTS = 4


@dataclass
class PdfData:
    """What the template reads, and the images beside it by file name."""

    report: dict[str, Any]
    images: dict[str, bytes] = field(default_factory=dict)


def pdf_data(content: ReportContent, paper: Paper, *, with_images: bool = True) -> PdfData:
    """Return a report as data; fonts are added by whoever knows them.

    Args:
        with_images: False leaves only their words, for images that cannot be drawn.
    """
    citing = Citing(content.sources, content.audit.marks)
    drawing = _Drawing(with_images, frozenset(f"{n}" for n in range(1, len(content.cited) + 1)))
    body = [drawing.block(node) for node in shallow(nodes(content.body, citing, content.files))]
    audit = [drawing.block(node) for node in shallow(nodes(content.audit_section, Citing()))]
    most_back = _MOST_BACK if sum(citing.printed.values()) <= _MANY_CITATIONS else 1
    headings = [node for node in body if node["k"] == "heading" and node["l"] in (2, 3)]
    is_titled = bool(body) and body[0]["k"] == "heading" and body[0]["l"] == 1
    report = {
        "title": content.title,
        "running": _shortened(content.title),
        "date": _date(content.ended_at),
        "paper": _PAPERS[paper],
        "lang": (content.language.partition("-")[0] or "en").lower(),
        "body": body,
        "lead": 1 if is_titled else 0,
        "contents": len(headings) + bool(content.cited) + bool(audit) >= _LEAST_FOR_CONTENTS,
        "references": [
            _reference(number, source, min(citing.printed.get(source.id, 0), most_back), content.files)
            for number, source in enumerate(content.cited, start=1)
        ],
        "copies": content.copies,
        "audit": audit,
        "badge": badge(content.audit) if content.audit.citations else "",
        "words": {
            "references": REFERENCES_HEADING.removeprefix("## "),
            "audit": AUDIT_HEADING.removeprefix("## "),
        },
    }
    return PdfData(report, drawing.images)


@dataclass
class _Drawing:
    with_images: bool
    numbers: frozenset[str]  # what a citation can lead to
    images: dict[str, bytes] = field(default_factory=dict)

    def block(self, node: Node) -> dict[str, Any]:
        """Return a block of the body."""
        if node.kind == "table":
            return table_data(node, self.inline)
        data: dict[str, Any] = {"k": node.kind, "d": direction(plain_text([node]))}
        if node.kind in ("heading", "paragraph"):
            data |= {"c": self.inline(node.children)}
            if node.kind == "heading":
                return data | {"l": node.level}
            return data | {"i": True} if _holds_image(node) else data
        if node.kind == "code_block":
            return data | {"t": node.text}
        if node.kind == "list":
            data |= {
                "c": [{"k": "item", "c": [self.block(inner) for inner in item.children]} for item in node.children]
            }
            return data if node.start is None else data | {"s": node.start}
        if node.kind in ("quote", "item"):
            return data | {"c": [self.block(inner) for inner in node.children]}
        if node.kind == "rule":
            return data
        return {"k": "paragraph", "d": data["d"], "c": self.inline([node])}

    def inline(self, found: Sequence[Node]) -> list[dict[str, Any]]:
        """Return the inside of a paragraph."""
        return [self._one(node) for node in found]

    def _one(self, node: Node) -> dict[str, Any]:
        if node.kind in ("text", "code", "lacks"):
            is_long = node.kind == "text" and _LONG_WORD.search(node.text)
            return {"k": "long" if is_long else node.kind, "t": node.text}
        if node.kind == "citation" and node.target and str(node.target.number) in self.numbers:
            target = node.target
            return {"k": "citation", "t": node.text, "n": str(target.number), "o": str(target.occurrence),
                    "s": target.status}  # fmt: skip
        if node.kind == "image" and self.with_images:
            name = f"image-{len(self.images)}.{'jpg' if node.data_type == 'jpeg' else node.data_type}"
            self.images[name] = node.data
            return {"k": "image", "f": name, "t": node.text}
        if node.kind in ("citation", "image"):
            return {"k": "text", "t": node.text}
        if node.kind == "link" and node.href.startswith("#"):
            return {"k": "text", "t": plain_text(node.children)}
        if node.kind == "break":
            return {"k": "break"}
        data: dict[str, Any] = {"k": node.kind, "c": self.inline(node.children)}
        return data | ({"h": node.href} if node.kind == "link" else {})


def _holds_image(node: Node) -> bool:
    return any(child.kind == "image" or _holds_image(child) for child in node.children)


def _reference(number: int, source: Source, marks: int, files: frozenset[str]) -> dict[str, Any]:
    shown = display_url(source.url)
    details = [" ".join(part.split()) for part in (source.author, source.site, source.date) if part.strip()]
    title = title_of(source)
    return {
        "number": number,
        "title": title,
        "d": direction(title),
        "details": ". ".join(part.rstrip(".") for part in details),
        "shown": shown,
        "address": safe_address(shown),
        "is_link": shown.casefold().startswith(("http://", "https://")) or source.url in files,
        "read": when_read(source),
        "marks": marks,
    }


def _shortened(title: str) -> str:
    if len(title) <= _MOST_RUNNING_CHARS:
        return title
    return title[:_MOST_RUNNING_CHARS].rsplit(" ", 1)[0] + "…"


def _date(seconds: float) -> dict[str, int] | None:
    if not seconds:
        return None
    day = datetime.fromtimestamp(seconds, tz=UTC)
    return {"year": day.year, "month": day.month, "day": day.day}
