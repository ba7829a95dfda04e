"""The soft budget of a run: what is used so far, told near its limit, and once when the run has to wrap up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Literal

from engine.events import (
    BudgetUsed,
    Event,
    JournalEntry,
    ModelAnswered,
    NoticeRaised,
    PlanApproved,
    QuestionsPlanned,
    ReportFinished,
    ResearchAsked,
    RunCancelled,
    RunFailed,
    RunResumed,
    WritingStarted,
)
from engine.values import Budget

Limit = Literal["tokens", "usd", "minutes"]
Stage = Literal["near", "up"]
LIMITS: tuple[Limit, ...] = ("tokens", "usd", "minutes")
# A model's writer takes about as much as one researcher: a tenth of what four to six of them and two minds take.
REPORT_RESERVE = 0.1
SHARES: dict[Stage, float] = {"up": 1.0 - REPORT_RESERVE, "near": 0.8}


class BudgetWatch:
    """Adds up what the entries of a run tell, and says which limits have come near or up since it was last asked.

    Minutes count work: not the time between two processes, and not while the plan waits for the user. This
    process's own time is measured, so that a computer that sleeps uses nothing up; earlier ones' by the journal.
    """

    def __init__(self, budget: Budget, now: Callable[[], float] = time.monotonic) -> None:
        """Args: now: seconds, of a clock that only goes on."""
        self._budget, self._now = budget, now
        self._tokens = 0
        self._usd = 0.0
        self._worked_s = 0.0
        self._since: float | None = None  # when the work that is not in `_worked_s` began
        self._last_at = 0.0
        self._is_waiting = False
        self._is_writing = False
        self._told: set[tuple[Limit, Stage]] = set()

    # --- what happened ------------------------------------------------------------------------------------

    def replay(self, entry: JournalEntry) -> None:
        """Take an entry of an earlier process into account."""
        event = entry.event
        rested = isinstance(event, ResearchAsked | RunResumed) or self._is_waiting
        if not rested:
            self._worked_s += max(0.0, entry.at - self._last_at)
        self._last_at = entry.at
        self._observe(event)

    def begin(self) -> None:
        """Begin to measure the time of this process."""
        self._since = self._now()

    def observe(self, event: Event) -> None:
        """Take an event of this process into account."""
        was_waiting = self._is_waiting
        if self._since is not None and not was_waiting:
            now = self._now()
            self._worked_s += now - self._since
            self._since = now
        self._observe(event)
        if was_waiting and not self._is_waiting:
            self._since = self._now()

    def _observe(self, event: Event) -> None:
        if isinstance(event, ModelAnswered):
            self._tokens += event.usage.input_tokens + event.usage.output_tokens
            self._usd += event.cost_usd or 0.0
        elif isinstance(event, QuestionsPlanned):
            self._is_waiting = event.waits_for_user
        elif isinstance(event, PlanApproved):
            self._is_waiting = False
        elif isinstance(event, WritingStarted):
            self._is_writing = True
        elif isinstance(event, ReportFinished | RunCancelled | RunFailed):
            self._is_writing = False
        elif isinstance(event, BudgetUsed):
            self._told.add((event.limit, event.stage))
        elif isinstance(event, ResearchAsked):
            self._budget = event.options.budget
        elif isinstance(event, RunResumed):
            self._is_writing = False
            if event.options is not None:
                self._take_up(event.options.budget)

    def _take_up(self, budget: Budget) -> None:
        """Go on with a budget; what was told about another one is void."""
        if budget != self._budget:
            self._told.clear()
            self._budget = budget

    # --- what it means ------------------------------------------------------------------------------------

    @property
    def has_begun(self) -> bool:
        """Tell whether this process's work is counted yet."""
        return self._since is not None

    @property
    def is_waiting(self) -> bool:
        """Tell whether the run waits for the user, which takes no working time."""
        return self._is_waiting

    def used(self, limit: Limit) -> float:
        """Return what is used up of a limit."""
        if limit == "minutes":
            running_s = 0.0 if self._since is None or self._is_waiting else self._now() - self._since
            return (self._worked_s + running_s) / 60
        return float(self._tokens) if limit == "tokens" else self._usd

    def is_up(self, budget: Budget) -> bool:
        """Tell whether what research may use of any limit of a budget is used up."""
        return any(True for _ in self._reached("up", budget))

    def news(self) -> list[BudgetUsed | NoticeRaised]:
        """Return what has to be told now, each thing once; nothing while the report is written: it is exempt."""
        if self._is_writing:
            return []
        told: list[BudgetUsed | NoticeRaised] = []
        for stage in SHARES:
            for limit, used, allowed in self._reached(stage, self._budget):
                if self._is_ahead(limit, stage):
                    event = BudgetUsed(limit=limit, stage=stage, used=round(used, 6), allowed=allowed)
                    self._told.add((limit, stage))
                    told += [event, NoticeRaised(level="warning", text=sentence(event), key="budget")]
        return told

    def seconds_left(self) -> float | None:
        """Return the working seconds until time has something to tell, None when it never has."""
        allowed = self._budget.minutes
        if allowed is None or self._is_writing:
            return None
        ahead = [share for stage, share in SHARES.items() if self._is_ahead("minutes", stage)]
        return max(0.0, (min(ahead) * allowed - self.used("minutes")) * 60) if ahead else None

    def _is_ahead(self, limit: Limit, stage: Stage) -> bool:
        """Tell whether a stage of a limit may still be told: whoever heard that it is up needs no warning."""
        return not {(limit, stage), (limit, "up")} & self._told

    def _reached(self, stage: Stage, budget: Budget) -> Iterator[tuple[Limit, float, float]]:
        for limit in LIMITS:
            allowed, used = getattr(budget, limit), self.used(limit)
            # What is to be waited for by a timer must not fail by the last digit of a float.
            if allowed is not None and used >= SHARES[stage] * allowed - 1e-9:
                yield limit, used, float(allowed)


def sentence(event: BudgetUsed) -> str:
    """Return in words what is used of a limit and what follows."""
    spent = f"{_amount(event.limit, event.used)} of {_amount(event.limit, event.allowed)}"
    if event.stage == "near":
        return (
            f"The budget is nearly used: {spent}. From 90 % on the research wraps up and the report is written "
            "from what there is."
        )
    return (
        f"The budget for research is used: {spent}. The report is written from what there is; "
        "the last tenth is kept for it."
    )


def _amount(limit: Limit, figure: float) -> str:
    if limit == "tokens":
        return f"{figure:,.0f} tokens"
    if limit == "usd":
        return f"${figure:.2f}" if figure >= 0.1 else f"${figure:.4f}"
    return f"{figure:.1f} minutes"
