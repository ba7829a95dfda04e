"""Models that lose their way: endless answers end early, slow servers are waited for, nothing is asked twice."""

from __future__ import annotations

import asyncio
import itertools
import json
import threading

import pytest

from engine.errors import ModelError
from engine.models.repetition import RepetitionWatch, is_repeating
from engine.models.retry import SystemClock
from engine.values import Role
from researcher_container.contract import Message, ModelRequest, OutputSchema, ToolSpec

QUESTION = ModelRequest(messages=(Message(role="user", content="Tides?"),))
SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}
STRUCTURED = QUESTION.model_copy(update={"output": OutputSchema(name="finding", json_schema=SCHEMA)})
TOOL = ToolSpec(name="search", description="Search.", parameters={"type": "object", "properties": {}})

LOOPS = [
    "The tide rises and falls. " * 90,
    "Intro. " + "The tide rises. The water falls. The moon pulls. The tide rises. The sun pulls less. " * 40,
    "".join(f"{number}. The port of Alder is a port.\n" for number in range(260)),
    "".join(
        f"[S{number}] Chapter {number}. Tides and ports\n"
        f'  [S{number}.1] "The harbour master keeps the log of the harbour in the log of the master (page 4)."\n\n'
        for number in range(11, 80)
    ),
    '{"questions": [' + '"What is the tide at Port Alder?", ' * 80,
    "\n" * 3_000,
    "    \t" * 900,
    "ha" * 1_500,
]


@pytest.mark.parametrize("text", LOOPS)
def test_endless_repetition_is_seen_soon(text):
    assert is_repeating(text)
    watch = RepetitionWatch()
    assert any(watch.sees(text[start : start + 7]) for start in range(0, len(text), 7))


INNOCENT = [
    "The water rises. " * 60,
    "| Year | Tide | Port |\n|---|---|---|\n"
    + "".join(f"| {year} | {year % 7}.2 m | Alder |\n" for year in range(300)),
    "".join(
        f"Gauge {number} stood at mile {number * 3} and saw the {number * 7}th flood of its time.\n"
        for number in range(9)
    ),
    "".join(f"- {year}: {year % 9}.2 m at the gauge of Port Alder\n" for year in range(1900, 2000)),
    "-" * 400,
    "",
]


@pytest.mark.parametrize("text", INNOCENT)
def test_tables_refrains_and_rules_are_left_alone(text):
    assert not is_repeating(text)


async def ask(model, request=QUESTION):
    return await model.respond(request, role=Role.RESEARCHER)


async def trouble(model, request=QUESTION):
    with pytest.raises(ModelError) as caught:
        await ask(model, request)
    return caught.value


@pytest.fixture
def until(desk_words):
    return desk_words.until


@pytest.mark.parametrize("request_", [QUESTION, STRUCTURED])
@pytest.mark.parametrize("reasoning", [False, True])
async def test_a_repetition_cut_at_the_limit_is_not_given_more_room(serve, connect, say, request_, reasoning):
    looped = {"reasoning": LOOPS[0]} if reasoning else {"text": LOOPS[0]}
    server = serve(lambda asked: say.Answer(finish="length", **looped))
    error = await trouble(connect(server), request_)
    assert error.kind == "unusable_answer"
    assert str(error).startswith("The model repeated itself without end.")
    assert len(server.requests) == 1


async def test_after_a_time_out_the_answer_is_streamed(serve, connect, say):
    server = serve(lambda asked: say.Answer('{"answer": "4.2 m"}') if asked.stream else say.Hold())
    model = connect(server, read_timeout_s=0.3)
    assert (await ask(model, STRUCTURED)).value == {"answer": "4.2 m"}
    assert [entry["stream"] for entry in server.requests] == [False, True]
    # It is remembered, also for tool calls and for other models at this address.
    call = say.Answer(None, calls=(say.Call("search", {"query": "tide"}),))
    server._script = lambda asked: call
    reply = await ask(connect(server), QUESTION.model_copy(update={"tools": (TOOL,)}))
    assert json.loads(reply.tool_calls[0].arguments) == {"query": "tide"}
    assert server.requests[-1]["stream"]


async def test_a_silent_server_is_asked_twice_and_no_more(serve, connect, say):
    server = serve(lambda asked: say.Hold())
    error = await trouble(connect(server, read_timeout_s=0.2))
    assert error.kind == "timeout"
    assert len(server.requests) == 2


async def test_a_slow_server_is_asked_one_question_at_a_time(serve, connect, say):
    server = serve([say.Hold(), *[say.Answer("4.2 m")] * 4], latency_s=0.05)
    model = connect(server, read_timeout_s=0.3)
    await ask(model)
    await asyncio.gather(ask(model), ask(model), ask(model))
    later = sorted(server.requests[2:], key=lambda entry: entry["at"])
    assert all(first["ended_at"] <= second["at"] for first, second in itertools.pairwise(later))


