"""A researcher's questions to the model: remembered, told with what they cost, one at a time."""

from __future__ import annotations

import asyncio
import time

from engine.broker.broker import Broker
from engine.broker.references import reference_of
from engine.errors import ModelError
from engine.events import ModelAnswered, ModelWaiting, ProviderSearched
from engine.models.port import LanguageModel
from engine.recorder import StepKey
from engine.sandbox.port import CallError
from engine.values import Role
from researcher_container.contract import ErrorCode, ModelReply, ModelRequest, Usage


class ModelCalls:
    """The model calls of one session.

    Args:
        prefix: of the session's steps.
    """

    def __init__(self, broker: Broker, wave: int, researcher: int, prefix: str) -> None:
        self._broker, self._wave, self._researcher = broker, wave, researcher
        self._prefix = prefix
        self._asking: asyncio.Future[ModelReply] | None = None
        self._waits_until = 0.0
        self.waited_s = 0.0  # in all, that servers asked to wait: it is not the researcher's time
        self.waits_longer = asyncio.Event()

    def remembered(self, model: LanguageModel, request: ModelRequest) -> ModelReply | None:
        """Return what this very model answered this very request."""
        held = self._broker.recorder.recall(self._step(model, request))
        return None if held is None else ModelReply.model_validate(held)

    async def asked(self, model: LanguageModel, request: ModelRequest) -> ModelReply:
        """Ask the model, tell what it took, remember the answer; its citations get their references.

        Raises:
            ModelError: it gave no answer that can be used; what it took all the same is told.
            CallError: the researcher has given this question up.
        """
        started = time.monotonic()
        try:
            reply = await self._alone(model, request)
        except ModelError as error:
            if error.spent is not None:
                self._broker.recorder.emit(self._answered(model.model, error.spent, started, is_failed=True))
            raise
        reply = _with_references(reply)
        event = self._answered(reply.model or model.model, reply.usage, started)
        self._broker.recorder.emit(event, self._step(model, request), reply)
        for query in reply.searches:
            self._broker.recorder.emit(ProviderSearched(wave=self._wave, researcher=self._researcher, query=query))
        return reply

    async def _alone(self, model: LanguageModel, request: ModelRequest) -> ModelReply:
        """Ask the model. A researcher asks one question at a time: another one gives the one before it up."""
        if self._asking is not None:
            self._asking.cancel()
        asking = self._asking = asyncio.ensure_future(
            model.respond(request, role=Role.RESEARCHER, on_wait=self._waiting)
        )
        try:
            return await asking
        except asyncio.CancelledError:
            if self._asking is asking:
                raise  # the sandbox or the run has ended
            raise CallError(ErrorCode.CANCELLED, "The researcher asked something else.") from None

    def _step(self, model: LanguageModel, request: ModelRequest) -> StepKey:
        """Return the key of a model call: what one model said is no answer of another one."""
        return StepKey(f"{self._prefix}/model/{model.model}", request)

    def _waiting(self, until: float, why: str) -> None:
        more_s = until - max(time.time(), self._waits_until)
        if more_s > 0:
            self.waited_s, self._waits_until = self.waited_s + more_s, until
            self.waits_longer.set()
        event = ModelWaiting(until=until, why=why, wave=self._wave, researcher=self._researcher)
        self._broker.recorder.emit(event)

    def _answered(self, model: str, usage: Usage, started: float, *, is_failed: bool = False) -> ModelAnswered:
        return ModelAnswered(
            role="researcher",
            wave=self._wave,
            researcher=self._researcher,
            model=model,
            usage=usage,
            cost_usd=self._broker.price_of(usage),
            elapsed_s=round(time.monotonic() - started, 3),
            is_failed=is_failed,
        )


def _with_references(reply: ModelReply) -> ModelReply:
    cited = tuple(cite.model_copy(update={"ref": reference_of(cite.url)}) for cite in reply.citations)
    return reply.model_copy(update={"citations": cited})
