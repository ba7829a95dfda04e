"""A language model at any OpenAI-compatible address, over either wire protocol."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from engine.errors import ModelError
from engine.models import errors
from engine.models.answer import Answer
from engine.models.checking import added, usable, usage_of, with_larger_budget
from engine.models.exchange import LONGEST_ANSWER_S, Exchange, ProtocolChoice
from engine.models.port import TextDelta, WaitListener
from engine.models.reading_answer import UnreadableAnswer, read_answer
from engine.models.reasoning import ReasoningFilter
from engine.models.retry import SESSION_LIMITERS, Clock, Limiters, RetryPolicy, SystemClock, with_retries
from engine.models.traits import SESSION_TRAITS, TraitsMemory
from engine.models.transport import CONNECT_TIMEOUT_S, READ_TIMEOUT_S, Transport
from engine.values import Role
from researcher_container.contract import Message, ModelReply, ModelRequest, Usage

if TYPE_CHECKING:
    import httpx2

DEFAULT_BASE_URL = "https://api.openai.com/v1"
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
        self._traits = traits.of(self.base_url, model)
        self._limiter = limiters.of(self.base_url, api_key)
        self._clock = clock or SystemClock()
        self._policy = policy or RetryPolicy()
        self._transport = Transport(
            self.base_url,
            api_key,
            headers=headers,
            connect_timeout_s=connect_timeout_s,
            read_timeout_s=read_timeout_s,
            http_client=http_client,
        )
        self._exchange = Exchange(
            self._transport,
            self._traits,
            self._clock,
            model=model,
            api_key=api_key,
            protocol=protocol,
            is_hosted=hosted_search,
            longest_answer_s=longest_answer_s,
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
            repair = _repair(request, reply.text, str(problem))
        with _paid(reply.usage):
            second = await self._usable(repair, on_wait)
        usage = added(reply.usage, second.usage)
        try:
            return second.model_copy(update={"value": read_answer(second.text, schema), "usage": usage})
        except UnreadableAnswer as problem:
            with _paid(usage):
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
        opened = await self._retried(lambda: self._exchange.open(request), on_wait)
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
            reply = self._checked(opened.whole(), request)
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
        answer = await self._retried(lambda: self._exchange.ask(request), on_wait)
        try:
            return self._checked(answer, request)
        except errors.Endless:
            raise
        except ModelError as error:
            if (why := error.kind) not in (*_WORTH_MORE_ROOM, "unusable_answer"):
                raise
        wider = with_larger_budget(request, answer) if why in _WORTH_MORE_ROOM else request
        first_usage = usage_of(answer, request)
        with _paid(first_usage):
            second = await self._retried(lambda: self._exchange.ask(wider), on_wait)
            reply = self._checked(second, wider)
        return reply.model_copy(update={"usage": added(first_usage, reply.usage)})

    def _checked(self, answer: Answer, request: ModelRequest) -> ModelReply:
        """Return the reply that an answer makes.

        Raises:
            ModelError: it may not be used.
        """
        with _paid(usage_of(answer, request)):
            return usable(answer, request, self._traits, self.model)

    async def _retried(self, call: Callable[[], Awaitable[Any]], on_wait: WaitListener | None) -> Any:
        return await with_retries(
            call, limiter=self._limiter, clock=self._clock, policy=self._policy, on_wait=on_wait
        )


@contextlib.contextmanager
def _paid(usage: Usage) -> Iterator[None]:
    """Note on an error what an answer before it, or the unusable one itself, has used."""
    try:
        yield
    except ModelError as error:
        error.spent = usage if error.spent is None else added(usage, error.spent)
        raise


def _repair(request: ModelRequest, text: str, problem: str) -> ModelRequest:
    """Return the one question of repair: the answer as it was, and what is wrong with it."""
    asked = (
        f"That answer cannot be used. {problem} Give the whole answer again, corrected, "
        "as one JSON object and nothing else."
    )
    messages = (*request.messages, Message(role="assistant", content=text), Message(role="user", content=asked))
    return request.model_copy(update={"messages": messages})
