"""The ladder of structured answers over a real socket: down step by step, remembered, one repair, then a failure."""

from __future__ import annotations

import json

import pytest

from engine.errors import ModelError
from engine.values import Role
from researcher_container.contract import Message, ModelRequest, OutputSchema

SCHEMA = {
    "type": "object",
    "properties": {
        "answer": {"type": "string"},
        "confidence": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
        "key_points": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["answer", "confidence", "key_points"],
}
QUESTION = ModelRequest(
    messages=(Message(role="user", content="How high is the ebb?"),),
    output=OutputSchema(name="finding", json_schema=SCHEMA),
)
RIGHT = {"answer": "3.1 m", "confidence": 0.9, "key_points": ["ebb"]}
TEXT = json.dumps(RIGHT)


async def ask(model):
    return await model.respond(QUESTION, role=Role.PLANNER)


def levels(server):
    return [entry["structure"] for entry in server.requests]


async def test_the_strict_schema_is_asked_for_first(serve, connect, say):
    server = serve([say.Answer(TEXT)])
    assert (await ask(connect(server))).value == RIGHT
    sent = server.requests[0]["body"]["response_format"]
    assert sent["json_schema"]["strict"] is True
    assert sent["json_schema"]["schema"]["additionalProperties"] is False


REFUSALS = [
    (400, {"error": {"message": "This response_format type is unavailable now", "type": "invalid_request_error"}}),
    (
        422,
        {"detail": [{"msg": "Input should be 'text' or 'json_object'", "loc": ["body", "response_format", "type"]}]},
    ),
    (400, {"error": "'response_format.type' must be 'json_object' or 'text'"}),
    (400, {"error": {"message": "Invalid value", "param": "response_format"}}),
    (400, "json_schema is not supported by this model"),
    (501, {"error": {"message": "structured outputs are not implemented"}}),
]


@pytest.mark.parametrize(("status", "body"), REFUSALS)
async def test_a_server_without_schemas_is_asked_for_an_object_and_remembered(serve, connect, say, status, body):
    server = serve([say.Failure(status, body), say.Answer(TEXT), say.Answer(TEXT), say.Answer(TEXT)])
    first, second = connect(server), connect(server)
    for model in (first, first, second):
        assert (await ask(model)).value == RIGHT
    assert levels(server) == ["json_schema", "json_object", "json_object", "json_object"]
    prompt = server.requests[1]["body"]["messages"][-1]["content"]
    assert "JSON" in prompt
    assert "key_points" in prompt


async def test_a_server_with_neither_is_asked_in_plain_words(serve, connect, say):
    refusals = [
        say.Failure(400, {"error": "'response_format.type' must be 'text'"}),
        say.Failure(400, {"error": "'response_format.type' must be 'json_schema' or 'text'"}),
    ]
    server = serve([*refusals, say.Answer(f"Sure!\n```json\n{TEXT}\n```")])
    assert (await ask(connect(server))).value == RIGHT
    assert levels(server) == ["json_schema", "json_object", ""]


async def test_another_model_at_the_same_address_starts_at_the_top(serve, connect, say):
    server = serve([say.Failure(400, {"error": "no json_schema"}), say.Answer(TEXT), say.Answer(TEXT)])
    await ask(connect(server))
    await ask(connect(server, model="other"))
    assert levels(server) == ["json_schema", "json_object", "json_schema"]


async def test_an_unrelated_refusal_surfaces(serve, connect, say):
    server = serve(lambda asked: say.Failure(400, {"error": {"message": "temperature must be 1"}}))
    with pytest.raises(ModelError, match="temperature must be 1") as caught:
        await ask(connect(server))
    assert caught.value.kind == "bad_request"
    assert len(server.requests) == 1


async def test_one_question_of_repair_quotes_what_is_wrong(serve, connect, say):
    server = serve([say.Answer('{"confidence": 0.9}'), say.Answer(TEXT)])
    reply = await ask(connect(server))
    assert reply.value == RIGHT
    messages = server.requests[1]["body"]["messages"]
    assert messages[-2] == {"role": "assistant", "content": '{"confidence": 0.9}'}
    assert "`answer` is missing" in messages[-1]["content"]
    assert reply.usage.input_tokens > server.requests[1]["body"]["messages"][0]["content"].count(" ")


async def test_a_second_wrong_answer_is_a_clear_failure(serve, connect, say):
    server = serve(lambda asked: say.Answer("I would rather not."))
    with pytest.raises(ModelError, match="no usable answer twice") as caught:
        await ask(connect(server))
    assert caught.value.kind == "unusable_answer"
    assert "I would rather not." in caught.value.detail
    assert len(server.requests) == 2


async def test_a_truncated_answer_gets_more_room_once_and_is_never_mended(serve, connect, say):
    cut = say.Answer('{"answer": "3.1 m", "confidence": 0.9, "key_points": ["ebb", "flo', finish="length")
    server = serve([cut, say.Answer(TEXT)])
    assert (await ask(connect(server))).value == RIGHT
    assert server.requests[1]["body"]["max_tokens"] >= 8192
    assert len(server.requests[1]["body"]["messages"]) == 1
    server = serve(lambda asked: cut)
    with pytest.raises(ModelError) as caught:
        await ask(connect(server))
    assert caught.value.kind == "truncated"
    assert len(server.requests) == 2


async def test_a_whole_answer_at_the_limit_is_still_truncated(serve, connect, say):
    server = serve(lambda asked: say.Answer(TEXT, finish="length"))
    with pytest.raises(ModelError) as caught:
        await ask(connect(server))
    assert caught.value.kind == "truncated"


async def test_tags_inside_the_strings_of_an_answer_stay(serve, connect, say):
    told = json.dumps(RIGHT | {"answer": "It ends with </think> there"})
    server = serve([say.Answer(told)])
    assert (await ask(connect(server))).value["answer"] == "It ends with </think> there"


async def test_a_refusal_of_a_structured_question_is_not_repaired(serve, connect, say):
    server = serve(lambda asked: say.Answer("", refusal="I can't help with that."))
    with pytest.raises(ModelError, match="I can't help with that"):
        await ask(connect(server))
    assert len(server.requests) == 1


async def test_the_first_answer_of_a_reasoning_model_needs_no_second_call(serve, connect, say):
    draft = TEXT.replace("3.1", "9.9")
    server = serve([say.Answer(f"Perhaps {draft}? No.\n</think>\n{TEXT}")])
    assert (await ask(connect(server))).value == RIGHT
    assert len(server.requests) == 1
