"""Answers a question without a model: searches, reads, selects and quotes. Nothing in the answer is invented."""

from __future__ import annotations

import re
from collections.abc import Sequence

from researcher_container.contract import QuotedSource, ResearchParams, ResearchResult
from researcher_container.researcher import candidates, library_search, passage_ranking, question, selection, words
from researcher_container.researcher.broker import Broker
from researcher_container.researcher.candidates import Candidate, Page
from researcher_container.researcher.question import Question

MAX_QUOTES = 6
# Below this the nearest sentences have too little to do with the question to be called an answer.
ANSWERS_FROM = 0.22
NOTHING_FOUND = "The documents hold no sentence that answers this question."

Scored = tuple[float, Candidate]


def research(params: ResearchParams, broker: Broker) -> ResearchResult:
    """Answer one question from the documents the broker finds.

    Raises:
        RemoteError: the broker broke off (cancelled, protocol); refusals and missing pages are passed over.
    """
    asked = question.read(params.question)
    hits = library_search.find(broker, asked)
    hits = library_search.led_by(params.given, hits)
    pages = library_search.open_best(broker, hits, params.max_pages, asked.language)
    broker.tell("answering", params.question)
    extracts = [candidates.extract(page, asked) for page in pages]
    chosen = selection.choose(passage_ranking.ranking(extracts, asked).scored(), MAX_QUOTES)
    confidence = confidence_of(chosen, asked)
    if not chosen or confidence < ANSWERS_FROM:
        return ResearchResult(answer=NOTHING_FOUND, confidence=min(confidence, 0.15), gaps=_gaps([], asked))
    for _, candidate in chosen:
        broker.tell("quoted", candidate.text, candidate.page.ref)
    return ResearchResult(
        answer=_answer(chosen, pages),
        confidence=confidence,
        sources=_sources(chosen),
        gaps=_gaps(chosen, asked),
    )


def confidence_of(chosen: Sequence[Scored], asked: Question) -> float:
    """Return 0-0.95: how much of the question one quote and all quotes meet, and how many documents agree."""
    if not chosen:
        return 0.05
    met = [candidate.own | candidate.context for _, candidate in chosen]
    everything = frozenset().union(*met)
    one = max(asked.share(stems, asked.matter) for stems in met)
    every = asked.share(frozenset().union(*(candidate.own for _, candidate in chosen)), asked.matter)
    coverage = 0.6 * one + 0.4 * every
    documents = len({candidate.page.ref for _, candidate in chosen})
    support = 0.62 + 0.2 * min(1.0, len(chosen) / 4) + 0.13 * min(1.0, (documents - 1) / 2)
    # A name that no quote mentions means that the quotes are about something else.
    missing = any(words.is_name(word.text) and not word.stems & everything for word in asked.matter)
    return round(min(0.95, float(coverage**1.5) * support * (0.6 if missing else 1.0)), 2)


def _gaps(chosen: Sequence[Scored], asked: Question) -> tuple[str, ...]:
    reached = frozenset().union(*(candidate.own | candidate.context for _, candidate in chosen))
    missing = [word.text for word in asked.matter if not word.stems & reached]
    return tuple(f"No quote mentions “{word}”." for word in missing)


def _sources(chosen: Sequence[Scored]) -> tuple[QuotedSource, ...]:
    quotes: dict[str, list[str]] = {}
    for _, candidate in chosen:
        quotes.setdefault(candidate.page.ref, []).append(candidate.text)
    return tuple(QuotedSource(ref=ref, quotes=tuple(texts)) for ref, texts in quotes.items())


def _answer(chosen: Sequence[Scored], pages: Sequence[Page]) -> str:
    """Set the quotes under the titles and headings they stand under, the best place first."""
    places: dict[str, list[str]] = {}
    titles = clean_titles(pages)
    for _, candidate in chosen:
        place = place_name(titles[candidate.page.ref], candidate.heading, candidate.member)
        places.setdefault(place, []).append(f'"{candidate.text}" [{candidate.page.ref}]')
    return "\n\n".join(line for place, quotes in places.items() for line in (f"**{place}**", *quotes))


def place_name(title: str, heading: str, member: str = "") -> str:
    """Name where a quote stands, "Title › Heading › member()", without numbers and without saying a name twice."""
    title, heading = _plain(title), _plain(heading)
    names = [title] if title else []
    if heading and heading.lower() not in title.lower():
        names.append(heading)
    if member:
        names.append(member)
    return " › ".join(names) or "Untitled document"


def _plain(name: str) -> str:
    name = re.sub(
        r"^(?:(?:chapter|section|appendix|kapitel|chapitre|capítulo|capitolo) )?(?:[A-Z]\.)?\d+\.(?:\d+\.?)* +(?=\S)",
        "",
        name,
        flags=re.I,
    )
    return " ".join(name.replace("*", "").replace("¶", "").split())


def clean_titles(pages: Sequence[Page]) -> dict[str, str]:
    """Return each page's title without the name of the whole work that its site appends."""
    cleaned: dict[str, str] = {}
    for page in pages:
        title = page.document.title
        for mark in (" — ", " – ", " | ", " - "):
            head, found, tail = title.rpartition(mark)
            if found and head and re.search(r"documentation|manual|handbook|wiki|docs?$|guide", tail, re.I):
                title = head
        cleaned[page.ref] = title
    return cleaned
