"""Bytes in, one document out: the reader without its process."""

from __future__ import annotations

import html
import re
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from researcher_container.contract import (
    BLOCK_SEPARATOR,
    MAX_DOCUMENT_BYTES,
    MAX_TEXT_CHARS,
    Block,
    Document,
    Link,
    Quality,
    QualityStatus,
    ReadParams,
)
from researcher_container.reader import media_type as kinds
from researcher_container.reader.dates import iso_date
from researcher_container.reader.encoding import decode
from researcher_container.reader.media_type import Unreadable, media_type_of

# What feeds and sitemaps begin with; other XML may name links and is data.
FEED = re.compile(
    r"(?:<\?[^>]{0,500}\?>|<!--.{0,2000}?-->|<!DOCTYPE[^>\[]{0,500}>|\s++)*+<(?:rss|feed|urlset|sitemapindex|rdf:RDF)\b",
    re.DOTALL | re.IGNORECASE,
)
XML_TITLE = re.compile(
    r"<(?:[\w-]+:)?(?:article-)?title\b[^<>]{0,200}>\s*(?:<!\[CDATA\[)?([^<>\]]{1,300})", re.IGNORECASE
)
FEED_LINK = re.compile(r"<loc>\s*([^<\s]+)|<link>\s*([^<\s]+)|<link\b[^<>]{0,400}?\bhref=[\"']([^\"'<>]{1,2000})")
MAX_TITLE_CHARS = 300


def read(data: bytes, params: ReadParams) -> Document:
    """Make a document of bytes.

    Raises:
        Unreadable: the bytes are no document this program reads; the message says what they are.
    """
    if len(data) > MAX_DOCUMENT_BYTES:
        raise Unreadable(f"This document has more than {MAX_DOCUMENT_BYTES // 1024 // 1024} MB.")
    return bounded(_read_kind(data, params))


def _read_kind(data: bytes, params: ReadParams) -> Document:
    media_type = media_type_of(data, params.declared_type, params.url)
    if media_type in (kinds.HTML, kinds.XHTML):
        from researcher_container.reader.html_page import read_html

        return read_html(data, params, media_type)
    if media_type == kinds.PDF:
        from researcher_container.reader.pdf_document import read_pdf

        return read_pdf(data, params)
    if media_type == kinds.DOCX:
        from researcher_container.reader.word_document import read_docx

        return read_docx(data, params)
    text = decode(data, params.declared_type, is_markup=media_type == kinds.XML)
    if media_type == kinds.MARKDOWN:
        return _markdown_document(text, params)
    return _text_document(text, params, media_type)


def _markdown_document(text: str, params: ReadParams) -> Document:
    from researcher_container.reader.markdown import heading_text, markdown_links, read_markdown

    blocks, fields, is_truncated = read_markdown(text)
    heading = next((block.text for block in blocks if block.kind == "heading"), "")
    return Document(
        title=(fields.get("title") or heading_text(heading) or _name(params.url))[:MAX_TITLE_CHARS],
        author=fields.get("author", "")[:MAX_TITLE_CHARS],
        date=iso_date(fields.get("date", "")),
        language=fields.get("lang", "")[:35],
        media_type=kinds.MARKDOWN,
        blocks=tuple(blocks),
        links=markdown_links(text, params.url),
        quality=_text_quality(blocks).model_copy(update={"truncated": is_truncated}),
    )


def _text_document(text: str, params: ReadParams, media_type: str) -> Document:
    from researcher_container.reader.verbatim import read_text

    blocks = read_text(text, media_type, params.url)
    quality = _text_quality(blocks)
    links: tuple[Link, ...] = ()
    if media_type == kinds.XML and FEED.match(text) and (found := FEED_LINK.findall(text)):
        from researcher_container.reader.html_links import LinkList

        collected = LinkList(params.url)
        collected.extend(("".join(groups), "") for groups in found)
        links = collected.links()
        quality = Quality(
            status=QualityStatus.INDEX, why="This is a list of links for programs (a feed or a sitemap)."
        )
    heading = next((block.text.split("\n")[0].strip() for block in blocks if block.kind == "heading"), "")
    if media_type == kinds.XML and (named := XML_TITLE.search(text)):
        heading = html.unescape(" ".join(named.group(1).split()))
    title = (heading or _name(params.url))[:MAX_TITLE_CHARS]
    return Document(title=title, media_type=media_type, blocks=tuple(blocks), links=links, quality=quality)


def _text_quality(blocks: list[Block]) -> Quality:
    if any(character.isalnum() for block in blocks for character in block.text):
        return Quality()
    return Quality(status=QualityStatus.EMPTY, why="The document holds no text.")


def _name(url: str) -> str:
    return PurePosixPath(unquote(urlsplit(url).path)).name


def bounded(document: Document) -> Document:
    """Cut a document whose text is longer than the store takes, and say so."""
    if sum(len(block.text) + len(BLOCK_SEPARATOR) for block in document.blocks) <= MAX_TEXT_CHARS:
        return document
    room = MAX_TEXT_CHARS
    kept: list[Block] = []
    for block in document.blocks:
        if len(block.text) > room:
            if room > 0:
                kept.append(block.model_copy(update={"text": block.text[:room]}))
            quality = document.quality.model_copy(update={"truncated": True})
            return document.model_copy(update={"blocks": tuple(kept), "quality": quality})
        kept.append(block)
        room -= len(block.text) + len(BLOCK_SEPARATOR)
    return document
