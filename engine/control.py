"""The user's wishes as awaitable facts. Each is journalled before it acts, so a resumed run knows them too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from engine.errors import InputError
from engine.events import (
    Event,
    FinishNowAsked,
    PlanApproved,
    QuestionsPlanned,
    RetryAsked,
    VerdictGiven,
)
from engine.values import ResearchQuestions, ReviewDecision

T = TypeVar("T")


class Overtaken(Exception):
    """A wish of the user came before the work was done; the work was cancelled."""


async def unless(fact: Callable[[], Awaitable[Any]], work: Coroutine[Any, Any, T]) -> T:
    """Do the work unless the fact comes true first.

    Raises:
        Overtaken: the fact came first; the work has been cancelled and has ended.
    """
    task = asyncio.ensure_future(work)
    watch = asyncio.ensure_future(fact())
    try:
        await asyncio.wait((task, watch), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise Overtaken
    finally:
        for waiting in (task, watch):
            waiting.cancel()
        await asyncio.gather(task, watch, return_exceptions=True)


class RunControl:
    """What the user decided about a run. Executors await or read it; the window calls the wishes."""

    def __init__(self, write: Callable[[Event], None]) -> None:
        """Args: write: journals an event."""
        self._write = write
        self._changed = asyncio.Condition()
        self._plans: dict[int, tuple[str, ...]] = {}
        self._verdicts: dict[int, ReviewDecision] = {}
        self._retries: dict[tuple[int, int], int] = {}
        self._finish = False
        self._changes: set[asyncio.Task[None]] = set()

    # --- wishes -----------------------------------------------------------------------------------

    def approve_plan(self, wave: int, questions: tuple[str, ...]) -> None:
        """Start a wave with these questions (1-16).

        Raises:
            InputError: there is no question, too many, or one is empty.
        """
        try:
            plan = ResearchQuestions(questions=tuple(question.strip() for question in questions))
        except ValueError as error:
            raise InputError("A plan takes 1 to 16 questions, none of them empty.", "Mend the list.") from error
        self._wish(PlanApproved(wave=wave, questions=plan.questions, by_user=True))

    def finish_now(self) -> None:
        """Write the report from what there is."""
        self._wish(FinishNowAsked())

    def retry(self, wave: int, researcher: int) -> None:
        """Let a researcher try again with a new sandbox."""
        self._wish(RetryAsked(wave=wave, researcher=researcher))

    def give_verdict(self, wave: int, decision: ReviewDecision) -> None:
        """Overrule the review of a wave."""
        self._wish(VerdictGiven(wave=wave, decision=decision.model_copy(update={"by": "user"})))

    def _wish(self, event: Event) -> None:
        self._write(event)
        self.observe(event)

    # --- facts ------------------------------------------------------------------------------------

    def observe(self, event: Event) -> None:
        """Let a journalled event act; used for new wishes and for those of an earlier process."""
        if isinstance(event, QuestionsPlanned):
            # A new plan needs a new approval.
            self._plans.pop(event.wave, None)
        elif isinstance(event, PlanApproved):
            self._plans[event.wave] = event.questions
        elif isinstance(event, FinishNowAsked):
            self._finish = True
        elif isinstance(event, RetryAsked):
            who = (event.wave, event.researcher)
            self._retries[who] = self._retries.get(who, 0) + 1
            self._finish = False
        elif isinstance(event, VerdictGiven):
            self._verdicts[event.wave] = event.decision
            self._finish = False
        else:
            return
        self._announce()

    def finishing(self) -> bool:
        """Tell whether the user wants the report now."""
        return self._finish

    def approved_plan(self, wave: int) -> tuple[str, ...] | None:
        """Return the approved questions of a wave, None while there are none."""
        return self._plans.get(wave)

    def verdict(self, wave: int) -> ReviewDecision | None:
        """Return the user's verdict on a wave, None when he has given none."""
        return self._verdicts.get(wave)

    def retries(self, wave: int, researcher: int) -> int:
        """Return how often the user asked this researcher to try again."""
        return self._retries.get((wave, researcher), 0)

    async def until(self, fact: Callable[[], bool]) -> None:
        """Wait until a fact about this control is true."""
        async with self._changed:
            await self._changed.wait_for(fact)

    async def until_finishing(self) -> None:
        """Wait until the user wants the report now."""
        await self.until(self.finishing)

    def _announce(self) -> None:
        async def announce() -> None:
            async with self._changed:
                self._changed.notify_all()

        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return  # replaying a journal outside a loop: nobody waits yet
        task = loop.create_task(announce())
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)
