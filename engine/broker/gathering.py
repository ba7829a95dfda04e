"""From what a researcher says it cites to what it really opened: sources with their stored texts."""

from __future__ import annotations

import re

from engine.broker.pages import Page
from engine.broker.references import Target
from engine.broker.session import BrokerSession
from engine.values import GatheredSource
from researcher_container.contract import ResearchResult

_MARK = re.compile(r"\[(r[0-9a-f]{8})\]")


def gathered(session: BrokerSession, result: ResearchResult) -> tuple[GatheredSource, ...]:
    """Return the cited sources in the order of citing; references that were never handed out are left out.

    A source the answer marks without listing it counts as cited without a quote.
    """
    quotes: dict[str, list[str]] = {}
    for source in result.sources:
        kept = quotes.setdefault(source.ref, [])
        kept.extend(quote for quote in source.quotes if quote.strip() and quote not in kept)
    for ref in _MARK.findall(result.answer):
        quotes.setdefault(ref, [])
    sources = [_source(session, ref, tuple(texts)) for ref, texts in quotes.items()]
    return tuple(source for source in sources if source is not None)


def kept(session: BrokerSession) -> tuple[GatheredSource, ...]:
    """Return the sources of a researcher that did not end: those it had already quoted."""
    sources = [_source(session, ref, tuple(texts)) for ref, texts in session.quotes.items()]
    return tuple(source for source in sources if source is not None)


def _source(session: BrokerSession, ref: str, quotes: tuple[str, ...]) -> GatheredSource | None:
    page = session.opened.get(ref)
    if page is not None:
        return _opened(ref, page, quotes)
    target = session.handed.get(ref)
    return None if target is None else _hosted(target, quotes)


def _opened(ref: str, page: Page, quotes: tuple[str, ...]) -> GatheredSource:
    document = page.document
    return GatheredSource(
        ref=ref,
        url=page.url,
        title=page.title,
        site=document.site,
        author=document.author,
        date=document.date,
        origin=page.origin,
        fetched_at=page.fetched_at,
        sha256=page.sha256,
        text_sha256=page.text_sha256,
        quality=document.quality.status,
        quotes=quotes,
    )


def _hosted(target: Target, quotes: tuple[str, ...]) -> GatheredSource:
    return GatheredSource(ref=target.ref, url=target.address, title=target.title, origin="hosted", quotes=quotes)
