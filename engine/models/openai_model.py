"""A language model at any OpenAI-compatible address, over either wire protocol."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import ModelError
from engine.models import errors
from engine.models.answer import WRONG_SHAPE, Answer, WireProtocol
from engine.models.chat_completions import ChatCompletions
from engine.models.checking import added, usable, usage_of, with_larger_budget
from engine.models.learning import learn, refuses_tools
from engine.models.open_stream import OpenStream
from engine.models.port import TextDelta, WaitListener
from engine.models.reading_answer import UnreadableAnswer, read_answer
from engine.models.reasoning import ReasoningFilter
from engine.models.responses import Responses
from engine.models.retry import (
    SESSION_LIMITERS,
    Clock,
    Limiters,
    RetryPolicy,
    SlowDown,
    SystemClock,
    retry_after,
    with_retries,
)
from engine.models.traits import SESSION_TRAITS, TraitsMemory
from engine.models.transport import CONNECT_TIMEOUT_S, READ_TIMEOUT_S, ServerRefusal, Transport
from engine.values import Role
from researcher_container.contract import Message, ModelReply, ModelRequest

if TYPE_CHECKING:
    import httpx2

DEFAULT_BASE_URL = "https://api.openai.com/v1"
ProtocolChoice = Literal["auto", "responses", "chat"]
_PROTOCOLS: dict[str, WireProtocol] = {"chat": ChatCompletions(), "responses": Responses()}
# A slow server may take its time; an answer longer than this has no end.
LONGEST_ANSWER_S = 1_800.0
# Answers cut at the output limit, or lost to reasoning, are worth one more try with more room.
_WORTH_MORE_ROOM = ("truncated", "budget_spent_on_reasoning")


class OpenAIModel:
    """Implements `LanguageModel`.

    Args:
        base_url: the address that ends before /chat/completions; "" means OpenAI's own.
        api_key: "" where the server wants none.
        protocol: "auto" finds out: Responses for OpenAI's own address and for hosted search, else Chat Completions.
        hosted_search: the provider can search the web itself.
        headers: sent with every request.
        http_client: used instead of our own, and left open.
        read_timeout_s: how long the server may be silent.
        longest_answer_s: how long a slow server's answer may go on.
        traits, limiters, clock, policy: shared by all models of the process unless given.
    """

    def __init__(
        self,
        *,
        base_url: str = "",
        api_key: str = "",
        model: str,
        protocol: ProtocolChoice = "auto",
        hosted_search: bool = False,
        headers: Mapping[str, str] | None = None,
        connect_timeout_s: float = CONNECT_TIMEOUT_S,
        read_timeout_s: float = READ_TIMEOUT_S,
        longest_answer_s: float = LONGEST_ANSWER_S,
        http_client: httpx2.AsyncClient | None = None,
        traits: TraitsMemory = SESSION_TRAITS,
        limiters: Limiters = SESSION_LIMITERS,
        clock: Clock | None = None,
        policy: RetryPolicy | None = None,
    ) -> None:
        self.model = model
        self.base_url = (base_url or DEFAULT_BASE_URL).rstrip("/")
        self.hosted_search = hosted_search
        self._api_key = api_key
        self._protocol = protocol
        self._traits = traits.of(self.base_url, model)
        self._limiter = limiters.of(self.base_url, api_key)
        self._clock = clock or SystemClock()
        self._longest_answer_s = longest_answer_s
        self._policy = policy or RetryPolicy()
        self._transport = Transport(
            self.base_url,
            api_key,
            headers=headers,
            connect_timeout_s=connect_timeout_s,
            read_timeout_s=read_timeout_s,
            http_client=http_client,
        )

    async def respond(self, request: ModelRequest, *, role: Role, on_wait: WaitListener | None = None) -> ModelReply:
        """Answer a request; with `request.output` set, `value` meets the schema."""
        reply = await self._usable(request, on_wait)
        if request.output is None or reply.tool_calls:
            return reply
        schema = request.output.json_schema
        try:
            return reply.model_copy(update={"value": read_answer(reply.text, schema)})
        except UnreadableAnswer as problem:
            second = await self._usable(_repair(request, reply.text, str(problem)), on_wait)
        usage = added(reply.usage, second.usage)
        try:
            return second.model_copy(update={"value": read_answer(second.text, schema), "usage": usage})
        except UnreadableAnswer as problem:
            raise ModelError(
                "unusable_answer",
                "The model gave no usable answer twice.",
                "Try again, or choose another model in Settings, Model.",
                detail=f"{problem} It began: {second.text[:200]}",
            ) from None

    async def stream(
        self, request: ModelRequest, *, role: Role, on_wait: WaitListener | None = None
    ) -> AsyncIterator[TextDelta | ModelReply]:
        """Yield text as it comes, then one `ModelReply` with the whole."""
        opened = await self._retried(lambda: self._open(request, watches_text=True), on_wait)
        visible = ReasoningFilter(self._traits.starts_in_reasoning)
        try:
            while not opened.is_over:
                if text := visible.feed(opened.text):
                    yield TextDelta(text=text)
                await opened.advance()
            if visible.met_closing_only:
                # What looked like the answer was reasoning; the next stream knows it from the start.
                self._traits.starts_in_reasoning = True
                raise ModelError("unusable_answer", "The answer was mixed with the model's reasoning.",
                                 "Try again.", retryable=True)  # fmt: skip
            reply = usable(opened.whole(), request, self._traits, self.model)
            if rest := visible.finish():
                yield TextDelta(text=rest)
            yield reply
        finally:
            await opened.aclose()

    async def aclose(self) -> None:
        """Close connections."""
        await self._transport.aclose()

    # --- one answer --------------------------------------------------------------------------------------

    async def _usable(self, request: ModelRequest, on_wait: WaitListener | None) -> ModelReply:
        """Return a reply that may be used, after at most one more try with more room."""
        answer = await self._retried(lambda: self._ask(request), on_wait)
        try:
            return usable(answer, request, self._traits, self.model)
        except errors.Endless:
            raise
        except ModelError as error:
            if (why := error.kind) not in (*_WORTH_MORE_ROOM, "unusable_answer"):
                raise
        wider = with_larger_budget(request, answer) if why in _WORTH_MORE_ROOM else request
        second = await self._retried(lambda: self._ask(wider), on_wait)
        reply = usable(second, wider, self._traits, self.model)
        return reply.model_copy(update={"usage": added(usage_of(answer, request), reply.usage)})

    async def _retried(self, call: Callable[[], Awaitable[Any]], on_wait: WaitListener | None) -> Any:
        return await with_retries(
            call, limiter=self._limiter, clock=self._clock, policy=self._policy, on_wait=on_wait
        )

    async def _ask(self, request: ModelRequest) -> Answer:
        if self._traits.is_slow:
            return await self._gathered(request)
        while True:
            wire = self._wire(request)
            try:
                body = wire.body(request, self.model, self._traits, stream=False)
                payload = await self._transport.send(wire.name, body)
            except ServerRefusal as refusal:
                self._learn_or_raise(request, wire, refusal)
                continue
            except ModelError as error:
                self._traits.is_slow = self._traits.is_slow or error.kind == "timeout"
                raise
            self._traits.protocol = self._traits.protocol or wire.name
            return self._read(wire, payload)

    async def _gathered(self, request: ModelRequest) -> Answer:
        """Return the answer of a slow server: streamed, so that only silence and endlessness end it."""
        async with self._traits.turns.turn():
            opened = await self._open(request, watches_text=True)
            try:
                async with asyncio.timeout(self._longest_answer_s):
                    while not opened.is_over:
                        await opened.advance()
                return opened.whole()
            except TimeoutError:
                raise errors.Endless("The model did not come to an end of its answer.") from None
            finally:
                await opened.aclose()

    async def _open(self, request: ModelRequest, *, watches_text: bool = False) -> OpenStream:
        while True:
            wire = self._wire(request)
            body = wire.body(request, self.model, self._traits, stream=True)
            events = self._transport.stream(wire.name, body)
            opened = OpenStream(wire, events, self.base_url, self._read, self._error_in, watches_text=watches_text)
            try:
                await opened.advance()
            except ServerRefusal as refusal:
                await opened.aclose()
                self._learn_or_raise(request, wire, refusal)
                continue
            except BaseException:
                await opened.aclose()
                raise
            self._traits.protocol = self._traits.protocol or wire.name
            return opened

    def _wire(self, request: ModelRequest) -> WireProtocol:
        """Choose the wire protocol for a request.

        Raises:
            ModelError: it holds tools, which this server is known to refuse.
        """
        if request.tools and not self._traits.takes_tools:
            raise errors.no_tools()
        if self._protocol != "auto":
            return _PROTOCOLS[self._protocol]
        likely = self._traits.protocol or (
            "responses" if "://api.openai.com/" in self.base_url + "/" or self.hosted_search else "chat"
        )
        if request.hosted_search and "responses" not in self._traits.refused_protocols:
            likely = "responses"
        return _PROTOCOLS[likely]

    def _learn_or_raise(self, request: ModelRequest, wire: WireProtocol, refusal: ServerRefusal) -> None:
        if request.tools and refuses_tools(self._traits, request, refusal):
            self._traits.takes_tools = False
            raise errors.no_tools(errors.server_sentence(refusal.payload))
        other: Literal["responses", "chat"] = "chat" if wire.name == "responses" else "responses"
        has_other = self._protocol == "auto" and other not in self._traits.refused_protocols
        before = self._traits.structure, self._traits.token_parameter
        if learn(self._traits, request, refusal, has_other_protocol=has_other):
            unchanged = before == (self._traits.structure, self._traits.token_parameter)
            if unchanged and refusal.status in (404, 405, 501):
                self._traits.refused_protocols.add(wire.name)
                self._traits.protocol = other
            return
        raise self._error_of(refusal)

    def _error_of(self, refusal: ServerRefusal) -> ModelError:
        error = errors.status_error(
            refusal.status, refusal.payload, model=self.model, base_url=self.base_url, api_key=self._api_key
        )
        until = retry_after(refusal.headers, self._clock.now())
        if error.kind == "rate_limited" or (error.kind == "server_error" and until is not None):
            return SlowDown(error, until)
        return error

    def _read(self, wire: WireProtocol, payload: Any) -> Answer:
        if not isinstance(payload, dict):
            raise errors.garbage(self.base_url, str(payload)[:200])
        if payload.get("error"):
            raise self._error_in(payload)
        try:
            answer = wire.read(payload)
        except WRONG_SHAPE:
            raise errors.garbage(self.base_url, str(payload)) from None
        if answer is None:
            raise errors.no_answer(self.base_url)
        return answer

    def _error_in(self, payload: Any) -> ModelError:
        """Map an error object that came where an answer belongs."""
        return errors.error_in_answer(payload, model=self.model, base_url=self.base_url, api_key=self._api_key)


def _repair(request: ModelRequest, text: str, problem: str) -> ModelRequest:
    """Return the one question of repair: the answer as it was, and what is wrong with it."""
    asked = (
        f"That answer cannot be used. {problem} Give the whole answer again, corrected, "
        "as one JSON object and nothing else."
    )
    messages = (*request.messages, Message(role="assistant", content=text), Message(role="user", content=asked))
    return request.model_copy(update={"messages": messages})
