"""Finds and opens the documents for a question: several queries, one merged ranking, the best distinct pages."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from researcher_container.channel import RemoteError
from researcher_container.contract import (
    MAX_QUERY_CHARS,
    ErrorCode,
    FetchReply,
    QualityStatus,
    SearchReply,
    SearchResult,
)
from researcher_container.researcher import words
from researcher_container.researcher.broker import Broker
from researcher_container.researcher.passage_ranking import Page, Term, is_change_list

RESULTS_PER_QUERY = 15
# Source: Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion" (2009) use 60; short lists want a steeper curve.
FUSION_K = 10
# What leaves the other pages as they are: the branch goes on with what it has.
PASSABLE = (ErrorCode.REFUSED, ErrorCode.UNAVAILABLE, ErrorCode.QUOTA, ErrorCode.UNREADABLE, ErrorCode.FINISH)


def queries_for(question: str, terms: Sequence[Term]) -> list[str]:
    """Return the searches for a question, most specific first: its matter, its names and nouns, its own words."""
    seen: dict[str, None] = {}
    matter = [term for term in terms if term.weight >= 0.9]
    if not matter:
        matter = list(terms)
    seen[" ".join(dict.fromkeys(term.word for term in matter))] = None
    quoted = between_quotes(question)
    if quoted:
        seen[quoted] = None
    seen[question] = None
    if len(matter) > 3:
        names = [term.word for term in matter if words.is_name(term.word)] or [matter[-1].word]
        seen[" ".join(dict.fromkeys([*names, *(term.word for term in matter[:3])]))] = None
    return [query for text in seen if (query := " ".join(text.split())[:MAX_QUERY_CHARS].strip())]


def find(broker: Broker, question: str, terms: Sequence[Term]) -> list[SearchResult]:
    """Search with every query and return one result per document, best first; failed searches are passed over."""
    pending: list[Future[dict[str, Any]]] = []
    for query in queries_for(question, terms):
        broker.tell("searching", query)
        pending.append(broker.start_search(query, RESULTS_PER_QUERY))
    merged: dict[str, float] = {}
    results: dict[str, SearchResult] = {}
    for future in pending:
        try:
            reply = SearchReply.model_validate(future.result())
        except RemoteError as error:
            if error.code not in PASSABLE:
                raise
            continue
        for rank, ref in enumerate(dict.fromkeys(result.ref for result in reply.results), start=1):
            merged[ref] = merged.get(ref, 0.0) + 1 / (FUSION_K + rank)
        for result in reply.results:
            results.setdefault(result.ref, result)
    language = words.language_of(question)
    return sorted(
        results.values(),
        key=lambda result: (-merged[result.ref] * _promise(result, terms, language), result.url),
    )


def _promise(result: SearchResult, terms: Sequence[Term], language: str) -> float:
    """Return how far title, heading and language of a hit speak for it, as a factor around 1."""
    title = set(words.stems(result.title))
    heading = set(words.stems(result.heading or ""))
    total = sum(term.weight for term in terms) or 1.0
    in_title = sum(term.weight for term in terms if term.stem in title) / total
    in_heading = sum(term.weight for term in terms if term.stem in heading) / total
    factor = 1 + 0.8 * in_title + 0.4 * in_heading
    spoken = words.language_of(result.snippet)
    if language and spoken and spoken != language:
        factor *= 0.4
    return factor * (0.4 if is_change_list(result.title) else 1.0)


def open_best(broker: Broker, results: Sequence[SearchResult], max_pages: int, language: str) -> list[Page]:
    """Open the best documents and return those that may be cited, in the order of the results."""
    pending: list[tuple[SearchResult, Future[dict[str, Any]]]] = []
    for result in results[:max_pages]:
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
        page = Page(reply.ref or result.ref, reply.document, len(pages) + len(foreign) + 1)
        (foreign if language and spoken and spoken != language else pages).append(page)
    # Documents in another language count only when there is none in the question's.
    return pages or foreign


def between_quotes(question: str) -> str:
    """Return what the question puts in quotation marks first, a heading as a rule; "" when nothing."""
    for opening, closing in (("“", "”"), ("„", "“"), ('"', '"')):
        start = question.find(opening)
        end = question.find(closing, start + 1)
        if 0 <= start < end:
            return question[start + 1 : end]
    return ""
