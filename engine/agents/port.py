"""The seam to the minds of a run: planner, reviewer and writer. The researcher's mind lives in the sandbox.

Every mind may raise `ModelError`. A mind never sees the journal, and never gives ids to anything.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Protocol

from engine.events import Event
from engine.evidence.support import Claim, Judgement
from engine.values import ResearchDossier, ResearchQuestions, ReviewDecision, RunOptions, Value

# A mind tells what it did (ModelAnswered, ModelWaiting, NoticeRaised) through this.
Emit = Callable[[Event], None]


class GivenText(Value):
    """A file or page the user gave, as far as a planner needs to know it; strangers' words."""

    title: str
    url: str
    headings: tuple[str, ...] = ()
    lead: str = ""


class PlanTask(Value):
    """What the planner works on."""

    topic: str
    options: RunOptions
    min_questions: int
    max_questions: int
    given: tuple[GivenText, ...] = ()


class ReviewTask(Value):
    """What the reviewer works on; `remaining_waves` of 0 means a wish for more cannot be met."""

    dossier: ResearchDossier
    options: RunOptions
    remaining_waves: int
    asked: tuple[str, ...]  # every question of the run so far


class WriteTask(Value):
    """What the writer works on; answers and quotes cite as [S3] and [S3.2]."""

    dossier: ResearchDossier
    decision: ReviewDecision
    options: RunOptions
    version: int = 1


class JudgeTask(Value):
    """What a judge works on: sentences with the quotes they cite."""

    claims: tuple[Claim, ...]
    options: RunOptions


class Rewritten(Value):
    """A whole report that takes the place of the pieces a writer gave before."""

    markdown: str


class Planner(Protocol):
    """Splits a topic into standalone questions."""

    async def plan(self, task: PlanTask, emit: Emit) -> ResearchQuestions:
        """Return min..max questions; the caller checks them again."""


class Reviewer(Protocol):
    """Judges a dossier: coverage, support, contradictions, missed constraints."""

    async def review(self, task: ReviewTask, emit: Emit) -> ReviewDecision:
        """Return a decision with a non-empty rationale."""


class Writer(Protocol):
    """Writes the report in markdown, citing ids only."""

    def write(self, task: WriteTask, emit: Emit) -> AsyncIterator[str | Rewritten]:
        """Yield the report piece by piece; the concatenation is the report, unless a `Rewritten` one follows it."""


class Judge(Protocol):
    """Says whether quotes support sentences."""

    async def judge(self, task: JudgeTask, emit: Emit) -> dict[str, Judgement]:
        """Return judgements by sentence; one that could not be judged is missing."""


@dataclass(frozen=True)
class Minds:
    """The app-side minds of a run; the researcher's mind is a program in the sandbox.

    Attributes:
        judge: None where nobody judges: sentences that are quotes need none.
    """

    planner: Planner
    reviewer: Reviewer
    writer: Writer
    judge: Judge | None = None
