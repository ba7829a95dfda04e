"""What a model that answers can do: follow a schema, call tools, stream."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping

from engine.errors import ModelError
from engine.models import probes
from engine.models.checking import CHARS_PER_TOKEN, added
from engine.models.exchange import ProtocolChoice
from engine.models.finding import CheckMark, FindingCode, ModelFinding
from engine.models.openai_model import OpenAIModel
from engine.models.port import TextDelta
from engine.models.retry import Limiters, RetryPolicy
from engine.models.traits import StructureLevel, TraitsMemory
from engine.values import Role
from researcher_container.contract import ModelReply, Usage

_LEVEL_CODES: dict[StructureLevel, FindingCode] = {
    StructureLevel.SCHEMA: "follows_schema",
    StructureLevel.OBJECT: "follows_object",
    StructureLevel.PLAIN: "follows_prompt",
}
# A stream that came in one piece has no speed.
_LEAST_TIMED_S = 0.02


class SkillChecks:
    """Asks one model a handful of small questions; what is learned about it goes into `traits`."""

    def __init__(
        self,
        *,
        base_url: str,
        model: str,
        api_key: str,
        headers: Mapping[str, str],
        protocol: ProtocolChoice,
        traits: TraitsMemory,
        read_timeout_s: float,
    ) -> None:
        self._traits = traits.of(base_url, model)
        self._model = OpenAIModel(
            base_url=base_url,
            api_key=api_key,
            model=model,
            protocol=protocol,
            headers=headers,
            read_timeout_s=read_timeout_s,
            traits=traits,
            limiters=Limiters(),
            policy=RetryPolicy(rate_limited=0, other=1),
        )
        self.usage = Usage()

    async def findings(self) -> AsyncIterator[ModelFinding]:
        """Look at structure, tools and streaming; a server that wants a pause ends it."""
        for look in (self._structure, self._tools, self._stream):
            try:
                found = await look()
            except ModelError as error:
                slow = error.kind == "rate_limited"
                yield ModelFinding(
                    code="slow_down" if slow else "no_answer",
                    mark="note",
                    names={"title": error.title, "advice": error.advice},
                )
                if slow:
                    return
                continue
            for finding in found:
                yield finding

    async def aclose(self) -> None:
        """Close connections."""
        await self._model.aclose()

    async def _structure(self) -> list[ModelFinding]:
        """Ask at the highest level the server takes; where it ignores what it takes, a level lower."""
        questions = probes.structured()
        while True:
            replies = await asyncio.gather(
                *(self._model.respond(one, role=Role.PLANNER) for one in questions), return_exceptions=True
            )
            for reply in replies:
                if isinstance(reply, ModelReply):
                    self._spend(reply.usage)
                elif not isinstance(reply, ModelError) or reply.kind in ("rate_limited", "unreachable", "timeout"):
                    raise reply
            good = sum(isinstance(reply, ModelReply) for reply in replies)
            level = self._traits.structure
            if good or level is StructureLevel.PLAIN:
                break
            self._traits.structure = StructureLevel(level - 1)
        if not good:
            return [ModelFinding(code="follows_nothing", mark="bad", names=_share(good, len(questions)))]
        is_whole = good == len(questions)
        mark: CheckMark = "ok" if is_whole and level is StructureLevel.SCHEMA else "note"
        return [ModelFinding(code=_LEVEL_CODES[level], mark=mark, names=_share(good, len(questions)))]

    async def _tools(self) -> list[ModelFinding]:
        try:
            reply = await self._model.respond(probes.with_tool(), role=Role.RESEARCHER)
        except ModelError as error:
            if error.kind != "no_tools":
                raise
            return [ModelFinding(code="calls_no_tools", mark="note")]
        self._spend(reply.usage)
        return [
            ModelFinding(code="calls_tools") if reply.tool_calls else ModelFinding(code="ignores_tools", mark="note")
        ]

    async def _stream(self) -> list[ModelFinding]:
        first_s = last_s = 0.0
        pieces = chars = 0
        reply: ModelReply | None = None
        async for came in self._model.stream(probes.streamed(), role=Role.WRITER):
            if isinstance(came, TextDelta):
                last_s = time.monotonic()
                first_s = first_s or last_s
                pieces, chars = pieces + 1, chars + len(came.text)
            else:
                reply = came
        assert reply is not None  # a stream ends with the whole, or raises
        self._spend(reply.usage)
        if pieces < 2:
            return [ModelFinding(code="streams_not", mark="note")]
        took_s = last_s - first_s
        speed = chars / CHARS_PER_TOKEN / took_s if took_s >= _LEAST_TIMED_S else None
        found = [ModelFinding(code="streams", figure=speed)]
        if reply.usage.estimated:
            found.append(ModelFinding(code="counts_missing", mark="note"))
        return found

    def _spend(self, usage: Usage) -> None:
        self.usage = added(self.usage, usage)


def _share(good: int, asked: int) -> dict[str, str]:
    return {"good": str(good), "asked": str(asked)}
