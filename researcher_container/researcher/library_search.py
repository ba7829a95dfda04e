"""Finds and opens the documents for a question: several queries, one merged ranking, the best distinct pages."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from researcher_container.channel import RemoteError
from researcher_container.contract import (
    MAX_QUERY_CHARS,
    ErrorCode,
    FetchReply,
    GivenSource,
    QualityStatus,
    SearchReply,
    SearchResult,
)
from researcher_container.researcher import words
from researcher_container.researcher.broker import Broker
from researcher_container.researcher.candidates import Page, Passage
from researcher_container.researcher.passage_ranking import is_change_list
from researcher_container.researcher.question import Question
from researcher_container.researcher.synonyms import hints_of, synonyms_of

RESULTS_PER_QUERY = 20
# Source: Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion" (2009) use 60; short lists want a steeper curve.
FUSION_K = 10
# What leaves the other pages as they are: the branch goes on with what it has.
PASSABLE = (ErrorCode.REFUSED, ErrorCode.UNAVAILABLE, ErrorCode.QUOTA, ErrorCode.UNREADABLE, ErrorCode.FINISH)


@dataclass(frozen=True)
class Hits:
    """One result per document, best first, and the passages the searches named in each."""

    results: tuple[SearchResult, ...]
    passages: dict[str, tuple[Passage, ...]]  # by reference


def queries_for(question: Question) -> list[str]:
    """Return the searches for a question, most specific first: its matter, the heading it names, its own words."""
    matter = [word.text for word in question.matter]
    queries = [" ".join(matter), question.section, question.text]
    if len(matter) > 3:
        names = [word for word in matter if words.is_name(word)] or [matter[-1]]
        queries.append(" ".join(dict.fromkeys([*names, *matter[:3]])))
    hints = [other for _, found in hints_of(question.text) for other in found[:2]]
    others = [other for word in matter for other in synonyms_of(word)] + hints
    if hints:
        names = [word for word in matter if words.is_name(word)]
        queries.insert(1, " ".join(dict.fromkeys([*hints, *names])))
    if others and len(matter) > 1:
        queries.append(" ".join([*(word for word in matter if not synonyms_of(word)), *others]))
    return [text for query in dict.fromkeys(queries) if (text := " ".join(query.split())[:MAX_QUERY_CHARS].strip())]


def find(broker: Broker, question: Question) -> Hits:
    """Search with every query and merge the answers; failed searches are passed over."""
    pending: list[Future[dict[str, Any]]] = []
    for query in queries_for(question):
        broker.tell("searching", query)
        pending.append(broker.start_search(query, RESULTS_PER_QUERY))
    merged: dict[str, float] = {}
    results: dict[str, SearchResult] = {}
    passages: dict[str, list[Passage]] = {}
    for future in pending:
        try:
            reply = SearchReply.model_validate(future.result())
        except RemoteError as error:
            if error.code not in PASSABLE:
                raise
            continue
        best = max((result.score for result in reply.results), default=0.0)
        for rank, ref in enumerate(dict.fromkeys(result.ref for result in reply.results), start=1):
            merged[ref] = merged.get(ref, 0.0) + 1 / (FUSION_K + rank)
        for result in reply.results:
            results.setdefault(result.ref, result)
            if result.start is not None and result.end is not None and best > 0:
                passages.setdefault(result.ref, []).append(Passage(result.start, result.end, result.score / best))
    ordered = sorted(
        results.values(), key=lambda result: (-merged[result.ref] * _promise(result, question), result.url)
    )
    return Hits(tuple(ordered), {ref: tuple(found) for ref, found in passages.items()})


def led_by(given: Sequence[GivenSource], hits: Hits) -> Hits:
    """Return the hits with what the user gave before everything else, found or not."""
    places = {result.ref: place for place, result in enumerate(hits.results)}
    first = sorted(given, key=lambda source: places.get(source.ref, len(places)))
    known = {result.ref: result for result in hits.results}
    led = {source.ref: known.get(source.ref) or _as_result(source) for source in first}
    return Hits(tuple((led | known).values()), hits.passages)


def _as_result(source: GivenSource) -> SearchResult:
    return SearchResult(ref=source.ref, title=source.title, url=source.url, origin="library")


def _promise(result: SearchResult, question: Question) -> float:
    """Return how far title, heading and language of a hit speak for it, as a factor around 1."""
    factor = 1 + 0.8 * question.share(words.stems_of_name(result.title))
    factor += 0.4 * question.share(words.stems_of_name(result.heading or ""))
    spoken = words.language_of(result.snippet)
    if question.language and spoken and spoken != question.language:
        factor *= 0.4
    return factor * (0.4 if is_change_list(result.title, question) else 1.0)


def open_best(broker: Broker, hits: Hits, max_pages: int, language: str) -> list[Page]:
    """Open the best documents and return those that may be cited, in the order of the results."""
    pending: list[tuple[SearchResult, Future[dict[str, Any]]]] = []
    for result in hits.results[:max_pages]:
        broker.tell("reading", result.title or result.url, result.ref)
        pending.append((result, broker.start_fetch(ref=result.ref)))
    pages: list[Page] = []
    foreign: list[Page] = []
    seen: set[str] = set()
    for result, future in pending:
        try:
            reply = FetchReply.model_validate(future.result())
        except RemoteError as error:
            if error.code not in PASSABLE:
                raise
            continue
        if reply.document.quality.status is not QualityStatus.OK or reply.sha256 in seen:
            continue
        seen.add(reply.sha256)
        spoken = reply.document.language.split("-")[0].lower()
        rank = len(pages) + len(foreign) + 1
        page = Page(result.ref, reply.document, rank, hits.passages.get(result.ref, ()))
        (foreign if language and spoken and spoken != language else pages).append(page)
    # Documents in another language count only when there is none in the question's.
    return pages or foreign
