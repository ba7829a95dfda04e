"""Chat Completions over a real socket: answers, tool calls, streams, usage, and every way it goes wrong."""

from __future__ import annotations

import asyncio
import json
import socket
import threading

import pytest

from engine.errors import ModelError
from engine.models.port import TextDelta
from engine.values import Role
from researcher_container.contract import Message, ModelReply, ModelRequest, ToolCall, ToolSpec

QUESTION = ModelRequest(
    messages=(Message(role="system", content="Be brief."), Message(role="user", content="Tides?"))
)
TOOL = ToolSpec(name="search", description="Search.", parameters={"type": "object", "properties": {}})


async def ask(model, request=QUESTION, **options):
    return await model.respond(request, role=Role.RESEARCHER, **options)


async def collect(model, request=QUESTION):
    text, reply = "", None
    async for piece in model.stream(request, role=Role.WRITER):
        if isinstance(piece, TextDelta):
            assert reply is None
            text += piece.text
        else:
            reply = piece
    assert isinstance(reply, ModelReply)
    return text, reply


async def collect_into(seen, model):
    async for part in model.stream(QUESTION, role=Role.WRITER):
        seen.append(part.text)


async def trouble(model, request=QUESTION):
    with pytest.raises(ModelError) as caught:
        await ask(model, request)
    return caught.value


async def test_a_plain_answer_with_the_servers_figures(serve, connect, say):
    server = serve([say.Answer("4.2 m")])
    reply = await ask(connect(server))
    assert reply.text == "4.2 m"
    assert reply.finish == "stop"
    assert reply.usage.input_tokens > 0
    assert not reply.usage.estimated
    sent = server.requests[0]
    assert sent["body"]["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Tides?"},
    ]
    assert sent["headers"]["authorization"] == "Bearer sk-test-1234567890"


async def test_usage_is_estimated_and_marked_when_the_server_gives_none(serve, connect, say):
    reply = await ask(connect(serve([say.Answer("x" * 400, usage=False)])))
    assert reply.usage.estimated
    assert reply.usage.output_tokens == 100


async def test_extra_headers_are_sent(serve, connect, say):
    server = serve([say.Answer("ok")])
    await ask(connect(server, headers={"X-Title": "Dossier"}))
    assert server.requests[0]["headers"]["x-title"] == "Dossier"


@pytest.mark.parametrize("stream", [False, True])
async def test_several_tool_calls_of_one_turn(serve, connect, say, stream):
    calls = (say.Call("search", {"query": "alder"}), say.Call("search", {"query": "Höhe 潮位"}))
    model = connect(serve([say.Answer(None, calls=calls, piece_chars=5)]))
    request = QUESTION.model_copy(update={"tools": (TOOL,)})
    reply = (await collect(model, request))[1] if stream else await ask(model, request)
    assert [call.name for call in reply.tool_calls] == ["search", "search"]
    assert reply.tool_calls[1].arguments == '{"query": "Höhe 潮位"}'
    assert reply.tool_calls[0].id != reply.tool_calls[1].id
    assert reply.finish == "tool_calls"


async def test_a_conversation_with_tool_results_is_written_as_servers_want_it(serve, connect, say):
    server = serve([say.Answer("done")])
    call = ToolCall(id="c1", name="search", arguments='{"query": "x"}')
    messages = (
        *QUESTION.messages,
        Message(role="assistant", tool_calls=(call,)),
        Message(role="tool", content="results", tool_call_id="c1"),
    )
    await ask(connect(server), ModelRequest(messages=messages, tools=(TOOL,), tool_choice="required"))
    body = server.requests[0]["body"]
    assert body["messages"][2]["tool_calls"][0]["function"] == {"name": "search", "arguments": '{"query": "x"}'}
    assert body["messages"][3] == {"role": "tool", "tool_call_id": "c1", "content": "results"}
    assert body["tool_choice"] == "required"


