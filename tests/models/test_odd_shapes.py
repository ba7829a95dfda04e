"""Whatever JSON a server sends, it is an answer or a `ModelError`: both protocols, whole and streamed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ModelError
from engine.models import errors
from engine.models.chat_completions import ChatCompletions
from engine.models.open_stream import OpenStream
from engine.models.openai_model import OpenAIModel
from engine.models.responses import Responses
from engine.models.traits import TraitsMemory

KEYS = [
    "choices",
    "message",
    "delta",
    "content",
    "tool_calls",
    "function",
    "arguments",
    "name",
    "id",
    "index",
    "finish_reason",
    "usage",
    "error",
    "prompt_tokens",
    "annotations",
    "url_citation",
    "url",
    "title",
    "start_index",
    "end_index",
    "type",
    "text",
    "output",
    "status",
    "incomplete_details",
    "reason",
    "action",
    "query",
    "queries",
    "sources",
    "refusal",
    "reasoning_content",
    "completion_tokens_details",
    "summary",
    "response",
    "model",
    "code",
]
WORDS = [
    "message",
    "output_text",
    "refusal",
    "function_call",
    "web_search_call",
    "url_citation",
    "reasoning",
    "response.completed",
    "error",
    "response.failed",
    "response.output_text.delta",
    "https://a.example",
    "completed",
    "incomplete",
    "stop",
    "length",
]
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 99), st.floats(), st.text(max_size=5), st.sampled_from(WORDS)
)
SHAPES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=25,
)
OBJECTS = st.dictionaries(st.sampled_from(KEYS), SHAPES, max_size=6)
MESSAGE = st.fixed_dictionaries({"choices": st.lists(st.fixed_dictionaries({"message": OBJECTS}), max_size=2)})
OUTPUT = st.fixed_dictionaries({"output": st.lists(OBJECTS, max_size=3), "status": SHAPES})
DELTA = st.fixed_dictionaries({"choices": st.lists(st.fixed_dictionaries({"delta": OBJECTS}), max_size=2)})


@given(payload=OBJECTS | MESSAGE | OUTPUT)
@settings(max_examples=150, deadline=None)
def test_whole_replies(payload):
    model = OpenAIModel(base_url="http://a.example/v1", model="m", traits=TraitsMemory())
    for wire in (ChatCompletions(), Responses()):
        with contextlib.suppress(ModelError):
            assert isinstance(model._exchange._read(wire, payload).text, str)


@given(events=st.lists(OBJECTS | DELTA | st.none(), max_size=6))
@settings(max_examples=80, deadline=None)
@pytest.mark.parametrize("wire", [ChatCompletions(), Responses()])
def test_streams(wire, events):
    async def come() -> AsyncIterator[Any]:
        for event in events:
            yield event

    model = OpenAIModel(base_url="http://a.example/v1", model="m", traits=TraitsMemory())

    async def read_all() -> None:
        opened = OpenStream(wire, come(), model.base_url, model._exchange._read, model._exchange._error_in)
        try:
            while not opened.is_over:
                await opened.advance()
            opened.whole()
        finally:
            await opened.aclose()

    with contextlib.suppress(ModelError):
        asyncio.run(read_all())


@given(payload=SHAPES, status=st.integers(400, 599))
def test_error_bodies(payload, status):
    for error in (
        errors.status_error(status, payload, model="m", base_url="http://a.example/v1", api_key="sk-secret"),
        errors.error_in_answer(payload, model="m", base_url="http://a.example/v1"),
    ):
        assert error.title
        assert len(str(error)) < 800
