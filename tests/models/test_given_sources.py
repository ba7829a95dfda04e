"""What the user gave is read first, by models with tools, without tools, and with a search of their provider's."""

from __future__ import annotations

import json

from researcher_container.contract import GivenSource, ResearchParams
from researcher_container.researcher import hosted_loop, tools_loop

GIVEN, FOUND = "https://given.example/report", "https://found.example/other"
QUOTE = "At spring tide the water at Port Alder rises by 4.2 m within six hours."
QUESTION = "How high is the tide at Port Alder?"


def params(desk_words, mode: str) -> ResearchParams:
    given = (GivenSource(ref=desk_words.ref_of(GIVEN), url=GIVEN),)
    return ResearchParams(question=QUESTION, mode=mode, today="2026-11-30", given=given)


def pages(desk_words):
    filler = "The town has many churches and mills, and the mills have many stories of their own. " * 30
    return {
        FOUND: desk_words.document("Other", "# Town", *[filler] * 6),
        GIVEN: desk_words.document("Report", "# Tides", QUOTE, "# Town", *[filler] * 6),
    }


async def test_a_model_with_tools_may_open_it_at_once(serve, work, say, desk_words):
    ref = desk_words.ref_of(GIVEN)
    finding = {"answer": f"4.2 m [{ref}].", "confidence": 1, "sources": [{"ref": ref, "quotes": [QUOTE]}], "gaps": []}
    server = serve(
        [
            say.Answer(calls=(say.Call("open_page", json.dumps({"ref": ref})),)),
            say.Answer(calls=(say.Call("submit_finding", json.dumps(finding)),)),
        ]
    )
    result, desk = await work(tools_loop.research, server, params(desk_words, "tools"), pages(desk_words))
    assert f"[{ref}] {GIVEN}" in json.dumps(server.requests[0])
    assert [source.quotes for source in result.sources] == [(QUOTE,)]
    assert desk.fetched == [GIVEN]


async def test_for_a_model_without_tools_it_is_opened_first(serve, work, say, desk_words):
    ref = desk_words.ref_of(GIVEN)
    finding = {"answer": f"4.2 m [{ref}].", "confidence": 1, "sources": [{"ref": ref, "quotes": [QUOTE]}], "gaps": []}

    def script(asked):
        no_tools = say.Failure(400, {"error": {"message": "tiny:1b does not support tools"}})
        return no_tools if asked.tools else say.Answer(json.dumps(finding))

    few = params(desk_words, "tools").model_copy(update={"max_pages": 1})
    result, desk = await work(tools_loop.research, serve(script), few, pages(desk_words))
    assert desk.fetched == [GIVEN]
    assert [source.ref for source in result.sources] == [ref]


async def test_a_provider_that_searches_itself_is_shown_its_passages(serve, work, say, desk_words):
    ref = desk_words.ref_of(GIVEN)
    answer = say.Answer(f"The water at Port Alder rises by 4.2 m at spring tide [{ref}].")
    server = serve([answer, say.Answer('{"confidence": 1, "gaps": []}')])
    result, desk = await work(
        hosted_loop.research, server, params(desk_words, "hosted"), pages(desk_words), hosted_search=True
    )
    assert QUOTE in json.dumps(server.requests[0], ensure_ascii=False)
    assert [(source.ref, source.quotes) for source in result.sources] == [(ref, (QUOTE,))]
    assert ("quoted", QUOTE) in [(progress.state, progress.text) for progress in desk.progress]


async def test_what_cannot_be_opened_is_passed_over(serve, work, say, desk_words):
    server = serve([say.Answer("Nothing is known."), say.Answer('{"confidence": 0, "gaps": []}')])
    result, desk = await work(hosted_loop.research, server, params(desk_words, "hosted"), {}, hosted_search=True)
    assert result.sources == ()
    assert desk.fetched == []