async def test_a_server_without_required_tools_is_asked_without(serve, connect, say):
    refusal = say.Failure(400, {"error": "tool_choice 'required' is not supported"})
    server = serve([refusal, say.Answer("a"), say.Answer("b")])
    model = connect(server)
    request = QUESTION.model_copy(update={"tools": (TOOL,), "tool_choice": "required"})
    assert (await ask(model, request)).text == "a"
    assert (await ask(model, request)).text == "b"
    assert ["tool_choice" in entry["body"] for entry in server.requests] == [True, False, False]


async def test_the_name_of_the_output_limit_is_found_out(serve, connect, say):
    refusal = say.Failure(
        400, {"error": {"message": "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."}}
    )
    server = serve([refusal, say.Answer("ok")])
    await ask(connect(server), QUESTION.model_copy(update={"max_output_tokens": 50}))
    assert server.requests[1]["body"]["max_completion_tokens"] == 50
    assert "max_tokens" not in server.requests[1]["body"]


async def test_a_stream_comes_in_pieces_and_ends_with_the_whole(serve, connect, say):
    server = serve([say.Answer("The tide reaches 4.2 m at Port Alder. 🌊", piece_chars=3)])
    text, reply = await collect(connect(server))
    assert text == reply.text == "The tide reaches 4.2 m at Port Alder. 🌊"
    assert reply.usage.output_tokens > 0
    assert not reply.usage.estimated


async def test_a_server_that_answers_a_stream_with_a_whole_reply(serve, connect, say):
    model = connect(serve([{"choices": [{"message": {"content": "whole"}, "finish_reason": "stop"}]}]))
    assert (await collect(model))[0] == "whole"


async def test_a_server_that_refuses_stream_options_is_asked_without(serve, connect, say):
    refusal = say.Failure(
        422, {"detail": [{"loc": ["body", "stream_options"], "msg": "stream_options not permitted"}]}
    )
    server = serve([refusal, say.Answer("ok")])
    text, reply = await collect(connect(server))
    assert text == "ok"
    assert reply.usage.estimated
    assert "stream_options" not in server.requests[1]["body"]


FRAMES = (
    ": KEEP-ALIVE\r\n\r\n"
    'data: {"choices": [{"index": 0, "delta": {"content": "Fluß "}}]}\r\n\r\n'
    ": KEEP-ALIVE\r\n\r\n"
    'data:{"choices": [{"index": 0, "delta": {"content": "流れ 3 m"}}]}\r\n\r\n'
    'data: {"choices": [{"index": 0, "delta": {"content": " end"}}]}\r\n\r\n'
    "data: [DONE]"
).encode()


@pytest.mark.parametrize("size", [1, 7, 64, 4096])
async def test_event_frames_cut_anywhere(serve, connect, say, size):
    chunks = tuple(FRAMES[start : start + size] for start in range(0, len(FRAMES), size))
    text, _ = await collect(connect(serve([say.Raw(chunks)])))
    assert text == "Fluß 流れ 3 m end"


async def test_content_filter_in_a_stream_whose_first_chunk_has_no_choice(serve, connect, say):
    frames = (
        b'data: {"choices":[],"prompt_filter_results":[{"prompt_index":0}]}\n\n',
        b'data: {"choices":[{"index":0,"delta":{"content":""}}]}\n\n',
        b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"content_filter"}]}\n\ndata: [DONE]\n\n',
    )
    server = serve([say.Raw(frames)])
    with pytest.raises(ModelError) as caught:
        await collect(connect(server))
    assert caught.value.kind == "filtered"
    assert len(server.requests) == 1


@pytest.mark.parametrize("drop", [True, False])
async def test_a_stream_that_stops_early_is_never_a_complete_answer(serve, connect, say, drop):
    piece = b'data: {"choices": [{"delta": {"content": "half a"}}]}\n\n'
    model = connect(serve([say.Raw((piece,), drop=drop)]))
    seen = []
    with pytest.raises(ModelError) as caught:
        await collect_into(seen, model)
    assert seen == ["half a"]
    assert caught.value.kind in ("server_error", "unreachable")
    assert caught.value.retryable


