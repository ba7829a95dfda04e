"""One request to one server: the wire protocol chosen, what a refusal teaches learned, the answer read."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from engine.errors import ModelError
from engine.models import errors
from engine.models.answer import WRONG_SHAPE, Answer, WireProtocol
from engine.models.chat_completions import ChatCompletions
from engine.models.learning import learn, refuses_tools
from engine.models.open_stream import OpenStream
from engine.models.responses import Responses
from engine.models.retry import Clock, SlowDown, retry_after
from engine.models.traits import ServerTraits, StructureLevel
from engine.models.transport import ServerRefusal, Transport
from researcher_container.contract import ModelRequest

ProtocolChoice = Literal["auto", "responses", "chat"]
_PROTOCOLS: dict[str, WireProtocol] = {"chat": ChatCompletions(), "responses": Responses()}
# A slow server may take its time; an answer longer than this has no end.
LONGEST_ANSWER_S = 1_800.0


class Exchange:
    """Asks once, without retries.

    Args:
        transport: knows address and key.
        traits: what is known about this model at this address; refusals change it.
        protocol: "auto" finds out.
        is_hosted: the provider can search the web itself, which only Responses does well.
        longest_answer_s: how long a slow server's answer may go on.
    """

    def __init__(
        self,
        transport: Transport,
        traits: ServerTraits,
        clock: Clock,
        *,
        model: str,
        api_key: str,
        protocol: ProtocolChoice,
        is_hosted: bool,
        longest_answer_s: float,
    ) -> None:
        self._transport, self._traits, self._clock = transport, traits, clock
        self._base_url = transport.base_url
        self._model, self._api_key = model, api_key
        self._protocol, self._is_hosted = protocol, is_hosted
        self._longest_answer_s = longest_answer_s

    async def ask(self, request: ModelRequest) -> Answer:
        """Return the answer to a request.

        Raises:
            ModelError: there is none; a time-out makes the next answers streamed ones.
        """
        if self._traits.is_slow:
            return await self._gathered(request)
        while True:
            wire, level = self._wire(request), self._traits.structure
            try:
                body = wire.body(request, self._model, self._traits, stream=False)
                payload = await self._transport.send(wire.name, body)
            except ServerRefusal as refusal:
                self._learn_or_raise(request, wire, refusal, level)
                continue
            except ModelError as error:
                self._traits.is_slow = self._traits.is_slow or error.kind == "timeout"
                raise
            self._traits.protocol = self._traits.protocol or wire.name
            return self._read(wire, payload)

    async def _gathered(self, request: ModelRequest) -> Answer:
        """Return the answer of a slow server: streamed, so that only silence and endlessness end it."""
        async with self._traits.turns.turn():
            opened = await self.open(request)
            try:
                async with asyncio.timeout(self._longest_answer_s):
                    while not opened.is_over:
                        await opened.advance()
                return opened.whole()
            except TimeoutError:
                raise errors.Endless("The model did not come to an end of its answer.") from None
            finally:
                await opened.aclose()

    async def open(self, request: ModelRequest) -> OpenStream:
        """Return a stream that has begun.

        Raises:
            ModelError: it did not begin.
        """
        while True:
            wire, level = self._wire(request), self._traits.structure
            body = wire.body(request, self._model, self._traits, stream=True)
            events = self._transport.stream(wire.name, body)
            opened = OpenStream(wire, events, self._base_url, self._read, self._error_in)
            try:
                await opened.advance()
            except ServerRefusal as refusal:
                await opened.aclose()
                self._learn_or_raise(request, wire, refusal, level)
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
            "responses" if "://api.openai.com/" in self._base_url + "/" or self._is_hosted else "chat"
        )
        if request.hosted_search and "responses" not in self._traits.refused_protocols:
            likely = "responses"
        return _PROTOCOLS[likely]

    def _learn_or_raise(
        self, request: ModelRequest, wire: WireProtocol, refusal: ServerRefusal, level: StructureLevel
    ) -> None:
        if request.output and self._traits.structure < level:
            return  # questions asked at once are refused at once: one step down the ladder is enough for all
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
            refusal.status, refusal.payload, model=self._model, base_url=self._base_url, api_key=self._api_key
        )
        until = retry_after(refusal.headers, self._clock.now())
        if error.kind == "rate_limited" or (error.kind == "server_error" and until is not None):
            return SlowDown(error, until)
        return error

    def _read(self, wire: WireProtocol, payload: Any) -> Answer:
        if not isinstance(payload, dict):
            raise errors.garbage(self._base_url, str(payload)[:200])
        if payload.get("error"):
            raise self._error_in(payload)
        try:
            answer = wire.read(payload)
        except WRONG_SHAPE:
            raise errors.garbage(self._base_url, str(payload)) from None
        if answer is None:
            raise errors.no_answer(self._base_url)
        return answer

    def _error_in(self, payload: Any) -> ModelError:
        """Map an error object that came where an answer belongs."""
        return errors.error_in_answer(payload, model=self._model, base_url=self._base_url, api_key=self._api_key)
