"""A desk whose runs are scripts: events come when the test lets them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import scripted_activity
from scripted_choices import KeptValues, ScriptedChoices
from scripted_offers import ScriptedOffers
from scripted_shelf import ScriptedShelf

from engine.activity import ActivityFilter
from engine.budget import LIMITS, BudgetWatch, Limit
from engine.errors import DossierError, InputError
from engine.events import (
    CallRefused,
    Event,
    FindingArrived,
    FinishNowAsked,
    JournalEntry,
    PageOpened,
    PlanApproved,
    PlanningStarted,
    QuestionsPlanned,
    QuoteNoted,
    ReportFinished,
    ReportGrew,
    ResearchAsked,
    ResearcherMoved,
    ResearcherStarted,
    RetryAsked,
    ReviewDecided,
    ReviewStarted,
    RunCancelled,
    SearchAnswered,
    VerdictGiven,
    WaveCollected,
    WritingStarted,
)
from engine.fold import Fold
from engine.incomplete import incomplete_markdown
from engine.snapshot import RunSnapshot
from engine.values import (
    Audit,
    Budget,
    CitationCheck,
    Finding,
    GatheredSource,
    Quote,
    ReviewDecision,
    RunOptions,
    Source,
)
from widgets.beginning.composer import Composed
from widgets.plan.draft import KeptPlan
from widgets.run.status_bar import Health
from widgets.theme import ThemeChoice

QUESTIONS = ("How is a task cancelled?", "What does a timeout raise?", "What does shield do?", "What is kept?")
WORDS = "The task is requested to be cancelled at the next opportunity."
TEXT = f"Task objects.\n\n{WORDS} It may refuse.\n\nTimeouts."
SOURCE = Source(
    id="S1", url="file:///docs/asyncio-task.html", title="Coroutines and Tasks", fetched_at=1_700_000_000.0,
    sha256="ab" * 32, text_sha256="cd" * 32, refs=("r1",),
    quotes=(Quote(id="S1.1", text=WORDS, status="found", start=15, end=15 + len(WORDS)),),
)  # fmt: skip
REPORT = f"# Cancelling tasks\n\n## Summary\n\n“{WORDS}” [1]\n\n## Limitations\n\nOne source.\n"
APPROVED = ReviewDecision(status="approved", rationale="All four questions are answered.")


def finding(researcher: int) -> Finding:
    gathered = GatheredSource(ref="r1", url=SOURCE.url, title=SOURCE.title, quotes=(WORDS,))
    return Finding(wave=1, researcher=researcher, question=QUESTIONS[researcher - 1], answer=f"{WORDS} [r1]",
                   confidence=0.8, sources=(gathered,))  # fmt: skip


def begun() -> list[Event]:
    """Return the events up to four researchers at work, one of whom was refused something."""
    events: list[Event] = [PlanningStarted(wave=1), QuestionsPlanned(wave=1, questions=QUESTIONS),
                           PlanApproved(wave=1, questions=QUESTIONS)]  # fmt: skip
    for place, question in enumerate(QUESTIONS, 1):
        events.append(ResearcherStarted(wave=1, researcher=place, attempt=1, question=question))
    events += [
        ResearcherMoved(wave=1, researcher=1, state="searching", text="task cancellation"),
        SearchAnswered(wave=1, researcher=1, query="task cancellation", results=8),
        PageOpened(wave=1, researcher=1, ref="r1", url=SOURCE.url, title=SOURCE.title, size_bytes=90_000,
                   sha256=SOURCE.sha256, origin="library"),
        QuoteNoted(wave=1, researcher=1, ref="r1", text=WORDS),
        CallRefused(wave=1, researcher=2, call="fetch", target="https://evil.example/?q=1", why="Not handed out."),
    ]  # fmt: skip
    return events


def answered() -> list[Event]:
    """Return the events from the answers to the approval."""
    return [*(FindingArrived(finding=finding(place)) for place in range(1, 5)),
            WaveCollected(wave=1, sources=(SOURCE,)), ReviewStarted(wave=1),
            ReviewDecided(wave=1, decision=APPROVED), WritingStarted(version=1)]  # fmt: skip


def written() -> list[Event]:
    """Return the events of the report."""
    audit = Audit(citations=1, found=1, statements=2, marks=("S1.1",),
                  checks=(CitationCheck(number=1, source="S1", quotes=("S1.1",), status="found"),))  # fmt: skip
    draft = REPORT.replace("[1]", "[S1.1]")
    return [*(ReportGrew(text=draft[start : start + 20]) for start in range(0, len(draft), 20)),
            ReportFinished(version=1, markdown=REPORT, audit=audit, sources=(SOURCE,))]  # fmt: skip


class ScriptedRun:
    """A run that does what the test tells it; wishes become events, as in the engine."""

    def __init__(self, run_id: str, topic: str) -> None:
        self.run_id = run_id
        self.kept: list[JournalEntry] = []
        self._coming: asyncio.Queue[Event | BaseException | None] = asyncio.Queue()
        self.is_alive = self.is_tidying = False
        self.was_cut_off = False
        self.tell(ResearchAsked(run_id=run_id, topic=topic, options=RunOptions(library=("/docs",))))

    @property
    def control(self) -> ScriptedRun:
        return self

    def tell(self, *events: Event | BaseException | None) -> None:
        """Let events happen; None ends the run, an exception breaks it."""
        for event in events:
            self._coming.put_nowait(event)

    async def entries(self) -> AsyncIterator[JournalEntry]:
        for entry in list(self.kept):
            yield entry
        self.is_alive = True
        try:
            while (event := await self._coming.get()) is not None:
                if isinstance(event, BaseException):
                    raise event
                entry = JournalEntry(seq=len(self.kept) + 1, at=time.time(), event=event)
                self.kept.append(entry)
                yield entry
        except asyncio.CancelledError:
            self.was_cut_off = True
            raise
        finally:
            self.is_alive = False

    def has_ended(self) -> bool:
        return self.is_tidying

    def stop(self) -> None:
        self.tell(RunCancelled(), None)

    def finish_now(self) -> None:
        self.tell(FinishNowAsked())

    def retry(self, wave: int, researcher: int) -> None:
        if not 1 <= researcher <= len(QUESTIONS):
            raise InputError(f"There is no researcher {wave}.{researcher}.", "Choose one of the list.")
        self.tell(RetryAsked(wave=wave, researcher=researcher))

    def approve_plan(self, wave: int, questions: tuple[str, ...]) -> None:
        self.tell(PlanApproved(wave=wave, questions=questions, by_user=True))

    def give_verdict(self, wave: int, decision: ReviewDecision) -> None:
        self.tell(VerdictGiven(wave=wave, decision=decision))

    def snapshot(self) -> RunSnapshot:
        fold = Fold().apply_all(self.kept)
        return fold.snapshot(interrupted=not self.is_alive)


class ScriptedDrafts(dict[str, KeptPlan]):
    """Keeps plans in work."""

    def read(self, run_id: str) -> KeptPlan | None:
        return self.get(run_id)

    def keep(self, run_id: str, plan: KeptPlan) -> None:
        self[run_id] = plan

    def forget(self, run_id: str) -> None:
        self.pop(run_id, None)


class ScriptedDesk:
    """Keeps scripted runs."""

    def __init__(self, folder: Path) -> None:
        self.log_path = folder / "dossier.log"
        self.drafts = ScriptedDrafts()
        self.reading = self.exports = self.activity = self  # one script plays every drawer
        self.made: list[ScriptedRun] = []
        self.shelf, self.offers = ScriptedShelf(self.made), ScriptedOffers(self)
        self.is_ready = self.is_closed = False
        self.warmed = 0
        self.consents: list[bool] = []
        self.budgets: list[Budget | None] = []
        self.refuses: DossierError | None = None
        self.refuses_resume: DossierError | None = None
        self.kept_theme: ThemeChoice = "light"
        self.kept_zoom = 100
        self.kept_folder: Path | None = None
        self.values = KeptValues()
        self.choices = ScriptedChoices(self)

    async def begin(self) -> None:
        self.is_ready = True

    async def aclose(self) -> None:
        self.is_closed = True

    async def health(self) -> tuple[Health, Health]:
        return Health("Docker ready", "ok"), Health("No model: offline works", "text3")

    def warm(self) -> None:
        self.warmed += 1

    def start(self, composed: Composed) -> ScriptedRun:
        if self.refuses is not None:
            raise self.refuses
        if len(composed.topic) > 8_000:
            raise InputError("The topic is too long.", "Shorten it.")
        self.made.append(ScriptedRun(f"run-{len(self.made) + 1}", composed.topic))
        return self.made[-1]

    def resume(self, run_id: str, *, consent: bool = False, budget: Budget | None = None) -> ScriptedRun:
        if self.refuses_resume is not None:
            raise self.refuses_resume
        self.consents.append(consent)
        self.budgets.append(budget)
        return self._run(run_id)

    def stored_text(self, source: Source) -> str | None:
        return TEXT

    def formats(self) -> tuple[tuple[str, str], ...]:
        return (("md", "Markdown"),)

    def file_name(self, format_name: str) -> str:
        return "report.md"

    def export(self, run: RunSnapshot, format_name: str, path: Path) -> tuple[str, ...]:
        path.write_text(run.report.markdown, "utf-8")
        return ()

    def export_incomplete(self, run: RunSnapshot, path: Path) -> None:
        path.write_text(self.incomplete(run), "utf-8")

    def incomplete(self, run: RunSnapshot) -> str:
        return incomplete_markdown(run)

    def used(self, run_id: str) -> dict[Limit, float]:
        watch = BudgetWatch(Budget())
        for entry in self._run(run_id).kept:
            watch.replay(entry)
        return {limit: watch.used(limit) for limit in LIMITS}

    def markdown(self, run: RunSnapshot) -> str:
        return run.report.markdown

    def rich_text(self, run: RunSnapshot) -> str:
        return f"<p>{run.report.markdown}</p>"

    def folder(self) -> Path | None:
        return self.kept_folder

    def keep_folder(self, folder: Path) -> None:
        self.kept_folder = folder

    def zoom_percent(self) -> int:
        return self.kept_zoom

    def keep_zoom(self, percent: int) -> None:
        self.kept_zoom = percent

    def version(self, run_id: str, number: int) -> RunSnapshot | None:
        fold = Fold()
        for entry in self._run(run_id).kept:
            fold.apply(entry)
            if isinstance(entry.event, ReportFinished) and entry.event.version == number:
                return fold.snapshot()
        return None

    def places(self, run_id: str, wanted: ActivityFilter, after: int = 0) -> Sequence[int]:
        return scripted_activity.places(self._run(run_id).kept, wanted, after)

    def earlier(self, run_id: str, wanted: ActivityFilter, before: int, limit: int) -> Sequence[int]:
        return scripted_activity.places(self._run(run_id).kept[: before - 1], wanted, 0)[-limit:]

    def entries(self, run_id: str, places: Sequence[int]) -> Sequence[JournalEntry]:
        return [entry for entry in self._run(run_id).kept if entry.seq in places]

    def _run(self, run_id: str) -> ScriptedRun:
        return next(run for run in self.made if run.run_id == run_id)