async def test_an_error_inside_a_stream_is_raised(serve, connect, say):
    frames = (b'data: {"choices": [{"delta": {"content": "so far"}}]}\n\n', b'data: {"error": "engine died"}\n\n')
    with pytest.raises(ModelError, match="engine died"):
        await collect(connect(serve([say.Raw(frames)])))


async def test_a_stream_cut_at_the_limit_is_truncated(serve, connect, say):
    with pytest.raises(ModelError) as caught:
        await collect(connect(serve([say.Answer("Half of the rep", finish="length")])))
    assert caught.value.kind == "truncated"


async def test_reasoning_in_a_stream_is_held_back(serve, connect, say):
    model = connect(serve([say.Answer("<think>Let me see. # Draft</think>\n\n# Report\nText.", piece_chars=2)]))
    text, reply = await collect(model)
    assert text == reply.text == "# Report\nText."


async def test_a_model_that_begins_in_reasoning_is_known_after_its_first_answer(serve, connect, say):
    server = serve([say.Answer("I think so.\n</think>\nyes"), say.Answer("Hm.\n</think>\n# Report", piece_chars=3)])
    model = connect(server)
    assert (await ask(model)).text == "yes"
    assert (await collect(model))[0] == "# Report"


STATUSES = [
    (401, {"error": {"message": "Incorrect API key: sk-test-1234567890"}}, "bad_key", 1),
    (404, {"error": "model 'tidebot' not found"}, "unknown_model", 1),
    (404, {"error": {"message": "The model `x` does not exist", "code": "model_not_found"}}, "unknown_model", 1),
    (429, {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}, "no_credit", 1),
    (402, {"error": {"message": "Insufficient credits"}}, "no_credit", 1),
    (400, {"error": {"message": "maximum context length is 8192 tokens"}}, "context_full", 1),
    (400, {"error": {"message": "blocked", "code": "content_filter"}}, "filtered", 1),
    (400, {"error": "temperature must be 1"}, "bad_request", 1),
    (500, "<html>Internal Server Error</html>", "server_error", 3),
    (503, {"detail": "Loading the model"}, "server_error", 3),
]


@pytest.mark.parametrize(("status", "body", "kind", "requests"), STATUSES)
async def test_every_status_becomes_a_plain_sentence(serve, connect, say, status, body, kind, requests):
    server = serve(lambda asked: say.Failure(status, body))
    error = await trouble(connect(server, protocol="chat"))
    assert error.kind == kind
    assert len(server.requests) == requests
    assert "sk-test-1234567890" not in str(error) + error.detail
    assert "<html>" not in str(error)


async def test_the_key_sentence_says_where_to_mend_it(serve, connect, say):
    error = await trouble(connect(serve([say.Failure(401, "")])))
    assert str(error) == "The key was not accepted. Check it in Settings, Model."


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ({"error": {"message": "Upstream said: out of memory", "code": 400}}, "Upstream said: out of memory"),
        ({"error": "engine not loaded"}, "engine not loaded"),
        ({"id": "x", "choices": None}, "no answer"),
        ({"choices": []}, "no answer"),
        ({"choices": [{"message": None}]}, "no answer"),
        ([], "not an answer"),
    ],
)
async def test_a_200_without_an_answer_is_an_error_with_the_servers_words(serve, connect, say, reply, words):
    raw = say.Raw((json.dumps(reply).encode(),), content_type="application/json")
    error = await trouble(connect(serve(lambda asked: raw)))
    assert error.kind == "server_error"
    assert words in str(error)


async def test_garbage_instead_of_json(serve, connect, say):
    page = say.Raw((b"<html><body>Welcome to the router</body></html>",), content_type="text/html")
    error = await trouble(connect(serve(lambda asked: page)))
    assert error.kind == "server_error"
    assert "/v1" in error.advice


async def test_garbage_instead_of_an_event_stream(serve, connect, say):
    server = serve(lambda asked: say.Raw((b"hello, ", b"world\n")))
    with pytest.raises(ModelError, match="not an answer"):
        await collect(connect(server))


