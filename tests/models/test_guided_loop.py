"""Models without tools: the researcher searches and reads for them, and loses nothing when they fail."""

from __future__ import annotations

import json
import time
from concurrent.futures import wait

import pytest

from researcher_container.channel import HandlerError, RemoteError
from researcher_container.contract import ErrorCode, QualityStatus, ResearchParams
from researcher_container.researcher import tools_loop
from researcher_container.researcher.broker import Broker

ALDER, SURVEY, INDEX = "https://tides.example/alder", "https://survey.example/2019", "https://tides.example/"
PARAMS = ResearchParams(question="How high is the tide at Port Alder?", mode="tools", today="2026-11-30")
QUOTE = "At spring tide the water at Port Alder rises by 4.2 m within six hours."
OTHER = "The survey of Port Alder measured a tide of 4.1 m at the north pier."


@pytest.fixture
def pages(desk_words):
    document = desk_words.document
    filler = "The town has many churches and mills, and the mills have many stories of their own. " * 30
    return {
        ALDER: document("Alder tide tables", "# Tides", QUOTE, "# Town", *[filler] * 6),
        SURVEY: document("Survey 2019", "# Results", OTHER, "# History", *[filler] * 6),
        INDEX: document("All ports", "Port Alder", status=QualityStatus.INDEX),
    }


@pytest.fixture
def ref(desk_words):
    return desk_words.ref_of(ALDER)


def finding(say, answer, *sources, finish=""):
    given = {"answer": answer, "confidence": 0.7, "sources": list(sources), "gaps": []}
    return say.Answer(json.dumps(given), finish=finish)


REFUSALS = [
    (400, {"error": {"message": "registry.example/library/tiny:1b does not support tools", "type": "api_error"}}),
    (400, {"error": {"message": '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser'}}),
    (500, {"error": {"code": 500, "message": "tools param requires --jinja flag", "type": "server_error"}}),
    (404, {"error": {"message": "No endpoints found that support tool use. Try disabling tools.", "code": 404}}),
    (400, {"error": {"message": "Function calling is not enabled for models/tiny-1b"}}),
    (422, {"detail": [{"loc": ["body", "tools"], "msg": "`tools` is an unknown parameter: not supported"}]}),
]


@pytest.mark.parametrize(("status", "body"), REFUSALS)
async def test_a_server_that_refuses_tools_is_still_of_use(serve, work, say, pages, ref, status, body):
    def script(asked):
        good = finding(say, f"It rises by 4.2 m [{ref}].", {"ref": ref, "quotes": [QUOTE]})
        return say.Failure(status, body) if asked.tools else good

    server = serve(script)
    result, desk = await work(tools_loop.research, server, PARAMS, pages)
    assert result.answer == f"It rises by 4.2 m [{ref}]."
    assert [(source.ref, source.quotes) for source in result.sources] == [(ref, (QUOTE,))]
    assert result.confidence == 0.7
    assert sorted(desk.fetched) == sorted(pages)
    assert [bool(entry["tools"]) for entry in server.requests] == [True, False]
    asked = desk.requests[-1].messages[-1].content
    assert asked.count("never instructions") == 2  # the index page is no evidence
    assert "open_page" not in asked
    # The next researcher knows it from the start.
    await work(tools_loop.research, server, PARAMS, pages)
    assert [bool(entry["tools"]) for entry in server.requests] == [True, False, False]


async def test_a_model_that_never_calls_tools_is_read_to(serve, work, say, pages, ref):
    chat = say.Answer("It is 4.2 m, trust me.")
    good = finding(say, f"4.2 m [{ref}]", {"ref": ref, "quotes": [QUOTE]})
    result, desk = await work(tools_loop.research, serve([chat, chat, good]), PARAMS, pages)
    assert result.answer == f"4.2 m [{ref}]"
    assert "use the tools" in desk.requests[1].messages[-1].content
    assert len(desk.requests) == 3


UNUSABLE = [
    lambda say: say.Answer("I do not know what you want."),
    lambda say: say.Answer(""),
    lambda say: say.Answer('{"answer": "4.2', finish="length"),
    lambda say: say.Answer("The port is a port. " * 200, finish="length"),
    lambda say: say.Answer("", reasoning="Hm.", reasoning_tokens=900),
    lambda say: finding(say, "It is 9 m, everybody knows."),
    lambda say: finding(say, "It is 9 m.", {"ref": "r00000000", "quotes": ["It is 9 m."]}),
]


@pytest.mark.parametrize("answer", UNUSABLE)
async def test_without_a_usable_finding_the_closest_sentences_stay_and_claim_nothing(serve, work, say, pages, answer):
    def script(asked):
        return say.Failure(400, {"error": "this model does not support tools"}) if asked.tools else answer(say)

    server = serve(script)
    result, desk = await work(tools_loop.research, server, PARAMS, pages)
    assert result.answer == ""
    assert result.confidence is None
    assert {quote for source in result.sources for quote in source.quotes} >= {QUOTE, OTHER}
    assert "closest sentences" in result.gaps[0]
    assert ("quoted", QUOTE) in [(told.state, told.text) for told in desk.progress]
    assert len(server.requests) <= 5


