"""What can happen in a run: a closed union of small frozen records, past tense, told apart by `kind`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from engine.errors import Trouble
from engine.values import (
    Audit,
    Finding,
    ReviewDecision,
    RunOptions,
    SandboxKind,
    Source,
    Value,
)
from researcher_container.contract import Usage


class ResearchAsked(Value):
    """The user pressed Research."""

    kind: Literal["research_asked"] = "research_asked"
    run_id: str
    topic: str
    options: RunOptions


class RunResumed(Value):
    """A process took up a run that had stopped, or one took up a late wish; `remembered` steps are not done again."""

    kind: Literal["run_resumed"] = "run_resumed"
    remembered: int = 0
    options: RunOptions | None = None  # how it goes on, where that changed


class NoticeRaised(Value):
    """Something the user should know; a later notice with the same key replaces it."""

    kind: Literal["notice_raised"] = "notice_raised"
    level: Literal["info", "warning", "error"] = "info"
    text: str
    key: str = ""


class SandboxPreparing(Value):
    """The sandbox is being made ready (image build, first start); percent is None when unknown."""

    kind: Literal["sandbox_preparing"] = "sandbox_preparing"
    text: str
    percent: int | None = None


class SandboxChosen(Value):
    """The kind of sandbox this run uses, and why not a better one."""

    kind: Literal["sandbox_chosen"] = "sandbox_chosen"
    sandbox: SandboxKind
    label: str
    endpoint: str = ""
    why: str = ""


class LibraryIndexed(Value):
    """The library folders were read; counts are documents."""

    kind: Literal["library_indexed"] = "library_indexed"
    documents: int
    added: int = 0
    removed: int = 0
    unreadable: int = 0
    final: bool = True  # False: progress
    total: int = 0  # of the documents to read, while they are read; 0 = unknown


class PlanningStarted(Value):
    """The planner began a wave."""

    kind: Literal["planning_started"] = "planning_started"
    wave: int


class QuestionsPlanned(Value):
    """The questions of a wave, as planned; while the plan is under review nothing starts."""

    kind: Literal["questions_planned"] = "questions_planned"
    wave: int
    questions: tuple[str, ...]
    waits_for_user: bool = False


class PlanApproved(Value):
    """The questions of a wave, as the user (or nobody) changed them."""

    kind: Literal["plan_approved"] = "plan_approved"
    wave: int
    questions: tuple[str, ...]
    by_user: bool = False


class ResearcherStarted(Value):
    """A researcher's attempt began; it still has no sandbox."""

    kind: Literal["researcher_started"] = "researcher_started"
    wave: int
    researcher: int
    attempt: int
    question: str


class SandboxStarted(Value):
    """A researcher got its sandbox."""

    kind: Literal["sandbox_started"] = "sandbox_started"
    wave: int
    researcher: int
    attempt: int
    sandbox_id: str
    sandbox: SandboxKind


class ResearcherMoved(Value):
    """What a researcher is doing now."""

    kind: Literal["researcher_moved"] = "researcher_moved"
    wave: int
    researcher: int
    state: Literal["searching", "reading", "answering"]
    text: str = ""


class SearchAnswered(Value):
    """The broker answered a search."""

    kind: Literal["search_answered"] = "search_answered"
    wave: int
    researcher: int
    query: str
    results: int
    provider: str = ""


class ProviderSearched(Value):
    """The model's provider searched the web itself, outside the broker."""

    kind: Literal["provider_searched"] = "provider_searched"
    wave: int
    researcher: int
    query: str


class PageOpened(Value):
    """The broker handed a read page to a researcher."""

    kind: Literal["page_opened"] = "page_opened"
    wave: int
    researcher: int
    ref: str
    url: str
    title: str
    size_bytes: int
    sha256: str
    origin: Literal["web", "library"] = "web"
    shared: bool = False  # somebody had opened it already in this run
    notes: tuple[str, ...] = ()  # sentences about redirects, robots.txt, hosts of the user's own


class CallFailed(Value):
    """An allowed search or fetch did not work."""

    kind: Literal["call_failed"] = "call_failed"
    wave: int
    researcher: int
    call: Literal["search", "fetch", "model.respond"]
    target: str
    why: str


class CallRefused(Value):
    """The broker's policy refused a call; no request was sent."""

    kind: Literal["call_refused"] = "call_refused"
    wave: int
    researcher: int
    call: Literal["search", "fetch", "model.respond"]
    target: str
    why: str


