"""Which entries of a journal are lines of the run's activity, and how the lines may be narrowed down."""

from __future__ import annotations

from typing import Literal

from engine.events import Event, LibraryIndexed, NoticeRaised, PlanApproved, ResearcherStarted
from engine.values import Value

# What happened to a researcher; each of these events names its wave and its number.
OF_RESEARCHERS = (
    "researcher_started", "search_answered", "provider_searched", "page_opened", "call_failed", "call_refused",
    "model_waiting", "quote_noted", "retry_asked",
)  # fmt: skip
# What happened to the run as a whole.
OF_THE_RUN = (
    "research_asked", "run_resumed", "notice_raised", "sandbox_chosen", "library_indexed", "questions_planned",
    "plan_approved", "wave_collected", "review_decided", "writing_started", "report_finished", "budget_used",
    "finish_now_asked", "verdict_given", "run_cancelled", "run_failed",
)  # fmt: skip
TOLD = frozenset((*OF_RESEARCHERS, *OF_THE_RUN, "finding_arrived"))

ActivityScope = Literal["all", "researcher", "refusals", "errors"]


class ActivityFilter(Value):
    """Which lines are wanted; wave and researcher are those of the one researcher."""

    scope: ActivityScope = "all"
    wave: int = 0
    researcher: int = 0


EVERYTHING = ActivityFilter()


def is_told(event: Event) -> bool:
    """Tell whether an event is a line: progress, first attempts and plans that nobody changed are none.

    Nor is the notice of a budget, whose event is a line of its own.
    """
    if isinstance(event, LibraryIndexed):
        return event.final
    if isinstance(event, PlanApproved):
        return event.by_user
    if isinstance(event, NoticeRaised):
        return event.key != "budget"
    if isinstance(event, ResearcherStarted):
        return event.attempt > 1
    return event.kind in TOLD
