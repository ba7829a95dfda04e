"""The Responses API over a real socket, hosted search included, and the choice between the two protocols."""

from __future__ import annotations

import json

import pytest

from engine.errors import ModelError
from engine.models.port import TextDelta
from engine.values import Role
from researcher_container.contract import Message, ModelRequest, OutputSchema, ToolCall, ToolSpec

QUESTION = ModelRequest(
    messages=(Message(role="system", content="Be brief."), Message(role="user", content="Tides?"))
)
TOOL = ToolSpec(name="search", description="Search.", parameters={"type": "object", "properties": {}})
SCHEMA = OutputSchema(
    name="finding",
    json_schema={"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]},
)


async def ask(model, request=QUESTION):
    return await model.respond(request, role=Role.RESEARCHER)


async def stream(model, seen):
    async for piece in model.stream(QUESTION, role=Role.WRITER):
        seen.append(piece)


def event(kind, **payload):
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **payload})}\n\n".encode()


async def test_an_answer_and_what_was_sent_for_it(serve, connect, say):
    server = serve([say.Answer("4.2 m", reasoning="hm")])
    reply = await ask(connect(server, protocol="responses"))
    assert reply.text == "4.2 m"
    assert not reply.usage.estimated
    body = server.requests[0]["body"]
    assert body["store"] is False
    assert body["input"][1] == {"role": "user", "content": "Tides?"}


async def test_tools_there_and_back(serve, connect, say):
    server = serve([say.Answer(None, calls=(say.Call("search", {"query": "x"}),)), say.Answer("done")])
    model = connect(server, protocol="responses")
    request = QUESTION.model_copy(update={"tools": (TOOL,), "tool_choice": "required"})
    reply = await ask(model, request)
    assert reply.tool_calls == (ToolCall(id="call_0_0", name="search", arguments='{"query": "x"}'),)
    messages = (
        *QUESTION.messages,
        Message(role="assistant", tool_calls=reply.tool_calls),
        Message(role="tool", content="results", tool_call_id="call_0_0"),
    )
    await ask(model, request.model_copy(update={"messages": messages}))
    sent = server.requests[1]["body"]["input"]
    assert sent[2] == {
        "type": "function_call", "call_id": "call_0_0", "name": "search", "arguments": '{"query": "x"}'
    }  # fmt: skip
    assert sent[3] == {"type": "function_call_output", "call_id": "call_0_0", "output": "results"}
    assert server.requests[0]["body"]["tools"][0]["name"] == "search"


async def test_a_stream_ends_with_the_whole(serve, connect, say):
    seen = []
    await stream(connect(serve([say.Answer("Höhe 4,2 m 🌊", piece_chars=3)]), protocol="responses"), seen)
    assert "".join(piece.text for piece in seen[:-1]) == "Höhe 4,2 m 🌊"
    assert all(isinstance(piece, TextDelta) for piece in seen[:-1])
    assert seen[-1].text == "Höhe 4,2 m 🌊"
    assert seen[-1].usage.output_tokens > 0


