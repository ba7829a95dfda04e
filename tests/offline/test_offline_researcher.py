"""The researcher without a model: quotes that stand in the page, confidence that knows when it knows nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from engine.library.port import Library
from researcher_container.channel import RemoteError
from researcher_container.contract import ErrorCode, GivenSource, ResearchParams, ResearchResult
from researcher_container.researcher import offline_loop, quotable
from researcher_container.researcher.broker import Broker
from tests.offline.pipeline import LibraryCalls

TIMEOUTS = "How does Lantern handle timeouts of jobs?"
Refuse = Callable[[str, Any], int | None]


async def asked(library: Library, question: str, refuse: Refuse | None = None) -> tuple[ResearchResult, LibraryCalls]:
    calls = LibraryCalls(library, asyncio.get_running_loop())
    if refuse:
        calls.refuse = refuse
    params = ResearchParams(question=question, mode="offline")
    return await asyncio.to_thread(offline_loop.research, params, Broker(calls)), calls


async def test_every_quote_stands_word_for_word_in_its_page(library: Library) -> None:
    result, calls = await asked(library, TIMEOUTS)
    assert result.sources
    for source in result.sources:
        text = calls.opened[source.ref].document.text()
        for quote in source.quotes:
            assert quote in text
            assert quotable.is_complete(quote.split(". ")[-1])
            assert f'"{quote}" [{source.ref}]' in result.answer


async def test_the_best_page_answers_and_changelogs_do_not(library: Library) -> None:
    result, _ = await asked(library, TIMEOUTS)
    quotes = [quote for source in result.sources for quote in source.quotes]
    assert (
        "A job that runs longer than its timeout is stopped, and Lantern counts the stop as a failed attempt."
        in quotes
    )
    assert not any("version" in quote or "Copyright" in quote or "set_timeout(job" in quote for quote in quotes)
    assert len(quotes) == len(set(quotes))
    assert result.confidence is not None
    assert result.confidence > 0.5


async def test_a_leaning_sentence_brings_the_one_before_it(library: Library) -> None:
    result, _ = await asked(library, "What is the most common mistake with the retry policy never?")
    quotes = [quote for source in result.sources for quote in source.quotes]
    assert not any(quote.startswith("This is") for quote in quotes)


async def test_nonsense_gets_low_confidence_and_names_what_is_missing(library: Library) -> None:
    result, _ = await asked(library, "How do purple giraffes play chess on the moon?")
    assert result.confidence is not None
    assert result.confidence < 0.3
    assert result.sources == ()
    assert any("giraffes" in gap for gap in result.gaps)


async def test_a_german_question_is_answered_from_the_german_page(library: Library) -> None:
    result, calls = await asked(library, "Wie lang ist die Zeitgrenze eines Auftrags in Lantern?")
    titles = {calls.opened[source.ref].title for source in result.sources}
    assert any("Wiederholungen" in title for title in titles)


async def test_progress_is_told_in_order(library: Library) -> None:
    _, calls = await asked(library, TIMEOUTS)
    states = [state for state, _ in calls.told]
    assert list(dict.fromkeys(states)) == ["searching", "reading", "answering", "quoted"]


@pytest.mark.parametrize("code", [ErrorCode.REFUSED, ErrorCode.UNAVAILABLE, ErrorCode.QUOTA, ErrorCode.FINISH])
@pytest.mark.parametrize("method", ["search", "fetch"])
async def test_refusals_end_in_an_honest_answer(library: Library, code: int, method: str) -> None:
    result, _ = await asked(library, TIMEOUTS, lambda called, params: code if called == method else None)
    assert result.sources == ()
    assert result.answer == offline_loop.NOTHING_FOUND


async def test_one_page_that_fails_leaves_the_others(library: Library) -> None:
    failed: list[str] = []

    def first_fetch(method: str, params: Any) -> int | None:
        if method == "fetch" and not failed:
            failed.append(params.ref)
            return ErrorCode.UNAVAILABLE
        return None

    result, _ = await asked(library, TIMEOUTS, first_fetch)
    assert failed
    assert result.sources
    assert failed[0] not in {source.ref for source in result.sources}


async def test_a_cancelled_researcher_stops(library: Library) -> None:
    with pytest.raises(RemoteError):
        await asked(library, TIMEOUTS, lambda method, params: ErrorCode.CANCELLED)


async def test_what_the_user_gave_is_opened_first(library: Library) -> None:
    found = await library.search("Lantern licence and copyright", 20)
    hits = await library.search(TIMEOUTS, 20)
    given = next(passage for passage in (*found, *reversed(hits)) if passage.url != hits[0].url)
    calls = LibraryCalls(library, asyncio.get_running_loop())
    ref = calls.hand_out(given)
    source = GivenSource(ref=ref, title=given.title, url=given.url)
    params = ResearchParams(question=TIMEOUTS, mode="offline", max_pages=1, given=(source,))
    await asyncio.to_thread(offline_loop.research, params, Broker(calls))
    assert list(calls.opened) == [ref]
