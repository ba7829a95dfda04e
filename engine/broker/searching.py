"""One search over everything the run may search: the library first, then the web."""

from __future__ import annotations

from engine.broker.broker import Broker
from engine.broker.references import Target, reference_of
from engine.errors import SearchError
from engine.library.port import Passage
from engine.search.port import Hit
from engine.values import Value
from researcher_container.contract import SearchParams, SearchReply, SearchResult


class Searched(Value):
    """A reply with the targets it hands out."""

    reply: SearchReply
    targets: tuple[Target, ...]
    web_trouble: str = ""  # the web did not answer though the library did


async def search_sources(broker: Broker, params: SearchParams, *, with_web: bool) -> Searched:
    """Search the run's sources.

    Raises:
        SearchError: there is nothing to search, or the only source did not answer.
    """
    web = broker.web_search if with_web else None
    results: list[tuple[SearchResult, Target]] = []
    trouble = ""
    if broker.library is None and web is None:
        raise SearchError("This run has nothing to search.", "Choose a library folder or a search provider.")
    if broker.library is not None:
        results += [_from_library(passage) for passage in await broker.library.search(params.query, params.limit)]
    if web is not None:
        try:
            results += [_from_web(hit) for hit in await web.search(params.query, params.limit)]
        except SearchError as error:
            if broker.library is None:
                raise
            trouble = error.title
    provider = ", ".join(name for name in ("library" if broker.library else "", web.name if web else "") if name)
    return Searched(
        reply=SearchReply(results=tuple(result for result, _ in results), provider=provider),
        targets=tuple({target.ref: target for _, target in reversed(results)}.values()),
        web_trouble=trouble,
    )


def _from_library(passage: Passage) -> tuple[SearchResult, Target]:
    ref = reference_of(passage.url)
    target = Target(
        ref=ref,
        address=passage.url,
        title=passage.title,
        origin="library",
        document_id=passage.document_id,
    )
    result = SearchResult(
        ref=ref,
        title=passage.title,
        url=passage.url,
        snippet=passage.text,
        heading=passage.heading,
        origin="library",
        score=passage.score,
        start=passage.start,
        end=passage.end,
    )
    return result, target


def _from_web(hit: Hit) -> tuple[SearchResult, Target]:
    ref = reference_of(hit.url)
    target = Target(ref=ref, address=hit.url, title=hit.title)
    return SearchResult(ref=ref, title=hit.title, url=hit.url, snippet=hit.snippet), target
