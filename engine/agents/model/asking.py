"""One question to a model, told to the run: what it cost, how long it took, when the server asked to wait."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Any

from engine.agents.port import Emit
from engine.errors import ModelError
from engine.events import ModelAnswered, ModelWaiting
from engine.models.port import LanguageModel, TextDelta, WaitListener
from engine.values import Role
from researcher_container.contract import Message, ModelReply, ModelRequest, OutputSchema


class Asker:
    """Asks for one mind in one step of a run.

    Args:
        role: whose question it is.
        wave: 0 for what belongs to no wave.
        emit: hears `ModelAnswered` and `ModelWaiting`.
    """

    def __init__(
        self,
        model: LanguageModel,
        role: Role,
        wave: int,
        emit: Emit,
    ) -> None:
        self._model, self._role, self._wave, self._emit = model, role, wave, emit

    async def structured(self, messages: list[Message], output: OutputSchema) -> ModelReply:
        """Return a reply whose `value` meets the schema."""
        started = time.monotonic()
        request = ModelRequest(messages=tuple(messages), output=output)
        reply = await self._model.respond(request, role=self._role, on_wait=self._waiting())
        self._answered(reply, started)
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
        """Yield the text of an answer as it comes; it is complete only when the iterator ends by itself."""
        started = time.monotonic()
        request = ModelRequest(messages=tuple(messages))
        async for piece in self._model.stream(request, role=self._role, on_wait=self._waiting()):
            if isinstance(piece, TextDelta):
                yield piece.text
            else:
                self._answered(piece, started)

    def _waiting(self) -> WaitListener:
        return lambda until, why: self._emit(ModelWaiting(until=until, why=why))

    def _answered(self, reply: ModelReply, started: float) -> None:
        self._emit(
            ModelAnswered(
                role=self._role.value,
                wave=self._wave,
                model=reply.model,
                usage=reply.usage,
                elapsed_s=round(time.monotonic() - started, 3),
            )
        )


def language_line(language: str) -> str:
    """Return the sentence that sets a language, "" when the topic's own is meant."""
    return f"Write in this language: {language}.\n" if language else ""
