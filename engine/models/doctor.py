"""The model doctor: finds out step by step what works at a server, and how it is best spoken to."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.errors import ModelError
from engine.models.answer import Answer
from engine.models.exchange import ProtocolChoice
from engine.models.finding import CheckMark, FindingCode, ModelFinding, ModelVerdict
from engine.models.model_list import ModelList, list_models
from engine.models.model_names import writers
from engine.models.openai_model import DEFAULT_BASE_URL
from engine.models.plain_question import ask_plainly
from engine.models.reasoning import part
from engine.models.skill_checks import SkillChecks
from engine.models.traits import SESSION_TRAITS, TraitsMemory
from researcher_container.contract import Usage

# A model that must be loaded from disk first is silent that long.
READ_TIMEOUT_S = 120.0
_GRAVITY: tuple[CheckMark, ...] = ("ok", "note", "bad")
_TROUBLE_CODES: dict[str, FindingCode] = {
    "bad_key": "key_refused",
    "unknown_model": "model_unknown",
    "rate_limited": "slow_down",
    "no_credit": "no_credit",
}


@dataclass(frozen=True)
class Patient:
    """A server and the models that are to work at it.

    Attributes:
        model: the run's model, "" when none is named.
        role_models: of the roles that have one of their own.
        wants_hosted_search: the provider is to search the web itself, which only one protocol does well.
        context_tokens: as the user knows it; None = the server's word counts.
    """

    base_url: str = ""
    model: str = ""
    api_key: str = field(default="", repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    role_models: tuple[str, ...] = ()
    protocol: ProtocolChoice = "auto"
    wants_hosted_search: bool = False
    context_tokens: int | None = None


class ModelDoctor:
    """Examines once; `verdict` is whole when the findings have ended.

    Args:
        traits: what is found out is remembered there.
        read_timeout_s: how long the server may be silent.
    """

    def __init__(
        self, patient: Patient, *, traits: TraitsMemory = SESSION_TRAITS, read_timeout_s: float = READ_TIMEOUT_S
    ) -> None:
        self._patient = patient
        self._base_url = (patient.base_url or DEFAULT_BASE_URL).rstrip("/")
        self._memory, self._read_timeout_s = traits, read_timeout_s
        self._fresh = TraitsMemory()
        self._list = ModelList(status=0, elapsed_ms=0)
        self.verdict = ModelVerdict()

    async def findings(self) -> AsyncGenerator[ModelFinding, None]:
        """Look at one thing after the other, the cheap ones first; end early where the rest cannot work."""
        started = time.monotonic()
        async for finding in self._steps():
            worst = max(finding.mark, self.verdict.worst, key=_GRAVITY.index)
            self._note(worst=worst, elapsed_s=time.monotonic() - started)
            yield finding
        self._note(elapsed_s=time.monotonic() - started)

    async def _steps(self) -> AsyncIterator[ModelFinding]:
        try:
            self._list = await list_models(self._base_url, self._patient.api_key, self._patient.headers)
        except ModelError as error:
            yield _trouble("server_silent", error)
            return
        self._note(models=writers(self._list.names()))
        reached = self._reached()
        for finding in reached:
            yield finding
        if any(finding.mark == "bad" for finding in reached):
            return
        if not self._patient.model:
            yield ModelFinding(code="no_model", mark="bad", offers=self.verdict.models)
            return
        async for finding in self._asked():
            yield finding

    def _reached(self) -> list[ModelFinding]:
        """Return what the list of models tells about server and key."""
        status, key = self._list.status, self._patient.api_key
        answers = ModelFinding(code="server_answers", figure=float(self._list.elapsed_ms))
        if status in (401, 403):
            code: FindingCode = "key_refused" if key else "key_wanted"
            return [answers, ModelFinding(code=code, mark="bad", names={"said": self._list.said})]
        if status >= 500:
            return [ModelFinding(code="server_failing", mark="bad", names={"status": str(status)})]
        return [answers]

    async def _asked(self) -> AsyncIterator[ModelFinding]:
        """Ask the model; everything else makes sense only once it answers."""
        answers, troubles = await self._plain_answers()
        if not answers:
            yield self._no_answer(troubles)
            return
        # Many servers list their models for everybody: only an answer shows that the key is good.
        yield ModelFinding(code="key_accepted" if self._patient.api_key else "key_unneeded")
        yield self._model_found()
        yield self._chosen_protocol(answers)
        skills = SkillChecks(
            base_url=self._base_url,
            model=self._patient.model,
            api_key=self._patient.api_key,
            headers=self._patient.headers,
            protocol=self._patient.protocol,
            traits=self._fresh,
            read_timeout_s=self._read_timeout_s,
        )
        try:
            async for finding in skills.findings():
                yield finding
        finally:
            await skills.aclose()
        self._spend(skills.usage)
        if (reasoning := _reasoning(answers[self.verdict.protocol or "chat"])) is not None:
            yield reasoning
        for name in dict.fromkeys(self._patient.role_models):
            if name and name != self._patient.model and (missing := await self._missing(name)) is not None:
                yield missing
        self._memory.adopt(self._base_url, self._patient.model, self._fresh.of(self._base_url, self._patient.model))

    # --- one word --------------------------------------------------------------------------------------

    async def _plain_answers(self) -> tuple[Mapping[str, Answer], list[ModelError]]:
        """Ask over every protocol that may be used, at once; return the answers and what went wrong."""
        asked: tuple[Literal["chat", "responses"], ...] = ("chat", "responses")
        if self._patient.protocol != "auto":
            asked = (self._patient.protocol,)
        replies = await asyncio.gather(*(self._plain(protocol, self._patient.model) for protocol in asked))
        answers: dict[str, Answer] = {
            name: reply for name, reply in zip(asked, replies, strict=True) if isinstance(reply, Answer)
        }
        for answer in answers.values():
            self._spend(answer.usage)
        return answers, [reply for reply in replies if isinstance(reply, ModelError)]

    async def _plain(self, protocol: ProtocolChoice, model: str) -> Answer | ModelError:
        return await ask_plainly(
            self._base_url,
            model,
            api_key=self._patient.api_key,
            headers=self._patient.headers,
            protocol=protocol,
            traits=self._fresh.of(self._base_url, f"{model} {protocol}"),
            read_timeout_s=self._read_timeout_s,
        )

    def _no_answer(self, troubles: list[ModelError]) -> ModelFinding:
        # Where one protocol is missing and the other refuses, the refusal is the news.
        telling = [error for error in troubles if error.kind != "bad_request"] or troubles
        error = telling[0]
        code = _TROUBLE_CODES.get(error.kind, "no_answer")
        if code == "key_refused" and not self._patient.api_key:
            code = "key_wanted"
        if error.kind == "bad_request" and "nothing at this address" in error.title:
            other = "chat" if self._patient.protocol == "responses" else "responses"
            if self._patient.protocol != "auto":
                return ModelFinding(
                    code="speaks_not", mark="bad", names={"protocol": self._patient.protocol, "other": other}
                )
            code = "nothing_there"
        found = _trouble(code, error)
        if code != "model_unknown":
            return found
        names = {**found.names, "model": self._patient.model}
        return found.model_copy(update={"names": names, "offers": self.verdict.models})

    def _model_found(self) -> ModelFinding:
        model = self._patient.model
        context = self._patient.context_tokens or self._list.context_of(model)
        self._note(context_tokens=context)
        listed = model in self._list.names()
        names = {"model": model, **({"context": str(context)} if context else {})}
        return ModelFinding(code="model_offered" if listed else "model_answers", names=names)

    async def _missing(self, model: str) -> ModelFinding | None:
        """Look whether the model of a role is there; a list that does not name it is no proof (deployments)."""
        if model in self._list.names():
            return None
        reply = await self._plain(self._patient.protocol, model)
        if isinstance(reply, Answer):
            self._spend(reply.usage)
            return None
        found = _trouble(_TROUBLE_CODES.get(reply.kind, "no_answer"), reply)
        offers = tuple(dict.fromkeys((self._patient.model, *self.verdict.models)))
        return found.model_copy(update={"names": {**found.names, "model": model, "role": "yes"}, "offers": offers})

    # --- what is concluded -----------------------------------------------------------------------------

    def _chosen_protocol(self, answers: Mapping[str, Answer]) -> ModelFinding:
        """Choose the protocol: the newer one where hosted search needs it, else what nearly every server speaks."""
        wants_newer = "://api.openai.com/" in self._base_url + "/" or self._patient.wants_hosted_search
        newer = "responses" in answers and (wants_newer or "chat" not in answers)
        protocol: Literal["responses", "chat"] = "responses" if newer else "chat"
        traits = self._fresh.of(self._base_url, f"{self._patient.model} {protocol}")
        traits.protocol = protocol
        if self._patient.protocol == "auto":
            traits.refused_protocols |= {"chat", "responses"} - answers.keys()
        self._fresh.adopt(self._base_url, self._patient.model, traits)
        self._note(protocol=protocol)
        return ModelFinding(code="speaks", names={"protocol": protocol, "both": "yes" if len(answers) > 1 else ""})

    def _spend(self, usage: Usage | None) -> None:
        if usage is not None:
            self._note(tokens=self.verdict.tokens + usage.input_tokens + usage.output_tokens)

    def _note(self, **what: object) -> None:
        self.verdict = self.verdict.model_copy(update=what)


def _trouble(code: FindingCode, error: ModelError) -> ModelFinding:
    mark: CheckMark = "note" if code == "slow_down" else "bad"
    return ModelFinding(code=code, mark=mark, names={"title": error.title, "advice": error.advice})


def _reasoning(answer: Answer) -> ModelFinding | None:
    """Return whether and where a model thinks aloud, None when it does not."""
    if part(answer.text).reasoning:
        return ModelFinding(code="reasons_in_tags")
    return ModelFinding(code="reasons_apart") if answer.reasoning or answer.reasoning_tokens else None
