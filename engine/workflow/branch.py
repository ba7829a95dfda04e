"""One researcher's branch: attempts in fresh sandboxes, until there is a finding."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from pydantic import ValidationError

from engine.broker.gathering import gathered, kept
from engine.broker.given import given_sources
from engine.broker.session import BrokerSession
from engine.broker.whole_values import whole_values
from engine.context_room import conversation_chars
from engine.errors import JournalError, ModelError, SandboxError, Trouble, trouble_of
from engine.events import FindingArrived, ResearcherStarted, SandboxStarted
from engine.racing import Overtaken, to_its_end, unless
from engine.recorder import StepKey
from engine.sandbox.port import CallError, Sandbox
from engine.values import Finding, Role
from engine.workflow.context import RunContext
from engine.workflow.messages import ResearchRequest
from engine.workflow.step_inputs import asked_of, mind_of, sources_of
from researcher_container.contract import Method, ResearchMode, ResearchParams, ResearchResult, Waited

_LOG = logging.getLogger(__name__)
# Troubles of the model's server as a whole, which reviewer and writer meet as well.
OF_THE_SERVER = ("unreachable", "bad_key", "no_credit", "unknown_model", "rate_limited")
STOPPED = Trouble(kind="stopped", title="Stopped by you.", advice="Its sources are kept.")
LIMIT_REACHED = Trouble(kind="limit", title="Stopped: limit reached.", advice="Its sources are kept.")
# What a researcher has to hand in what it has read; with the end of its sandbox it stays within a second.
HANDING_IN_S = 0.5


class _Retry(Exception):
    """The user asked this researcher to try again."""


class Branch:
    """The work on one request. Attempts count what the user sees; a lineage ends only by the user's retry."""

    def __init__(self, run: RunContext, request: ResearchRequest) -> None:
        self._run, self._request = run, request
        self._attempt = 0
        self._replaced = False
        self._session: BrokerSession | None = None

    async def finding(self) -> Finding:
        """Return the finding: remembered, worked out, or one that says what went wrong.

        It returns when the whole wave has answered: until then the user may ask this researcher to try again.

        Raises:
            JournalError: nothing can be written any more.
        """
        wave, researcher = self._request.wave, self._request.researcher
        while True:
            lineage = self._run.control.retries(wave, researcher)
            try:
                finding = await self._found(lineage)
            except _Retry:
                self._replaced = False
                continue
            open_wave = self._run.open_waves[wave]
            open_wave.answered(researcher, lineage)
            if await open_wave.until_whole_or_retried(researcher):
                return finding
            self._replaced = False

    async def _found(self, lineage: int) -> Finding:
        """Return the finding of a lineage; a bug becomes a finding, too, and is not remembered.

        Raises:
            _Retry: the user asked for a new attempt.
            JournalError: nothing can be written any more.
        """
        step = self._step(lineage)
        held = self._run.recorder.recall(step)
        finding = None if held is None else Finding.model_validate(held)
        if finding is not None and not self._is_due_again(finding):
            if not self._run.recorder.told.finding(finding.wave, finding.researcher):
                self._run.emit(FindingArrived(finding=finding))
            return finding
        try:
            return await self._worked_out(lineage, step)
        except (_Retry, JournalError):
            raise
        except Exception as error:
            _LOG.exception("researcher %s.%s broke", self._request.wave, self._request.researcher)
            finding = self._ended(trouble_of(error))
            self._run.emit(FindingArrived(finding=finding))
            return finding

    def _is_due_again(self, finding: Finding) -> bool:
        if finding.error is None:
            return False
        if finding.error.kind == LIMIT_REACHED.kind and self._run.control.is_budget_raised():
            return True
        return self._run.nobody_answered and not finding.sources

    async def _worked_out(self, lineage: int, step: StepKey) -> Finding:
        """Work until there is an answer, a failure, or a wish of the user that ends the attempt.

        Raises:
            _Retry: the user asked for a new attempt.
        """
        control = self._run.control
        if control.finishing():
            return self._recorded(self._ended(self._stopped()), step)
        try:
            return await unless(lambda: self._until_overtaken(lineage), self._in_a_slot(lineage, step))
        except Overtaken:
            if self._is_to_retry(lineage):
                raise _Retry from None
            return self._recorded(self._ended(self._stopped()), step)

    async def _until_overtaken(self, lineage: int) -> None:
        """Wait for a wish that ends the attempt; who has begun may hand in what it has read first."""
        control = self._run.control
        await control.until(lambda: control.finishing() or self._is_to_retry(lineage))
        if self._session is not None and not self._is_to_retry(lineage):
            self._session.wrap_up()
            await asyncio.sleep(HANDING_IN_S)

    def _is_to_retry(self, lineage: int) -> bool:
        return self._run.control.retries(self._request.wave, self._request.researcher) > lineage

    def _stopped(self) -> Trouble:
        return LIMIT_REACHED if self._run.control.limit() else STOPPED

    async def _in_a_slot(self, lineage: int, step: StepKey) -> Finding:
        """Wait for a turn, and give it up only when the finding is told."""
        async with self._run.slots:
            return self._recorded(await self._attempts(lineage), step)

    async def _attempts(self, lineage: int) -> Finding:
        """Try in a sandbox; one that dies is replaced once."""
        # Every retry was an attempt, also those of an earlier process.
        self._attempt = max(self._attempt, lineage)
        while True:
            self._attempt += 1
            try:
                return self._answered(await self._try(lineage))
            except SandboxError as error:
                if error.retryable and not self._replaced and not self._run.control.finishing():
                    self._replaced = True
                    continue
                return self._ended(error.trouble())
            except (CallError, ValidationError) as error:
                return self._ended(self._trouble(error))

    def _recorded(self, finding: Finding, step: StepKey) -> Finding:
        if finding.error is not None and finding.error.kind in OF_THE_SERVER:
            # Told, but not remembered: the run cannot go on without its server, and when it does, this is worked out.
            self._run.emit(FindingArrived(finding=finding))
        else:
            self._run.recorder.emit(FindingArrived(finding=finding), step, finding)
        return finding

    async def _try(self, lineage: int) -> ResearchResult:
        """Run one attempt.

        Raises:
            SandboxError: the sandbox ended first.
            CallError: the researcher gave up, with a reason.
            ValidationError: its answer does not have the agreed shape.
        """
        request, params = self._request, self._params()
        self._run.emit(
            ResearcherStarted(
                wave=request.wave, researcher=request.researcher, attempt=self._attempt, question=request.question
            )
        )
        self._session = BrokerSession(
            self._run.broker,
            request.wave,
            request.researcher,
            lineage=lineage,
            max_pages=params.max_pages,
            max_model_calls=params.max_model_calls,
        )
        sandbox = await self._run.take_sandbox()
        try:
            self._run.emit(
                SandboxStarted(
                    wave=request.wave,
                    researcher=request.researcher,
                    attempt=self._attempt,
                    sandbox_id=sandbox.id,
                    sandbox=sandbox.kind,
                )
            )
            sandbox.serve(self._session.answer, self._session.hear)
            telling = asyncio.ensure_future(_tell_waits(sandbox, self._session))
            try:
                raw = await sandbox.call(
                    Method.RESEARCH,
                    params.model_dump(mode="json"),
                    timeout_s=self._run.options.researcher_time_s,
                    waited_s=self._session.waited_s,
                )
            finally:
                telling.cancel()
                await asyncio.gather(telling, return_exceptions=True)
        finally:
            await to_its_end(sandbox.close())
        return ResearchResult.model_validate(whole_values(raw))

    def _params(self) -> ResearchParams:
        options = self._run.options
        mode: ResearchMode = (
            "offline" if options.mode == "offline" else "hosted" if options.hosted_search else "tools"
        )
        return ResearchParams(
            question=self._request.question,
            mode=mode,
            language=options.language,
            max_pages=options.plan.pages,
            max_model_calls=options.plan.pages + 4,
            max_context_chars=conversation_chars(options.context_tokens),
            read_citations=options.read_citations and mode == "hosted",
            given=given_sources(options),
            today=self._run.today,
            time_s=self._run.options.researcher_time_s,
        )

    def _step(self, lineage: int) -> StepKey:
        request = self._request
        return StepKey(
            f"researcher/{request.wave}/{request.researcher}/{lineage}",
            {
                "params": asked_of(self._params()),
                "mind": mind_of(self._run.options, Role.RESEARCHER),
                "sources": sources_of(self._run.options),
            },
        )

    def _answered(self, result: ResearchResult) -> Finding:
        assert self._session is not None
        return Finding(
            wave=self._request.wave,
            researcher=self._request.researcher,
            question=self._request.question,
            answer=result.answer,
            confidence=None if result.confidence is None else min(1.0, max(0.0, result.confidence)),
            sources=gathered(self._session, result),
            gaps=result.gaps,
            error=self._stopped() if self._session.was_cut_short else None,
            attempt=self._attempt,
        )

    def _ended(self, trouble: Trouble) -> Finding:
        """Return a finding that holds an error and what was quoted before it."""
        return Finding(
            wave=self._request.wave,
            researcher=self._request.researcher,
            question=self._request.question,
            sources=kept(self._session) if self._session else (),
            error=trouble,
            attempt=max(1, self._attempt),
        )

    def _trouble(self, error: CallError | ValidationError) -> Trouble:
        """Return why the researcher gave up; the model's own trouble says more than the researcher can."""
        if self._session is not None and self._session.was_cut_short:
            return self._stopped()
        if self._session is not None and self._session.last_model_trouble is not None:
            return self._session.last_model_trouble
        if isinstance(error, CallError) and error.code < -32000:
            return Trouble(
                kind="no_answer", title=error.message[:300], advice="Its sources are kept.", retryable=True
            )
        return trouble_of(ModelError("unusable_answer", "The researcher gave no usable answer.", detail=str(error)))


async def _tell_waits(sandbox: Sandbox, session: BrokerSession) -> None:
    """Tell the program how long servers have made it wait, so that it does not hand in too early for that."""
    with contextlib.suppress(SandboxError):  # it is gone: nobody is there to be told
        while True:
            waited = Waited(s=await session.waits_longer())
            await sandbox.notify(Method.WAITED, waited.model_dump(mode="json"))
