"""What trafilatura knows of a web page: where its main part is, who wrote it, when. It never supplies text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from researcher_container.contract import Block
from researcher_container.reader.dates import iso_date
from researcher_container.reader.html_metadata import Metadata
from researcher_container.reader.json_ld import MAX_FIELD_CHARS

# It needs a second and a half for a megabyte; a page beyond this is a reference work, not an article.
MAX_CHARS = 600_000
# So much of the page's own prose must be found in the main part before the rest is believed to be frame.
MIN_SHARE = 0.4
PROSE_CHARS = 160
WITNESS_CHARS = 40
# Parsing this once loads patterns and tables that every child would load again; it is our own text.
WARM_UP = (
    "<html lang='en'><head><title>Tides</title><meta name='description' content='Tides'></head><body>"
    "<nav><ul><li><a href='/a'>Home</a></li><li><a href='/b'>Harbour</a></li></ul></nav><div class='post'>"
    "<h1>Tides</h1><div class='byline'>By A. Kent</div><div class='date'>posted lately</div>"
    "<table><tr><th>Port</th><td>4.2 m</td></tr></table>"
    + 12 * "<p>The range at Alder is <b>4.2 m</b>, see <a href='/c'>the table</a> of this week.</p>"
    + "<ul><li>neap</li></ul><pre>a = 1</pre></div><div class='footer'>Updated now.</div></body></html>"
)


def warm_up() -> None:
    """Load what the first page would have to wait for."""
    _extract(WARM_UP, "https://tides.example.org/2019/alder", with_metadata=True)


def complete(metadata: Metadata, blocks: Sequence[Block], linked: Sequence[int], text: str, url: str) -> list[Block]:
    """Fill the empty fields of the metadata, and return the blocks with what frames the main part tagged.

    Args:
        metadata: title, site, author and date are changed where they are empty.
        blocks: all blocks of the page.
        linked: for each block, how many of its characters are link text.
        text: the page's source.
        url: its address, which may hold a date.
    """
    is_complete = bool(metadata.title and metadata.site and metadata.author and metadata.date)
    found = _extract(text, url, with_metadata=not is_complete) if len(text) <= MAX_CHARS else None
    if found is None:
        return list(blocks)
    metadata.title = metadata.title or _field(found.title)
    metadata.site = metadata.site or _field(found.sitename)
    metadata.author = metadata.author or _field(found.author)
    metadata.date = metadata.date or iso_date(_field(found.date))
    return _tag_frame(blocks, linked, _squeeze(found.text or ""))


def _extract(text: str, url: str, *, with_metadata: bool) -> Any:
    from trafilatura import bare_extraction

    try:
        return bare_extraction(
            text,
            url=url,
            fast=True,
            favor_recall=True,
            include_comments=False,
            with_metadata=with_metadata,
            # The extensive search loads 200 languages and finds dates in the prose that are not the page's.
            date_extraction_params={"extensive_search": False, "original_date": True},
        )
    except Exception:
        # Where the main part is, is a guess that the page does without; the web holds pages that break any parser.
        return None


def _tag_frame(blocks: Sequence[Block], linked: Sequence[int], main: str) -> list[Block]:
    """Tag short or linked blocks before the first and after the last block of the main part."""
    witnesses = [
        index
        for index, block in enumerate(blocks)
        if block.kind != "navigation" and len(block.text) >= WITNESS_CHARS and _squeeze(block.text) in main
    ]
    own = sum(len(block.text) for block in blocks if block.kind in ("paragraph", "list_item", "quote"))
    if not witnesses or sum(len(blocks[index].text) for index in witnesses) < MIN_SHARE * own:
        return list(blocks)
    first, last = witnesses[0], witnesses[-1]
    return [
        block.model_copy(update={"kind": "navigation", "level": None})
        if not first <= index <= last and _is_frame(block, linked[index], is_after=index > last)
        else block
        for index, block in enumerate(blocks)
    ]


def _is_frame(block: Block, link_chars: int, *, is_after: bool) -> bool:
    if block.kind in ("code", "table", "quote"):
        return False
    if block.kind == "heading":
        return False
    is_linked = link_chars * 2 > len(block.text)
    return is_linked or (is_after and len(block.text) < PROSE_CHARS and not block.text.endswith((".", "。", "؟")))


def _squeeze(text: str) -> str:
    return "".join(text.split())


def _field(value: object) -> str:
    return " ".join(value.split())[:MAX_FIELD_CHARS] if isinstance(value, str) else ""
