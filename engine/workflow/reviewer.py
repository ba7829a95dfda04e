"""The reviewer executor: approves a dossier or asks for one more wave; the user's verdict goes first."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from agent_framework import Executor, WorkflowContext, handler

from engine.agents.port import ReviewTask
from engine.errors import JournalError, NobodyAnswered, trouble_of
from engine.events import ReviewDecided, ReviewStarted
from engine.racing import Overtaken, unless
from engine.recorder import StepKey
from engine.values import ResearchDossier, ReviewDecision, Role
from engine.workflow.context import RunContext
from engine.workflow.messages import ApprovedDossier, CollectedDossier, FollowUpResearch
from engine.workflow.step_inputs import mind_of, sources_of

REVIEWER_ID = "reviewer"
_LOG = logging.getLogger(__name__)


class ReviewerExecutor(Executor):
    """Turns a mind's judgement into a decision that fits the waves that remain."""

    def __init__(self, run: RunContext) -> None:
        super().__init__(REVIEWER_ID)
        self._run = run

    @handler
    async def review(
        self, message: CollectedDossier, ctx: WorkflowContext[FollowUpResearch | ApprovedDossier]
    ) -> None:
        """Decide, and send the dossier on.

        Raises:
            NobodyAnswered: there is nothing to decide about, and the user has not asked for a report all the same.
        """
        dossier = message.dossier
        self._require_an_answer(dossier)
        decision = await self._decision(dossier)
        if decision.status == "approved":
            await ctx.send_message(ApprovedDossier(dossier=dossier, decision=decision), target_id="writer")
        else:
            follow_up = FollowUpResearch(wave=dossier.wave + 1, questions=decision.follow_up_questions)
            await ctx.send_message(follow_up, target_id="planner")

    def _require_an_answer(self, dossier: ResearchDossier) -> None:
        """Refuse a dossier of errors: a report on it would say that the sources hold nothing.

        Raises:
            NobodyAnswered: every researcher ended with an error, and there is no source.
        """
        troubles = [finding.error for finding in dossier.findings if finding.error is not None]
        if dossier.sources or len(troubles) < len(dossier.findings) or self._wish(dossier) is not None:
            return
        raise NobodyAnswered(len(troubles), troubles[0])

    async def _decision(self, dossier: ResearchDossier) -> ReviewDecision:
        remaining = max(0, self._run.options.max_waves - dossier.wave)
        held = self._run.recorder.recall(self._step(dossier, remaining))
        if held is None and self._run.control.limit():
            held = self._run.recorder.recall(self._step(dossier, remaining, at_limit=True))
        if held is None:
            try:
                decision = await unless(self._until_wish(dossier), self._decided(dossier, remaining))
            except Overtaken:
                # A verdict is part of the step's input: a resumed run finds the decision under that key.
                return await self._decision(dossier)
        else:
            decision = ReviewDecision.model_validate(held)
            if not self._run.recorder.told.decided(dossier.wave):
                self._run.emit(ReviewDecided(wave=dossier.wave, decision=decision))
        self._run.control.wave_decided(dossier.wave, decision)
        return decision

    async def _decided(self, dossier: ResearchDossier, remaining: int) -> ReviewDecision:
        """Decide, and write the decision down in the same breath: a stop never loses an answer that was paid for."""
        decision = self._wish(dossier)
        if decision is None:
            self._run.emit(ReviewStarted(wave=dossier.wave))
            decision = self._within_budget(await self._judged(dossier, remaining))
        at_limit = bool(self._run.control.limit()) and decision.by == "limit"
        step = self._step(dossier, remaining, at_limit=at_limit)
        self._run.recorder.emit(ReviewDecided(wave=dossier.wave, decision=decision), step, decision)
        return decision

    def _within_budget(self, decision: ReviewDecision) -> ReviewDecision:
        """Return the decision, an approval where the review itself has used up what a next wave would need."""
        if decision.status == "approved" or not self._run.control.limit():
            return decision
        rationale = f"The budget is used, so no wave follows. Still missing: {decision.rationale}"
        return ReviewDecision(status="approved", rationale=rationale, by="limit", with_gaps=True)

    def _step(self, dossier: ResearchDossier, remaining: int, *, at_limit: bool = False) -> StepKey:
        """Return the key. Finish now is no part of it: it ends an open review and changes none that stands.

        Args:
            at_limit: the budget decided; with a larger one the review is made after all.
        """
        options, control = self._run.options, self._run.control
        verdict = control.verdict(dossier.wave)
        facts = {
            "dossier": dossier.model_dump(mode="json"),
            "remaining": remaining,
            "mind": mind_of(options, Role.REVIEWER),
            "sources": sources_of(options),
            "verdict": None if verdict is None else verdict.model_dump(mode="json"),
            "retries": control.retries_until(dossier.wave),
            **({"at_limit": True} if at_limit else {}),
        }
        return StepKey(f"reviewer/{dossier.wave}", facts)

    def _wish(self, dossier: ResearchDossier) -> ReviewDecision | None:
        verdict = self._run.control.verdict(dossier.wave)
        if verdict is None and self._run.control.finishing():
            answered = sum(1 for finding in dossier.findings if finding.error is None)
            of = f"{answered} of {len(dossier.findings)}"
            limited = self._run.control.limit()
            whose = "Approved at the limit of the budget" if limited else "Approved by you"
            return ReviewDecision(
                status="approved",
                rationale=f"{whose}, with gaps: {of} questions are answered.",
                by="limit" if limited else "user",
                with_gaps=True,
            )
        return verdict

    def _until_wish(self, dossier: ResearchDossier) -> Callable[[], Awaitable[None]]:
        known = self._wish(dossier)
        return lambda: self._run.control.until(lambda: self._wish(dossier) != known)

    async def _judged(self, dossier: ResearchDossier, remaining: int) -> ReviewDecision:
        task = ReviewTask(
            dossier=dossier,
            options=self._run.options,
            remaining_waves=remaining,
            asked=tuple(finding.question for finding in dossier.findings),
        )
        try:
            decision = await self._run.minds.reviewer.review(task, self._run.emit)
        except JournalError:
            raise
        except Exception as error:
            _LOG.warning("the review of wave %s failed: %s", dossier.wave, type(error).__name__, exc_info=True)
            why = trouble_of(error).title
            return ReviewDecision(
                status="approved",
                rationale=f"The review could not be made: {why} The report is written from what there is.",
                by="limit",
                with_gaps=True,
            )
        if decision.status == "needs_more_research" and not remaining:
            return ReviewDecision(
                status="approved",
                rationale=f"No wave remains. Still missing: {decision.rationale}",
                by="limit",
                with_gaps=True,
            )
        return decision