@pytest.mark.parametrize(
    "answer", [{"text": LOOPS[0] * 40}, {"reasoning": LOOPS[0] * 40}, {"calls": [("search", LOOPS[0] * 40)]}]
)
async def test_endless_repetition_ends_a_stream_early(serve, connect, say, answer):
    if calls := answer.get("calls"):
        answer = {"text": None, "calls": tuple(say.Call(name, arguments) for name, arguments in calls)}
    looping = say.Answer(**answer)
    server = serve(lambda asked: looping if asked.stream else say.Hold())
    error = await trouble(connect(server, read_timeout_s=0.3))
    assert error.title == "The model repeated itself without end."
    assert [entry["stream"] for entry in server.requests] == [False, True]


class _Endless(tuple):
    """The chunks of a stream that never ends; `gone` is called when nobody reads it any more."""

    def __new__(cls, gone):
        made = super().__new__(cls)
        made.gone = gone
        return made

    def __iter__(self):
        frame = json.dumps({"choices": [{"delta": {"content": "The port is a port. "}}]})
        try:
            while True:
                yield f"data: {frame}\n\n".encode()
        finally:
            self.gone()


async def test_a_repeating_report_ends_while_it_is_written_and_the_server_stops(serve, connect, say):
    gone = threading.Event()
    server = serve(lambda asked: say.Raw(_Endless(gone.set)))
    seen = []

    async def written():
        async for piece in connect(server).stream(QUESTION, role=Role.WRITER):
            seen.append(piece.text)

    with pytest.raises(ModelError, match="repeated itself"):
        await asyncio.wait_for(written(), 30)
    assert 0 < len("".join(seen)) < 20_000
    assert await asyncio.to_thread(gone.wait, 10)


async def test_an_answer_without_an_end_is_given_up(serve, connect, say):
    server = serve(
        lambda asked: (
            say.Answer("".join(f"Word {number * 37} is new. " for number in range(900)), piece_chars=3)
            if asked.stream
            else say.Hold()
        ),
        piece_delay_s=0.02,
    )
    error = await trouble(connect(server, read_timeout_s=0.3, longest_answer_s=0.5))
    assert "did not come to an end" in error.title
    assert error.kind == "unusable_answer"
    assert len(server.requests) == 2


async def test_cancelling_a_slow_answer_closes_its_connection(serve, connect, say, until):
    begun = threading.Event()
    server = serve(lambda asked: begun.set() or say.Hold())
    task = asyncio.create_task(ask(connect(server, clock=SystemClock())))
    assert await asyncio.to_thread(begun.wait, 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    def connection_is_closed():
        # A held request ends by itself only when its client has gone.
        return "ended_at" in server.requests[0]

    await asyncio.to_thread(until, connection_is_closed)
    assert len(server.requests) == 1


TEMPLATES = [
    (500, {"error": {"code": 500, "message": "Jinja Exception: System role not supported"}}),
    (400, {"error": {"message": "Conversation roles must alternate user/assistant/user/assistant/..."}}),
]


@pytest.mark.parametrize(("status", "body"), TEMPLATES)
async def test_a_plain_chat_template_gets_user_and_assistant_in_turn(serve, connect, say, status, body):
    said = (("system", "Be brief."), ("user", "Tides?"), ("assistant", "Yes."), ("user", "So?"), ("user", "Go on."))
    request = ModelRequest(messages=tuple(Message(role=role, content=content) for role, content in said))
    server = serve([say.Failure(status, body), say.Answer("4.2 m"), say.Answer("4.3 m")])
    model = connect(server)
    assert (await ask(model, request)).text == "4.2 m"
    assert server.requests[1]["body"]["messages"] == [
        {"role": "user", "content": "Be brief.\n\nTides?"},
        {"role": "assistant", "content": "Yes."},
        {"role": "user", "content": "So?\n\nGo on."},
    ]
    await ask(model, request)
    assert len(server.requests) == 3


CONTEXT_WORDS = [
    (400, "request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it"),
    (500, "Context size has been exceeded."),
    (400, "Please reduce the length of the messages or completion."),
    (400, "This model's maximum prompt length is 4096 but the request contains 9000 tokens."),
]


@pytest.mark.parametrize(("status", "words"), CONTEXT_WORDS)
@pytest.mark.parametrize("in_answer", [False, True])
async def test_a_full_context_is_known_as_such_and_asked_once(serve, connect, say, status, words, in_answer):
    error = {"error": {"message": words, "code": status}}
    reply = say.Raw((json.dumps(error).encode(),), "application/json") if in_answer else say.Failure(status, error)
    server = serve(lambda asked: reply)
    assert (await trouble(connect(server))).kind == "context_full"
    assert len(server.requests) == 1


async def test_a_server_error_about_something_else_is_still_tried_again(serve, connect, say):
    server = serve([say.Failure(500, {"error": {"message": "out of tools, try later"}}), say.Answer("4.2 m")])
    assert (await ask(connect(server), QUESTION.model_copy(update={"tools": (TOOL,)}))).text == "4.2 m"