class ModelAnswered(Value):
    """A model call ended; wave and researcher are 0 for planner, reviewer and writer of no wave."""

    kind: Literal["model_answered"] = "model_answered"
    role: Literal["planner", "researcher", "reviewer", "writer"]
    wave: int = 0
    researcher: int = 0
    model: str = ""
    usage: Usage = Usage()
    cost_usd: float | None = None
    elapsed_s: float = 0.0
    is_failed: bool = False  # the answer could not be used; it was paid for all the same


class ModelWaiting(Value):
    """The model's server asked to wait; the countdown ends at `until` (seconds since the epoch)."""

    kind: Literal["model_waiting"] = "model_waiting"
    until: float
    why: str
    wave: int = 0  # of the researcher that waits; 0 = one of the other minds
    researcher: int = 0


class QuoteNoted(Value):
    """A researcher noted a quote; it is not checked yet."""

    kind: Literal["quote_noted"] = "quote_noted"
    wave: int
    researcher: int
    ref: str
    text: str


class FindingArrived(Value):
    """A researcher ended, with an answer or with an error."""

    kind: Literal["finding_arrived"] = "finding_arrived"
    finding: Finding


class WaveCollected(Value):
    """The wave is closed: every source so far has its id and its quotes are checked."""

    kind: Literal["wave_collected"] = "wave_collected"
    wave: int
    sources: tuple[Source, ...]


class ReviewStarted(Value):
    """The reviewer began."""

    kind: Literal["review_started"] = "review_started"
    wave: int


class ReviewDecided(Value):
    """The verdict on a wave."""

    kind: Literal["review_decided"] = "review_decided"
    wave: int
    decision: ReviewDecision


class WritingStarted(Value):
    """The writer began a version of the report."""

    kind: Literal["writing_started"] = "writing_started"
    version: int


class ReportGrew(Value):
    """More of the report's text arrived (as the writer wrote it, ids not yet numbered)."""

    kind: Literal["report_grew"] = "report_grew"
    text: str


class ReportFinished(Value):
    """The report stands: numbered, with its references and its audit."""

    kind: Literal["report_finished"] = "report_finished"
    version: int
    markdown: str
    audit: Audit
    sources: tuple[Source, ...]  # cited ones first, in the order of their numbers


class BudgetUsed(Value):
    """A soft limit of the run came near, or came up: then it wraps up and writes from what there is."""

    kind: Literal["budget_used"] = "budget_used"
    limit: Literal["tokens", "usd", "minutes"]
    stage: Literal["near", "up"]
    used: float
    allowed: float


class FinishNowAsked(Value):
    """The user wants the report from what there is."""

    kind: Literal["finish_now_asked"] = "finish_now_asked"


class RetryAsked(Value):
    """The user wants a researcher to try again with a new sandbox."""

    kind: Literal["retry_asked"] = "retry_asked"
    wave: int
    researcher: int


class VerdictGiven(Value):
    """The user overruled the review of a wave."""

    kind: Literal["verdict_given"] = "verdict_given"
    wave: int
    decision: ReviewDecision


class RunCancelled(Value):
    """The user stopped the run; everything gathered is kept."""

    kind: Literal["run_cancelled"] = "run_cancelled"


class RunFailed(Value):
    """The run ended without a report; everything gathered is kept."""

    kind: Literal["run_failed"] = "run_failed"
    error: Trouble


Event = Annotated[
    ResearchAsked | RunResumed | NoticeRaised | SandboxPreparing | SandboxChosen | LibraryIndexed
    | PlanningStarted | QuestionsPlanned | PlanApproved | ResearcherStarted | SandboxStarted | ResearcherMoved
    | SearchAnswered
    | ProviderSearched | PageOpened | CallFailed | CallRefused | ModelAnswered | ModelWaiting | QuoteNoted
    | FindingArrived | WaveCollected | ReviewStarted | ReviewDecided | WritingStarted | ReportGrew
    | ReportFinished | BudgetUsed | FinishNowAsked | RetryAsked | VerdictGiven | RunCancelled | RunFailed,
    Field(discriminator="kind"),
]  # fmt: skip

EVENT: TypeAdapter[Event] = TypeAdapter(Event)


class JournalEntry(Value):
    """An event with its place in the run's journal and the time it was written."""

    seq: int  # 1-based within the run
    at: float  # seconds since the epoch
    event: Event
