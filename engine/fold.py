"""Folds a run's journal into its snapshot: a private builder that freezes only the slices that changed.

Live and replayed screens cannot differ, because both come out of this fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine import events as ev
from engine.activity import is_told
from engine.cut_off import cut_off_at
from engine.researchers_fold import ResearchersFold
from engine.snapshot import Notice, ReportView, RunSnapshot, RunState


class Fold(ResearchersFold):
    """The fold of one run. `apply` every entry in order; `snapshot` at any time."""

    def __init__(self) -> None:
        super().__init__()
        self._draft: list[str] = []
        self._report: dict[str, Any] = {}
        self._finish_asked = False  # by the user, not by the budget
        self._notices: list[Notice] = []
        self._rests: list[tuple[float, float]] = []
        self._activity = 0
        self._before_at = 0.0

    def apply(self, entry: ev.JournalEntry) -> None:
        """Take one entry into account."""
        self._fields["last_seq"] = entry.seq
        self._before_at, self._at = self._at, entry.at
        self._activity += is_told(entry.event)
        _HANDLERS[type(entry.event)](self, entry.event)

    def apply_all(self, entries: Iterable[ev.JournalEntry]) -> Fold:
        """Take many entries into account; return the fold itself."""
        for entry in entries:
            self.apply(entry)
        return self

    def snapshot(self, *, interrupted: bool = False) -> RunSnapshot:
        """Return the value; `interrupted` marks a run that no live process owns though it has not ended."""
        if len(self._draft) > 1:
            self._draft = ["".join(self._draft)]
        report = ReportView(draft=self._draft[0] if self._draft else "", **self._report)
        cut_off = interrupted and not self._ended()
        run = RunSnapshot(
            state=self._state,
            activity=self._activity,
            waves=tuple(self._waves[wave].view() for wave in sorted(self._waves)),
            stages=self._stages.view(),
            report=report,
            notices=tuple(self._notices),
            usage_by_role=tuple(sorted(self._by_role.items())),
            refusals=tuple(self._refusals),
            rests=tuple(self._rests),
            rested_s=sum(until - since for since, until in self._rests),
            **self._fields,
        )
        return cut_off_at(run, self._at) if cut_off else run

    # --- the run ----------------------------------------------------------------------------------

    def _ended(self) -> bool:
        return self._state in ("done", "failed", "cancelled")

    def _asked(self, event: ev.ResearchAsked) -> None:
        self._fields.update(run_id=event.run_id, topic=event.topic, options=event.options, started_at=self._at)

    def _resumed(self, event: ev.RunResumed) -> None:
        rested_since = self._fields.get("ended_at") or self._before_at
        self._rests.append((rested_since, self._at))
        self._stages.end_open(rested_since)
        for wave in self._waves.values():
            wave.rest_since(rested_since)
        self._fields.update(ended_at=None, error=None, waiting_until=None, preparing="", library_reading=None)
        if event.options is not None:
            if event.options.budget != self._fields["options"].budget:
                self._fields.update(limit_reached="", finish_now=self._finish_asked)
                self._notices = [notice for notice in self._notices if notice.key != "budget"]
            self._fields["options"] = event.options
        self._state = self._derived_state()

    def _derived_state(self) -> RunState:
        """Return where the run stands by what is there; used when a stopped run goes on."""
        if not self._waves:
            return "planning"
        last = self._waves[max(self._waves)].fields
        if last.get("waits_for_user") and not last.get("approved"):
            return "waiting_for_plan"
        decision = last.get("decision")
        if decision is not None:
            return "writing" if decision.status == "approved" else "planning"
        return "reviewing" if last.get("collected") else "researching"

    def _notice(self, event: ev.NoticeRaised) -> None:
        notice = Notice(level=event.level, text=event.text, key=event.key)
        kept = [old for old in self._notices if not (event.key and old.key == event.key)]
        self._notices = [*kept, notice]

    def _sandbox_preparing(self, event: ev.SandboxPreparing) -> None:
        self._fields.update(preparing=event.text, preparing_percent=event.percent)
        if self._state == "planning":
            self._state = "preparing"

    def _sandbox_chosen(self, event: ev.SandboxChosen) -> None:
        self._fields.update(
            sandbox=event.sandbox,
            sandbox_label=event.label,
            sandbox_endpoint=event.endpoint,
            preparing="",
            preparing_percent=None,
        )
        if self._state == "preparing":
            self._state = "planning"

    def _library_indexed(self, event: ev.LibraryIndexed) -> None:
        if event.final:
            self._fields.update(library_documents=event.documents, preparing="", library_reading=None)
            return
        of = event.total or event.documents
        documents = "1 document" if of == 1 else f"{of} documents"
        done = f"{event.documents} of {documents}" if event.total else documents
        reading = (event.documents, event.total)
        self._fields.update(preparing=f"Reading the library: {done}", library_reading=reading)

    def _failed(self, event: ev.RunFailed) -> None:
        self._fields["error"] = event.error
        self._end()
        self._state = "failed"

    def _cancelled(self, event: ev.RunCancelled) -> None:
        self._end()
        self._state = "cancelled"

    def _end(self) -> None:
        """End everything: nobody works on after the run's end, and who had not ended stopped with it."""
        self._fields.update(ended_at=self._at, waiting_until=None, preparing="", library_reading=None)
        self._stages.end_open(self._at)
        for wave in self._waves.values():
            wave.stop(self._at)

    def _finish_now(self, event: ev.FinishNowAsked) -> None:
        self._fields["finish_now"] = self._finish_asked = True

    def _budget_used(self, event: ev.BudgetUsed) -> None:
        if event.stage == "up":
            self._fields.update(limit_reached=event.limit, finish_now=True)

    def _go_on(self) -> None:
        """The user wished for more: nothing wraps up any more."""
        self._finish_asked = False
        self._fields.update(limit_reached="", finish_now=False)

    # --- planning ---------------------------------------------------------------------------------

    def _planning(self, event: ev.PlanningStarted) -> None:
        self._state = "planning"
        self._stages.begin("planner", event.wave, self._at)

    def _planned(self, event: ev.QuestionsPlanned) -> None:
        self._void_from(event.wave)
        self._stages.end("planner", event.wave, self._at)
        wave = self._wave(event.wave)
        wave.set(questions=event.questions, waits_for_user=event.waits_for_user)
        for index, question in enumerate(event.questions, 1):
            wave.researcher(index, question)
        self._state = "waiting_for_plan" if event.waits_for_user else "researching"

    def _approved(self, event: ev.PlanApproved) -> None:
        wave = self._wave(event.wave)
        wave.researchers.clear()
        wave.set(questions=event.questions, approved=True)
        for index, question in enumerate(event.questions, 1):
            wave.researcher(index, question)
        self._state = "researching"

    # --- after the wave ---------------------------------------------------------------------------

    def _collected(self, event: ev.WaveCollected) -> None:
        self._wave(event.wave).set(collected=True)
        self._stages.end("collector", event.wave, self._at)
        self._fields["sources"] = event.sources
        self._state = "collecting"

    def _review_started(self, event: ev.ReviewStarted) -> None:
        self._wave(event.wave).set(review_started=True)
        self._stages.begin("reviewer", event.wave, self._at)
        self._state = "reviewing"

    def _decided(self, event: ev.ReviewDecided) -> None:
        self._wave(event.wave).decide(event.decision)
        self._stages.end("reviewer", event.wave, self._at)
        if event.decision.status == "approved":
            self._void_from(event.wave + 1)
            self._state = "writing"
        else:
            self._state = "planning"

    def _void_from(self, wave: int) -> None:
        """Let go of a wave and those behind it: it is planned anew, or the user approved what stood before it."""
        for later in [each for each in self._waves if each >= wave]:
            del self._waves[later]
        self._stages.void_from(wave)

    def _writing(self, event: ev.WritingStarted) -> None:
        # What a writer wrote before it failed is no report, and is not thrown away.
        if self._draft:
            self._report["set_aside"] = "".join(self._draft)
        self._draft = []
        self._version = self._report["version"] = event.version
        self._stages.begin("writer", event.version, self._at)
        self._state = "writing"

    def _grew(self, event: ev.ReportGrew) -> None:
        self._draft.append(event.text)

    def _finished(self, event: ev.ReportFinished) -> None:
        aside = self._report.get("set_aside", "") if event.audit.is_fallback else ""
        self._report = {
            "version": event.version, "markdown": event.markdown, "audit": event.audit, "set_aside": aside,
        }  # fmt: skip
        self._draft = []
        self._stages.end("writer", event.version, self._at)
        self._fields.update(sources=event.sources, ended_at=self._at, versions=event.version)
        self._state = "done"

    def _retry(self, event: ev.RetryAsked) -> None:
        self._go_on()

    def _verdict(self, event: ev.VerdictGiven) -> None:
        self._go_on()


