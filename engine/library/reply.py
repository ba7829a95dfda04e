"""Checks what a reader sandbox answers: its shape, its sizes, and which links it may hand out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from researcher_container.contract import BLOCK_SEPARATOR, MAX_TEXT_CHARS, Block, Document, Link, Quality, ReadParams

# No page tried has more; a reader taken over by its document could answer with a million.
MAX_LINKS = 5_000
MAX_URL_CHARS = 2_048
MAX_FIELD_CHARS = 1_000
# Checking 100 blocks takes about 0.1 ms: larger answers are checked off the event loop.
_INLINE_BLOCKS = 200


async def checked_document(reply: dict[str, Any], params: ReadParams) -> Document:
    """Return the document a reader answered with, cut to what a document may hold.

    Raises:
        ValueError: it is not a document (pydantic's `ValidationError` is one).
    """
    blocks, links = reply.get("blocks"), reply.get("links")
    size = sum(len(part) for part in (blocks, links) if isinstance(part, list | tuple))
    if size <= _INLINE_BLOCKS:
        return check_document(reply, params)
    return await asyncio.to_thread(check_document, reply, params)


def check_document(reply: dict[str, Any], params: ReadParams) -> Document:
    """Do the work of `checked_document` where the caller stands."""
    document = Document.model_validate(reply)
    # A lone surrogate passes pydantic and json, and would fail wherever the text is stored or hashed.
    for text in _strings(document):
        text.encode()
    changes: dict[str, Any] = {
        name: getattr(document, name)[:MAX_FIELD_CHARS]
        for name in ("title", "site", "author", "date", "language", "media_type")
        if len(getattr(document, name)) > MAX_FIELD_CHARS
    }
    links = tuple(link for link in document.links if _may_lead_to(link, params))[:MAX_LINKS]
    if len(links) != len(document.links):
        changes["links"] = links
    kept = _cut_to_fit(document.blocks)
    if kept is not None:
        changes["blocks"] = kept
        changes["quality"] = Quality(status=document.quality.status, why=document.quality.why, truncated=True)
    return document.model_copy(update=changes) if changes else document


def _strings(document: Document) -> Iterator[str]:
    yield document.text()
    yield "".join((document.title, document.site, document.author, document.date, document.language))
    yield document.media_type + document.quality.why
    yield "".join(block.heading or "" for block in document.blocks)
    yield "".join(link.text + link.url for link in document.links)


def _may_lead_to(link: Link, params: ReadParams) -> bool:
    """Tell whether a link may be handed out: a web page must not lead to files of this computer."""
    schemes = ("http://", "https://", "file://") if params.url.startswith("file:") else ("http://", "https://")
    return link.url.startswith(schemes) and len(link.url) <= MAX_URL_CHARS


def _cut_to_fit(blocks: tuple[Block, ...]) -> tuple[Block, ...] | None:
    """Return the blocks cut to what a text may hold, within a block where it must be; None when all fit."""
    room = MAX_TEXT_CHARS
    for number, block in enumerate(blocks):
        if len(block.text) > room:
            part = (block.model_copy(update={"text": block.text[:room]}),) if room > 0 else ()
            return blocks[:number] + part
        room -= len(block.text) + len(BLOCK_SEPARATOR)
    return None