async def test_invented_quotes_are_sent_back_once(serve, work, say, pages, ref):
    invented = finding(say, f"9 m [{ref}]", {"ref": ref, "quotes": ["The water rises by 9 m here."]})
    good = finding(say, f"4.2 m [{ref}]", {"ref": ref, "quotes": [QUOTE]})
    refusal = say.Failure(400, {"error": "this model does not support tools"})
    result, desk = await work(tools_loop.research, serve([refusal, invented, good]), PARAMS, pages)
    assert result.answer == f"4.2 m [{ref}]"
    assert "rises by 9 m here" in desk.requests[-1].messages[-1].content


async def test_a_small_context_gets_fewer_passages(serve, work, say, pages, ref):
    def script(asked):
        if asked.tools:
            return say.Failure(400, {"error": "this model does not support tools"})
        if len(asked.text()) > 9_000:
            return say.Failure(
                400, {"error": {"message": "request (9000 tokens) exceeds the available context size"}}
            )
        return finding(say, f"4.2 m [{ref}]", {"ref": ref, "quotes": [QUOTE]})

    server = serve(script)
    result, _ = await work(tools_loop.research, server, PARAMS, pages)
    assert result.answer == f"4.2 m [{ref}]"
    assert len(server.requests) <= 5


async def test_a_tools_conversation_that_never_fits_ends_in_passages(serve, work, say, pages, ref):
    def script(asked):
        if len(asked.text()) > 3_800:
            return say.Failure(500, {"error": {"message": "Context size has been exceeded."}})
        return finding(say, f"4.2 m [{ref}]", {"ref": ref, "quotes": [QUOTE]})

    short = {ALDER: pages[ALDER], SURVEY: pages[SURVEY]}
    result, _ = await work(tools_loop.research, serve(script), PARAMS, short)
    assert result.answer == f"4.2 m [{ref}]"


@pytest.mark.parametrize("kind", ["unreachable", "rate_limited", "refused"])
async def test_when_the_server_goes_away_what_was_read_is_told_first(serve, work, say, pages, ref, kind):
    def prepare(desk):
        respond, calls = desk._respond, []

        def answer(request):
            calls.append(request)
            if len(calls) > 1:
                raise RemoteError(ErrorCode.UNAVAILABLE, "gone", {"kind": kind})
            return respond(request)

        desk._respond = answer

    opened = say.Answer(None, calls=(say.Call("open_page", {"ref": ref}),))
    with pytest.raises(RemoteError, match="gone") as caught:
        await work(tools_loop.research, serve([opened]), PARAMS, pages, prepare)
    told = [(told.state, told.text) for told in caught.value.desk.progress]
    assert ("quoted", QUOTE) in told


async def test_when_the_time_is_nearly_spent_what_was_read_is_handed_in(serve, work, say, pages, ref):
    opened = say.Answer(None, calls=(say.Call("open_page", {"ref": ref}),))
    server = serve([opened, say.Hold()])

    def research(params, broker):
        timed = Broker(broker._channel, time_s=1.5)
        try:
            return tools_loop.research(params, timed)
        finally:
            # The app ends its call with the sandbox; here it ends with the server.
            server.release()
            wait(broker._channel.calls, 10)

    started = time.monotonic()
    result, _ = await work(research, server, PARAMS, pages)
    assert time.monotonic() - started < 10
    assert QUOTE in result.sources[0].quotes
    assert result.gaps


async def test_without_any_page_there_is_nothing_to_answer_from(serve, work, say, pages):
    refusal = say.Failure(400, {"error": "this model does not support tools"})
    server = serve([refusal])
    with pytest.raises(HandlerError, match="no page was found"):
        await work(tools_loop.research, server, PARAMS, {INDEX: pages[INDEX]})
    assert len(server.requests) == 1


async def test_the_users_wish_to_finish_is_heard_while_reading_for_the_model(serve, work, say, pages):
    def prepare(desk):
        respond = desk._respond

        def answer(request):
            if not request.tools:
                raise RemoteError(ErrorCode.FINISH, "finish now")
            return respond(request)

        desk._respond = answer

    refusal = say.Failure(400, {"error": "this model does not support tools"})
    result, _ = await work(tools_loop.research, serve([refusal]), PARAMS, pages, prepare)
    assert result.answer == ""
    assert QUOTE in result.sources[0].quotes


async def test_a_model_that_opens_nothing_in_most_of_the_time_is_read_to_in_the_rest(serve, work, say, pages, ref):
    good = finding(say, f"4.2 m [{ref}]", {"ref": ref, "quotes": [QUOTE]})
    server = serve([say.Hold(), good])

    def research(params, broker):
        try:
            return tools_loop.research(params, Broker(broker._channel, time_s=2.0))
        finally:
            server.release()
            wait(broker._channel.calls, 10)

    result, _ = await work(research, server, PARAMS, pages)
    assert result.answer == f"4.2 m [{ref}]"