_HANDLERS: dict[type, Callable[[Fold, Any], None]] = {
    ev.ResearchAsked: Fold._asked,
    ev.RunResumed: Fold._resumed,
    ev.NoticeRaised: Fold._notice,
    ev.SandboxPreparing: Fold._sandbox_preparing,
    ev.SandboxChosen: Fold._sandbox_chosen,
    ev.LibraryIndexed: Fold._library_indexed,
    ev.PlanningStarted: Fold._planning,
    ev.QuestionsPlanned: Fold._planned,
    ev.PlanApproved: Fold._approved,
    ev.ResearcherStarted: Fold._researcher_started,
    ev.SandboxStarted: Fold._sandbox_started,
    ev.ResearcherMoved: Fold._moved,
    ev.SearchAnswered: Fold._searched,
    ev.ProviderSearched: Fold._step,
    ev.PageOpened: Fold._opened,
    ev.CallFailed: Fold._call_failed,
    ev.CallRefused: Fold._refused,
    ev.ModelAnswered: Fold._model_answered,
    ev.ModelWaiting: Fold._model_waiting,
    ev.QuoteNoted: Fold._step,
    ev.FindingArrived: Fold._finding,
    ev.WaveCollected: Fold._collected,
    ev.ReviewStarted: Fold._review_started,
    ev.ReviewDecided: Fold._decided,
    ev.WritingStarted: Fold._writing,
    ev.ReportGrew: Fold._grew,
    ev.ReportFinished: Fold._finished,
    ev.BudgetUsed: Fold._budget_used,
    ev.FinishNowAsked: Fold._finish_now,
    ev.RetryAsked: Fold._retry,
    ev.VerdictGiven: Fold._verdict,
    ev.RunCancelled: Fold._cancelled,
    ev.RunFailed: Fold._failed,
}
