"""An HTML page as a document: decode, parse, walk, describe, judge."""

from __future__ import annotations

from urllib.parse import urlsplit

from researcher_container.contract import Document, ReadParams
from researcher_container.reader import media_type as kinds
from researcher_container.reader.encoding import decode
from researcher_container.reader.html_blocks import finish
from researcher_container.reader.html_links import LinkList, refresh_target
from researcher_container.reader.html_metadata import read_metadata, site_of_title
from researcher_container.reader.html_tree import Element, parse, remove_unseen
from researcher_container.reader.html_walk import Walk
from researcher_container.reader.quality import judge


def read_html(data: bytes, params: ReadParams, media_type: str) -> Document:
    """Make a document of an HTML or XHTML page."""
    text = decode(data, params.declared_type, is_markup=True)
    root = parse(text, is_xhtml=media_type == kinds.XHTML)
    if root is None:
        return Document(media_type=media_type, quality=judge("", (), ()))
    metadata = read_metadata(root, text)
    links = LinkList(params.url)
    base = next(root.iter("base"), None)
    if base is not None:
        links.rebase(base.get("href", ""))
    target = refresh_target(root)
    fallback = remove_unseen(root, data)
    walk = Walk()
    walk.run(root)
    blocks, linked = finish(walk.blocks)
    _collect(links, walk, target, root)
    title = metadata.title
    heading = next((block.text for block in blocks if block.kind == "heading"), "")
    metadata.title = title or heading
    metadata.site = metadata.site or site_of_title(title, heading)
    if params.with_metadata and urlsplit(params.url).scheme in ("http", "https"):
        from researcher_container.reader import web_page

        blocks = web_page.complete(metadata, blocks, linked, text, params.url)
    quality = judge(
        title,
        blocks,
        linked,
        status=params.status,
        raw=data,
        fallback=fallback,
        contents_chars=walk.contents_chars(),
    )
    return Document(
        title=metadata.title,
        site=metadata.site,
        author=metadata.author,
        date=metadata.date,
        language=metadata.language,
        media_type=media_type,
        blocks=tuple(blocks),
        links=links.links(),
        quality=quality.model_copy(update={"truncated": walk.is_truncated}),
    )


def _collect(links: LinkList, walk: Walk, target: str | None, root: Element) -> None:
    if target is not None:
        links.add(target, "")
    for wanted in (False, True):
        links.extend((link.href, link.text) for link in walk.links if link.is_navigation is wanted)
    links.extend((frame.get("src", ""), frame.get("title", "")) for frame in root.iter("frame"))
