"""One question to a model, told to the run: what it cost, how long it took, when the server asked to wait."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Any

from engine.agents.port import Emit
from engine.errors import ModelError
from engine.events import ModelAnswered, ModelWaiting
from engine.models.checking import estimated_usage
from engine.models.port import LanguageModel, TextDelta, WaitListener
from engine.spending import cost_usd
from engine.values import Prices, Role
from researcher_container.contract import Message, ModelReply, ModelRequest, OutputSchema, Usage

NO_PRICES = Prices()


class Asker:
    """Asks for one mind in one step of a run.

    Args:
        role: whose question it is.
        wave: 0 for what belongs to no wave.
        emit: hears `ModelAnswered` and `ModelWaiting`.
        prices: of the model.
    """

    def __init__(
        self,
        model: LanguageModel,
        role: Role,
        wave: int,
        emit: Emit,
        prices: Prices = NO_PRICES,
    ) -> None:
        self._model, self._role, self._wave, self._emit = model, role, wave, emit
        self._prices = prices

    async def structured(self, messages: list[Message], output: OutputSchema) -> ModelReply:
        """Return a reply whose `value` meets the schema."""
        started = time.monotonic()
        request = ModelRequest(messages=tuple(messages), output=output)
        try:
            reply = await self._model.respond(request, role=self._role, on_wait=self._waiting())
        except ModelError as error:
            if error.spent is not None:
                self._tell(error.spent, started, is_failed=True)
            raise
        self._tell(reply.usage, started, reply.model)
        return reply

    async def mended(self, messages: list[Message], output: OutputSchema) -> dict[str, Any] | None:
        """Return the value of a second answer, None when there is none: then the first one has to do."""
        try:
            return (await self.structured(messages, output)).value
        except ModelError as error:
            if error.kind not in ("unusable_answer", "truncated", "budget_spent_on_reasoning", "context_full"):
                raise
            return None

    async def streamed(self, messages: list[Message]) -> AsyncIterator[str]:
        """Yield the text of an answer as it comes; it is complete only when the iterator ends by itself.

        An answer that breaks off, or that nobody reads to its end, has been paid for as well.
        """
        started = time.monotonic()
        request = ModelRequest(messages=tuple(messages))
        came_chars, reply, usage = 0, None, None
        try:
            async for piece in self._model.stream(request, role=self._role, on_wait=self._waiting()):
                if isinstance(piece, TextDelta):
                    came_chars += len(piece.text)
                    yield piece.text
                else:
                    reply, usage = piece, piece.usage
        except ModelError as error:
            usage = error.spent
            raise
        finally:
            if usage is not None or came_chars:
                usage = usage or estimated_usage(request, came_chars)
                self._tell(usage, started, reply.model if reply else "", is_failed=reply is None)

    def _waiting(self) -> WaitListener:
        return lambda until, why: self._emit(ModelWaiting(until=until, why=why))

    def _tell(self, usage: Usage, started: float, model: str = "", *, is_failed: bool = False) -> None:
        self._emit(
            ModelAnswered(
                role=self._role.value,
                wave=self._wave,
                model=model or self._model.model,
                usage=usage,
                cost_usd=cost_usd(usage, self._prices),
                elapsed_s=round(time.monotonic() - started, 3),
                is_failed=is_failed,
            )
        )
