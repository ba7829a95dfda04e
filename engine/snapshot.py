"""What a run looks like at a moment: a value folded from its journal, the same live and replayed."""

from __future__ import annotations

from typing import Literal

from engine.errors import Trouble
from engine.values import (
    Audit,
    Finding,
    ReviewDecision,
    RunOptions,
    SandboxKind,
    Source,
    TokenUse,
    Value,
)

RunState = Literal[
    "planning", "preparing", "waiting_for_plan", "researching", "collecting", "reviewing", "writing",
    "done", "failed", "cancelled", "interrupted",
]  # fmt: skip
ENDED: frozenset[RunState] = frozenset(("done", "failed", "cancelled", "interrupted"))

ResearcherState = Literal["waiting", "starting", "searching", "reading", "answering", "done", "failed", "stopped"]


StepKind = Literal["searched", "opened", "refused", "failed", "quoted", "waiting", "attempt"]


class Step(Value):
    """One line of a researcher's timeline; `at` is seconds since the epoch."""

    at: float
    what: StepKind
    text: str = ""  # the query, the title, the target, the quote or why the model's server asked to wait
    detail: str = ""  # the number of results, the address, why
    ref: str = ""
    note: str = ""  # what else happened on the way
    call: str = ""  # of what failed or was refused: "search", "fetch", "model.respond"
    results: int | None = None  # of a search; None = not counted by us
    size_bytes: int | None = None  # of what was opened
    until: float | None = None  # when a wait ends
    attempt: int = 0  # that began


class ResearcherView(Value):
    """One researcher of one wave."""

    wave: int
    researcher: int
    question: str
    state: ResearcherState = "waiting"
    attempt: int = 0
    sandbox_id: str = ""
    sandbox: SandboxKind | None = None
    started_at: float | None = None
    ended_at: float | None = None
    rested_s: float = 0.0  # between its start and its end, while it did not work
    model: str = ""  # as its server called it; "" before the first answer and without one
    activity: str = ""  # the query or title it works on now
    steps: tuple[Step, ...] = ()
    pages: int = 0
    refused: int = 0
    usage: TokenUse = TokenUse()
    finding: Finding | None = None


class WaveView(Value):
    """One wave; `decision` is None until its review."""

    wave: int
    questions: tuple[str, ...] = ()
    waits_for_user: bool = False
    approved: bool = False
    researchers: tuple[ResearcherView, ...] = ()
    collected: bool = False
    review_started: bool = False
    decision: ReviewDecision | None = None
    overruled: ReviewDecision | None = None  # what was decided before the user decided otherwise


StageRole = Literal["planner", "collector", "reviewer", "writer"]


class StageWork(Value):
    """What one stage took: of the planner, the collector and the reviewer in a wave, of the writer in a version."""

    role: StageRole
    number: int  # the wave, or the version
    started_at: float | None = None
    ended_at: float | None = None
    model: str = ""  # as its server called it; "" before the first answer and without one
    usage: TokenUse = TokenUse()


class ReportView(Value):
    """The report: a growing draft as the writer writes it, then the finished markdown with its audit."""

    version: int = 0
    draft: str = ""
    markdown: str = ""
    audit: Audit | None = None
    set_aside: str = ""  # what a writer wrote before it failed; incomplete, never a report


class Notice(Value):
    """A notice; `key` identifies the one it replaces."""

    level: Literal["info", "warning", "error"]
    text: str
    key: str = ""


class RunSnapshot(Value):
    """A whole run at a moment."""

    run_id: str = ""
    topic: str = ""
    options: RunOptions = RunOptions()
    state: RunState = "planning"
    started_at: float = 0.0
    ended_at: float | None = None
    rested_s: float = 0.0  # between its start and its end, while nobody worked on it
    rests: tuple[tuple[float, float], ...] = ()  # those times, from when to when
    last_seq: int = 0
    activity: int = 0  # how many entries of its journal are lines of its activity
    waves: tuple[WaveView, ...] = ()
    stages: tuple[StageWork, ...] = ()
    sources: tuple[Source, ...] = ()
    report: ReportView = ReportView()
    notices: tuple[Notice, ...] = ()
    preparing: str = ""  # what is being prepared, "" when nothing is
    preparing_percent: int | None = None
    sandbox: SandboxKind | None = None
    sandbox_label: str = ""
    sandbox_endpoint: str = ""
    library_documents: int = 0
    library_reading: tuple[int, int] | None = None  # documents read and to read (0 = unknown), while they are read
    usage: TokenUse = TokenUse()
    usage_by_role: tuple[tuple[str, TokenUse], ...] = ()
    waiting_until: float | None = None  # the model's server asked to wait
    allowed_calls: int = 0
    refusals: tuple[tuple[str, str, str, str], ...] = ()  # (researcher "1.2", call, target, why)
    error: Trouble | None = None
    finish_now: bool = False  # it wraps up: the user wants it, or a limit is reached
    limit_reached: Literal["", "tokens", "usd", "minutes"] = ""  # of the budget, that ended the research
    versions: int = 0

    def stage(self, role: StageRole, number: int) -> StageWork:
        """Return what a stage took; one that has not begun is empty."""
        found = (work for work in self.stages if (work.role, work.number) == (role, number))
        return next(found, StageWork(role=role, number=number))