ENDS = [
    ((event("error", code="server_error", message="engine on fire"),), "server_error", "engine on fire"),
    ((event("error", error={"code": "x", "message": "engine on fire"}),), "server_error", "engine on fire"),
    (
        (event("response.failed", response={"status": "failed", "error": {"code": "x", "message": "gave up"}}),),
        "server_error",
        "gave up",
    ),
    ((), "server_error", "broke off"),
    (
        (event("response.incomplete", response={
            "status": "incomplete",
            "incomplete_details": {"reason": "max_output_tokens"},
            "output": [{"type": "message", "content": [{"type": "output_text", "text": "half"}]}],
        }),),
        "truncated",
        "cut off",
    ),
    (
        (event("response.incomplete", response={
            "status": "incomplete", "incomplete_details": {"reason": "content_filter"}, "output": [],
        }),),
        "filtered",
        "filter",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("frames", "kind", "words"), ENDS)
async def test_every_end_of_a_stream_that_is_not_complete_raises(serve, connect, say, frames, kind, words):
    beginning = event("response.output_text.delta", delta="half")
    seen = []
    model = connect(serve(lambda asked: say.Raw((beginning, *frames))), protocol="responses")
    with pytest.raises(ModelError, match=words) as caught:
        await stream(model, seen)
    assert caught.value.kind == kind
    assert [piece.text for piece in seen] == ["half"]


async def test_incomplete_and_refused_answers(serve, connect, say):
    model = connect(serve(lambda asked: say.Answer("half", finish="length")), protocol="responses")
    with pytest.raises(ModelError) as caught:
        await ask(model)
    assert caught.value.kind == "truncated"
    model = connect(serve([say.Answer(None, refusal="I can't.")]), protocol="responses")
    with pytest.raises(ModelError, match="I can't") as caught:
        await ask(model)
    assert caught.value.kind == "refused"


async def test_structured_answers_step_down_here_too(serve, connect, say):
    refusal = say.Failure(400, {"error": {"message": "Unsupported value", "param": "text.format"}})
    server = serve([refusal, refusal, say.Answer('```json\n{"answer": "4.2 m"}\n```')])
    reply = await ask(connect(server, protocol="responses"), QUESTION.model_copy(update={"output": SCHEMA}))
    assert reply.value == {"answer": "4.2 m"}
    assert [entry["structure"] for entry in server.requests] == ["json_schema", "json_object", ""]
    assert "JSON schema" in server.requests[2]["body"]["input"][-1]["content"]


async def test_hosted_search(serve, connect, say):
    text = "Tides reach 4.2 m ([tides.example](https://tides.example/a?utm_source=openai))."
    note = {"url": "https://tides.example/a?utm_source=openai", "title": "Tides", "start_index": 18, "end_index": 78}
    server = serve([say.Answer(text, annotations=(note, note), searches=("alder tide", "tide table"))])
    reply = await ask(connect(server, hosted_search=True), QUESTION.model_copy(update={"hosted_search": True}))
    assert reply.text == "Tides reach 4.2 m [c1]."
    assert [(citation.url, citation.title) for citation in reply.citations] == [("https://tides.example/a", "Tides")]
    assert reply.searches == ("alder tide", "tide table")
    body = server.requests[0]["body"]
    assert body["tools"] == [{"type": "web_search"}]
    assert server.requests[0]["protocol"] == "responses"


async def test_hosted_search_over_chat_where_a_server_has_nothing_else(serve, connect, say):
    text = "Tides reach 4.2 m [tides](https://tides.example/a)."
    note = {"url": "https://tides.example/a", "title": "Tides", "start_index": 18, "end_index": 50}
    server = serve([say.Answer(text, annotations=(note,))], missing_protocols="responses")
    reply = await ask(connect(server, hosted_search=True), QUESTION.model_copy(update={"hosted_search": True}))
    assert reply.text == "Tides reach 4.2 m [c1]."
    assert server.requests[0]["body"]["web_search_options"] == {}


@pytest.mark.parametrize(("missing", "hosted"), [("chat", False), ("responses", True)])
async def test_a_missing_protocol_is_found_out_once(serve, connect, say, missing, hosted):
    other = "responses" if missing == "chat" else "chat"
    server = serve(lambda asked: say.Answer("ok"), missing_protocols=missing)
    first, second = connect(server, hosted_search=hosted), connect(server, hosted_search=hosted)
    for model in (first, first, second):
        assert (await ask(model)).text == "ok"
    assert [entry["protocol"] for entry in server.requests] == [other] * 3
    assert server.missed == 1


async def test_a_server_with_neither_protocol_is_told_in_a_sentence(connect, serve):
    server = serve([], missing_protocols="chat responses")
    with pytest.raises(ModelError, match="nothing at this address") as caught:
        await ask(connect(server))
    assert "/v1" in caught.value.advice
    assert server.missed == 2


async def test_the_choice_of_the_user_is_kept(connect, serve):
    server = serve([], missing_protocols="chat")
    with pytest.raises(ModelError, match="nothing at this address"):
        await ask(connect(server, protocol="chat"))
    assert server.missed == 1


async def test_an_unknown_model_does_not_look_like_a_missing_protocol(connect, serve, say):
    server = serve(lambda asked: say.Failure(404, {"error": {"message": "The model 'tidebot' does not exist"}}))
    with pytest.raises(ModelError) as caught:
        await ask(connect(server))
    assert caught.value.kind == "unknown_model"
    assert len(server.requests) == 1


def test_openais_own_address_speaks_responses():
    from engine.models.openai_model import OpenAIModel
    from engine.models.traits import TraitsMemory

    model = OpenAIModel(model="x", traits=TraitsMemory())
    assert model._exchange._wire(QUESTION).name == "responses"
    assert (
        OpenAIModel(base_url="http://a.example/v1", model="x", traits=TraitsMemory())._exchange._wire(QUESTION).name
        == "chat"
    )
