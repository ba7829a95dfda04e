"""The researcher over a hosted search: a real socket to a scripted Responses server, citations become sources."""

from __future__ import annotations

import pytest

from researcher_container.channel import HandlerError, RemoteError
from researcher_container.contract import Citation, ErrorCode, Method, QualityStatus, ResearchParams
from researcher_container.researcher import hosted_loop

ALDER, SURVEY = "https://tides.example/alder", "https://survey.example/2019?id=7"
PARAMS = ResearchParams(question="How high is the tide at Port Alder?", mode="hosted", today="2026-11-30")
QUOTE = "At spring tide the water at Port Alder rises by 4.2 m within six hours."


def hosted_answer(say, *addresses, text="The water at Port Alder rises by 4.2 m at spring tide"):
    parts, notes = "", []
    for url in addresses:
        parts += text + " "
        marker = f"([site]({url}?utm_source=openai))" if "?" not in url else f"([site]({url}&utm_source=openai))"
        notes.append({"url": marker[8:-2], "title": "T", "start_index": len(parts), "end_index": len(parts + marker)})
        parts += marker + ". "
    return say.Answer(parts, annotations=tuple(notes), searches=("alder tide",))


async def test_citations_become_sources_and_the_model_judges_its_answer(serve, work, say, desk_words):
    judgement = say.Answer('{"confidence": "85 %", "gaps": ["Neap tides."]}')
    server = serve([hosted_answer(say, ALDER, SURVEY), judgement])
    result, desk = await work(hosted_loop.research, server, PARAMS, {}, hosted_search=True)
    one, two = desk_words.ref_of(ALDER), desk_words.ref_of(SURVEY)
    sentence = "The water at Port Alder rises by 4.2 m at spring tide"
    assert result.answer.strip() == f"{sentence} [{one}]. {sentence} [{two}]."
    assert [source.ref for source in result.sources] == [one, two]
    assert result.confidence == 0.85
    assert result.gaps == ("Neap tides.",)
    assert "web_search" in server.requests[0]["tools"]
    assert server.requests[1]["tools"] == []
    assert desk.fetched == []


async def test_cited_pages_are_read_and_quoted_word_for_word_when_that_is_wanted(serve, work, say, desk_words):
    pages = {
        ALDER: desk_words.document("Tides", "# Port", "The town has a mill and a church from 1704.", QUOTE),
        SURVEY: desk_words.document("Blocked", QUOTE, status=QualityStatus.BLOCKED),
    }
    server = serve([hosted_answer(say, ALDER, SURVEY, "https://gone.example/x"), say.Answer('{"confidence": 1}')])
    params = PARAMS.model_copy(update={"read_citations": True})
    result, desk = await work(hosted_loop.research, server, params, pages, hosted_search=True)
    assert [source.quotes for source in result.sources] == [(QUOTE,), (), ()]
    assert ("quoted", QUOTE) in [(progress.state, progress.text) for progress in desk.progress]


async def test_an_answer_stands_when_the_judgement_fails(serve, work, say):
    answer = hosted_answer(say, ALDER)
    server = serve(lambda asked: answer if "web_search" in asked.tools else say.Failure(401, ""))
    result, _ = await work(hosted_loop.research, server, PARAMS, {}, hosted_search=True)
    assert result.confidence is None
    assert len(result.sources) == 1


async def test_an_answer_without_citations_has_no_sources(serve, work, say):
    server = serve([say.Answer("Nothing was found."), say.Answer('{"confidence": 0, "gaps": "All of it."}')])
    result, _ = await work(hosted_loop.research, server, PARAMS, {}, hosted_search=True)
    assert result.answer == "Nothing was found."
    assert result.sources == ()
    assert result.gaps == ("All of it.",)


async def test_trouble_of_the_model_and_wishes_of_the_user(serve, work, say):
    with pytest.raises(RemoteError) as caught:
        await work(hosted_loop.research, serve([say.Failure(401, "")]), PARAMS, {}, hosted_search=True)
    assert caught.value.data["kind"] == "bad_key"

    def finish(desk):
        desk.errors[Method.MODEL_RESPOND] = RemoteError(ErrorCode.FINISH, "finish")

    result, _ = await work(hosted_loop.research, serve([]), PARAMS, {}, finish)
    assert result.answer == ""
    assert result.gaps


async def test_the_scripted_whole_run_has_a_hosted_side(serve, work, desk_words):
    server = serve(hosted_urls=f"{ALDER} https://b.example/page")
    result, _ = await work(hosted_loop.research, server, PARAMS, {}, hosted_search=True)
    assert [source.ref for source in result.sources] == [
        desk_words.ref_of(ALDER),
        desk_words.ref_of("https://b.example/page"),
    ]
    assert "Statement 1 stands 🌊 here [r" in result.answer
    assert result.confidence == 0.7


def test_marks_without_a_reference_are_taken_out():
    citations = (Citation(url="https://a.example", ref="r11111111"), Citation(url="https://b.example"))
    assert hosted_loop.with_refs("A [c1]. B [c2]. C [c9].", citations) == "A [r11111111]. B. C."
    assert hosted_loop.claims_of("First one. Second [x] one [c1][c2]. Third [c1].", citations, "r11111111") == [
        "Second [x] one",
        "Third",
    ]


async def test_an_empty_answer_is_an_error(serve, work, say):
    with pytest.raises((RemoteError, HandlerError)):
        await work(hosted_loop.research, serve(lambda asked: say.Answer("  ")), PARAMS, {}, hosted_search=True)
