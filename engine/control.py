"""The user's wishes as awaitable facts. Each is journalled before it acts, so a resumed run knows them too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from engine.errors import InputError
from engine.events import (
    BudgetUsed,
    Event,
    FinishNowAsked,
    PlanApproved,
    QuestionsPlanned,
    ReportFinished,
    ResearchAsked,
    RetryAsked,
    ReviewDecided,
    RunCancelled,
    RunFailed,
    RunResumed,
    VerdictGiven,
    WaveCollected,
)
from engine.models.characters import whole_characters
from engine.values import MAX_WAVES, Budget, ResearchQuestions, ReviewDecision


class RunControl:
    """What the user decided about a run. Executors await or read it; the window calls the wishes.

    A wish about a wave that has closed is *late*: nobody waits for it any more. It makes the run go through its
    steps again, and what was worked out before and did not change is remembered.
    """

    def __init__(self, write: Callable[[Event], None]) -> None:
        """Args: write: journals an event."""
        self._write = write
        self._waiting: list[asyncio.Future[None]] = []
        self._planned: dict[int, tuple[str, ...]] = {}
        self._plans: dict[int, tuple[str, ...]] = {}
        self._verdicts: dict[int, ReviewDecision] = {}
        self._retries: dict[tuple[int, int], int] = {}
        self._closed: set[int] = set()
        self._decided: set[int] = set()
        self._finish = False
        self._limit = ""  # of the budget, that came up
        self._budget = Budget()
        self._is_raised = False
        self._late = False
        self._finished = False  # the last report stands
        self._ended = False

    # --- wishes -----------------------------------------------------------------------------------

    def approve_plan(self, wave: int, questions: tuple[str, ...]) -> None:
        """Start a wave with these questions (1-16); approving the same plan twice changes nothing.

        Raises:
            InputError: there is no question, too many, one is empty, or the wave does not wait for a plan.
        """
        try:
            plan = ResearchQuestions(questions=tuple(whole_characters(question).strip() for question in questions))
        except ValueError as error:
            raise InputError("A plan takes 1 to 16 questions, none of them empty.", "Mend the list.") from error
        held = self._plans.get(wave)
        if held == plan.questions:
            return
        if held is not None:
            raise InputError(f"Wave {wave} has begun with its questions.", "Ask for more in its review.")
        if wave not in self._planned:
            raise InputError(f"Wave {wave} has no plan yet.", "Wait for its questions.")
        self._wish(PlanApproved(wave=wave, questions=plan.questions, by_user=True))

    def finish_now(self) -> None:
        """Write the report from what there is.

        Raises:
            InputError: the run has ended.
        """
        if not self._finish:
            self._wish(FinishNowAsked())

    def retry(self, wave: int, researcher: int) -> None:
        """Let a researcher try again with a new sandbox.

        Raises:
            InputError: there is no such researcher, or the run has ended.
        """
        if not 1 <= researcher <= len(self._plans.get(wave, ())):
            raise InputError(f"There is no researcher {wave}.{researcher}.", "Choose one of the list.")
        self._wish(RetryAsked(wave=wave, researcher=researcher))

    def give_verdict(self, wave: int, decision: ReviewDecision) -> None:
        """Overrule the review of a wave.

        Raises:
            InputError: there is no such wave, no wave can follow it, or the run has ended.
        """
        if wave not in self._plans:
            raise InputError(f"There is no wave {wave} to decide about.", "Choose one of the list.")
        if decision.status == "needs_more_research" and wave >= MAX_WAVES:
            raise InputError(f"A run has at most {MAX_WAVES} waves.", "Start a new research from its report.")
        self._wish(VerdictGiven(wave=wave, decision=decision.model_copy(update={"by": "user"})))

    def end(self) -> None:
        """Take no more wishes: the run has ended."""
        self._ended = True

    def has_ended(self) -> bool:
        """Tell whether no more wishes are taken."""
        return self._ended

    def _wish(self, event: Event) -> None:
        if self._ended:
            raise InputError("This research has ended.", "Go on with it first, then try again.")
        self._write(event)
        self.observe(event)

    # --- facts ------------------------------------------------------------------------------------

    def observe(self, event: Event) -> None:
        """Let a journalled event act; used for new wishes and for those of an earlier process."""
        act = _ACTS.get(type(event))
        if act is not None:
            act(self, event)
            self.announce()

    def _on_asked(self, event: ResearchAsked) -> None:
        self._budget = event.options.budget

    def _on_planned(self, event: QuestionsPlanned) -> None:
        # A new plan needs a new approval.
        self._void_from(event.wave)
        self._planned[event.wave] = event.questions

    def _void_from(self, wave: int) -> None:
        """Forget what was wished about waves that are planned anew, or left out by an approval before them."""
        for wishes in (self._plans, self._verdicts, self._planned):
            for later in [each for each in wishes if each >= wave]:
                del wishes[later]
        for who in [who for who in self._retries if who[0] >= wave]:
            del self._retries[who]

    def _on_approved(self, event: PlanApproved) -> None:
        self._plans[event.wave] = event.questions

    def _on_finish_now(self, event: FinishNowAsked) -> None:
        self._finish = True

    def _on_budget_used(self, event: BudgetUsed) -> None:
        if event.stage == "up":
            self._limit, self._is_raised = event.limit, False

    def _on_retry(self, event: RetryAsked) -> None:
        who = (event.wave, event.researcher)
        self._retries[who] = self._retries.get(who, 0) + 1
        self._go_on()
        self._late |= event.wave in self._closed

    def _on_verdict(self, event: VerdictGiven) -> None:
        self._verdicts[event.wave] = event.decision
        self._go_on()
        self._late |= event.wave in self._decided

    def _go_on(self) -> None:
        """Forget that the run was to wrap up: the user wishes for more, beyond a budget too."""
        self._finish, self._limit = False, ""

    def _on_collected(self, event: WaveCollected) -> None:
        self.wave_closed(event.wave)

    def _on_decided(self, event: ReviewDecided) -> None:
        self.wave_decided(event.wave, event.decision)

    def _on_finished(self, event: ReportFinished) -> None:
        self._finished = True

    def _on_ended(self, event: RunCancelled | RunFailed) -> None:
        self._finished = False

    def _on_resumed(self, event: RunResumed) -> None:
        self._closed.clear()
        self._decided.clear()
        self._late = self._finished = False
        if event.options is not None and event.options.budget != self._budget:
            # Whether the new budget is used up as well is told again.
            self._is_raised = bool(self._limit)
            self._budget, self._limit = event.options.budget, ""

    def wave_closed(self, wave: int) -> None:
        """Note that every researcher of a wave has answered."""
        self._closed.add(wave)

    def wave_decided(self, wave: int, decision: ReviewDecision) -> None:
        """Note that the review of a wave is decided."""
        self._decided.add(wave)
        if decision.status == "approved":
            self._void_from(wave + 1)

    def finishing(self) -> bool:
        """Tell whether the report is to be written now: the user wants it, or the budget for research is used."""
        return self._finish or bool(self._limit)

    def limit(self) -> str:
        """Return which limit of the budget ends the research, "" when none does or the user himself does."""
        return "" if self._finish else self._limit

    def is_budget_raised(self) -> bool:
        """Tell whether the run goes on with a larger budget after one had ended its research."""
        return self._is_raised

    def is_closed(self, wave: int) -> bool:
        """Tell whether every researcher of a wave has answered."""
        return wave in self._closed

    def is_late(self) -> bool:
        """Tell whether a wish came about a wave that had closed."""
        return self._late

    def rests(self) -> bool:
        """Tell whether the run is done and nothing was wished since."""
        return self._finished and not self._late

    def planned(self, wave: int) -> tuple[str, ...] | None:
        """Return the questions a wave was last planned with, None when it was not."""
        return self._planned.get(wave)

    def approved_plan(self, wave: int) -> tuple[str, ...] | None:
        """Return the approved questions of a wave, None while there are none."""
        return self._plans.get(wave)

    def verdict(self, wave: int) -> ReviewDecision | None:
        """Return the user's verdict on a wave, None when he has given none."""
        return self._verdicts.get(wave)

    def retries(self, wave: int, researcher: int) -> int:
        """Return how often the user asked this researcher to try again."""
        return self._retries.get((wave, researcher), 0)

    def retries_until(self, wave: int) -> list[tuple[int, int, int]]:
        """Return (wave, researcher, how often) of every retry up to and including a wave."""
        return [(*who, count) for who, count in sorted(self._retries.items()) if who[0] <= wave]

    async def until(self, fact: Callable[[], bool]) -> None:
        """Wait until a fact about this control is true."""
        while not fact():
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            try:
                await waiting
            finally:
                if waiting in self._waiting:
                    self._waiting.remove(waiting)

    async def until_finishing(self) -> None:
        """Wait until the report is to be written now."""
        await self.until(self.finishing)

    async def until_late(self) -> None:
        """Wait until a wish comes about a wave that has closed."""
        await self.until(self.is_late)

    def announce(self) -> None:
        """Let everyone who waits look at his fact again."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)


_ACTS: dict[type, Callable[[RunControl, Any], None]] = {
    ResearchAsked: RunControl._on_asked,
    BudgetUsed: RunControl._on_budget_used,
    QuestionsPlanned: RunControl._on_planned,
    PlanApproved: RunControl._on_approved,
    FinishNowAsked: RunControl._on_finish_now,
    RetryAsked: RunControl._on_retry,
    VerdictGiven: RunControl._on_verdict,
    WaveCollected: RunControl._on_collected,
    ReviewDecided: RunControl._on_decided,
    ReportFinished: RunControl._on_finished,
    RunCancelled: RunControl._on_ended,
    RunFailed: RunControl._on_ended,
    RunResumed: RunControl._on_resumed,
}