async def test_a_page_where_an_answer_belongs_is_not_asked_for_again(serve, connect, say):
    server = serve(lambda asked: say.Raw((b"<html>Welcome</html>",), content_type="text/html"))
    assert not (await trouble(connect(server))).retryable
    assert len(server.requests) == 1


def frame(**delta):
    return b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"


async def test_an_emoji_cut_between_its_halves_comes_out_whole(serve, connect, say):
    frames = [frame(content=piece) for piece in ("wave \ud83c", "\udf0a and half \ud83c", " end")]
    text, reply = await collect(connect(serve([say.Raw((*frames, b"data: [DONE]\n\n"))])))
    assert text == reply.text == "wave 🌊 and half \ufffd end"


async def test_calls_that_all_have_the_same_number_or_none(serve, connect, say):
    def call(number, identity, **function):
        return {"index": number, "id": identity, "function": function}

    frames = (
        frame(tool_calls=[call(0, "a", name="search", arguments="{}")]),
        frame(tool_calls=[call(0, "b", name="open_page", arguments='{"ref"')]),
        frame(tool_calls=[call(0, None, arguments=': "r1"}')]),
        frame(tool_calls=[{"id": "c", "function": {"name": "search", "arguments": {"query": "x"}}}]),
        b"data: [DONE]\n\n",
    )
    _, reply = await collect(connect(serve([say.Raw(frames)])), QUESTION.model_copy(update={"tools": (TOOL,)}))
    assert [(made.id, made.name, made.arguments) for made in reply.tool_calls] == [
        ("a", "search", "{}"),
        ("b", "open_page", '{"ref": "r1"}'),
        ("c", "search", '{"query": "x"}'),
    ]


async def test_nobody_listens(connect):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
    error = await trouble(connect(address))
    assert error.kind == "unreachable"
    assert address in str(error)


async def test_a_silent_server_times_out_twice_and_no_more(serve, connect, say):
    server = serve(lambda asked: say.Hold())
    error = await trouble(connect(server, read_timeout_s=0.2))
    assert error.kind == "timeout"
    assert len(server.requests) == 2


async def test_passing_trouble_is_tried_again(serve, connect, say, clock):
    server = serve([say.Failure(502, ""), say.Raw((b"data: ",), "text/plain", drop=True), say.Answer("ok")])
    assert (await ask(connect(server))).text == "ok"
    assert clock.slept == [1.0, 2.0]


async def test_a_refusal_is_shown_and_not_retried(serve, connect, say):
    server = serve([say.Answer(None, refusal="I can't help with that.")])
    error = await trouble(connect(server))
    assert error.kind == "refused"
    assert "I can't help with that" in str(error)
    assert len(server.requests) == 1


async def test_an_answer_lost_to_reasoning_gets_one_more_try_with_more_room(serve, connect, say):
    lost = say.Answer("", reasoning="Port A ...", reasoning_tokens=199, finish="length")
    server = serve([lost, say.Answer("4.2 m")])
    reply = await ask(connect(server), QUESTION.model_copy(update={"max_output_tokens": 200}))
    assert reply.text == "4.2 m"
    assert [entry["body"]["max_tokens"] for entry in server.requests] == [200, 8192]
    assert reply.usage.output_tokens > 199


async def test_an_answer_lost_to_reasoning_twice_is_told_as_such(serve, connect, say):
    server = serve(lambda asked: say.Answer("", reasoning="Port A ...", reasoning_tokens=199, finish="length"))
    error = await trouble(connect(server))
    assert error.kind == "budget_spent_on_reasoning"
    assert "Port A" not in str(error) + error.detail
    assert len(server.requests) == 2


async def test_cancelling_closes_the_request(serve, connect, say):
    held = threading.Event()
    server = serve(lambda asked: held.set() or say.Hold())
    task = asyncio.create_task(ask(connect(server)))
    await asyncio.to_thread(held.wait, 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_key_with_a_typographic_quote_is_no_crash(serve, connect):
    error = await trouble(connect(serve([]), api_key="“sk-test”"))
    assert error.kind == "bad_request"
    assert "key" in error.advice
