"""Folds a run's journal into its snapshot: a private builder that freezes only the slices that changed.

Live and replayed screens cannot differ, because both come out of this fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine import events as ev
from engine.growing import GrowingResearcher, GrowingWave, add_use
from engine.snapshot import (
    Notice,
    ReportView,
    ResearcherState,
    RunSnapshot,
    RunState,
    Step,
    WaveView,
)
from engine.values import TokenUse


class Fold:
    """The fold of one run. `apply` every entry in order; `snapshot` at any time."""

    def __init__(self) -> None:
        self._fields: dict[str, Any] = {}
        self._state: RunState = "planning"
        self._waves: dict[int, GrowingWave] = {}
        self._draft: list[str] = []
        self._report: dict[str, Any] = {}
        self._notices: list[Notice] = []
        self._by_role: dict[str, TokenUse] = {}
        self._refusals: list[tuple[str, str, str, str]] = []
        self._at = self._before_at = 0.0

    def apply(self, entry: ev.JournalEntry) -> None:
        """Take one entry into account."""
        self._fields["last_seq"] = entry.seq
        self._before_at, self._at = self._at, entry.at
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
        waves = tuple(self._waves[wave].view() for wave in sorted(self._waves))
        cut_off = interrupted and not self._ended()
        return RunSnapshot(
            state="interrupted" if cut_off else self._state,
            waves=tuple(_cut_off(wave, self._at) for wave in waves) if cut_off else waves,
            report=report,
            notices=tuple(self._notices),
            usage_by_role=tuple(sorted(self._by_role.items())),
            refusals=tuple(self._refusals),
            **{**self._fields, **({"ended_at": self._at} if cut_off else {})},
        )

    # --- the run ----------------------------------------------------------------------------------

    def _ended(self) -> bool:
        return self._state in ("done", "failed", "cancelled")

    def _asked(self, event: ev.ResearchAsked) -> None:
        self._fields.update(run_id=event.run_id, topic=event.topic, options=event.options, started_at=self._at)

    def _resumed(self, event: ev.RunResumed) -> None:
        rested_since = self._fields.get("ended_at") or self._before_at
        rested_s = self._fields.get("rested_s", 0.0) + self._at - rested_since
        self._fields.update(ended_at=None, error=None, waiting_until=None, rested_s=rested_s)
        if event.options is not None:
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
        reading = "" if event.final else f"Reading the library: {event.documents} documents"
        self._fields.update(library_documents=event.documents, preparing=reading)

    def _failed(self, event: ev.RunFailed) -> None:
        self._fields.update(error=event.error, ended_at=self._at, preparing="")
        self._stop_researchers()
        self._state = "failed"

    def _cancelled(self, event: ev.RunCancelled) -> None:
        self._fields.update(ended_at=self._at, waiting_until=None, preparing="")
        self._stop_researchers()
        self._state = "cancelled"

    def _stop_researchers(self) -> None:
        """Nobody works on after the run's end; those who had not ended stopped with it."""
        for wave in self._waves.values():
            for researcher in wave.researchers.values():
                if not researcher.ended:
                    researcher.set(state="stopped", ended_at=self._at, activity="")

    def _finish_now(self, event: ev.FinishNowAsked) -> None:
        self._fields["finish_now"] = True

    # --- planning ---------------------------------------------------------------------------------

    def _wave(self, wave: int) -> GrowingWave:
        if wave not in self._waves:
            self._waves[wave] = GrowingWave(wave)
        return self._waves[wave]

    def _planning(self, event: ev.PlanningStarted) -> None:
        self._state = "planning"

    def _planned(self, event: ev.QuestionsPlanned) -> None:
        # Planning a wave anew makes everything below it void.
        for later in [wave for wave in self._waves if wave >= event.wave]:
            del self._waves[later]
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

    # --- researching ------------------------------------------------------------------------------

    def _who(self, event: Any) -> GrowingResearcher:
        return self._wave(event.wave).researcher(event.researcher)

    def _researcher_started(self, event: ev.ResearcherStarted) -> None:
        researcher = self._who(event)
        started = researcher.fields.get("started_at") or self._at
        researcher.set(
            question=event.question,
            state="starting",
            attempt=event.attempt,
            started_at=started,
            ended_at=None,
            finding=None,
        )
        # An open wave is being researched, also when one of its researchers runs again after a review.
        self._wave(event.wave).set(collected=False, review_started=False, decision=None)
        self._state = "researching"

    def _sandbox_started(self, event: ev.SandboxStarted) -> None:
        self._who(event).set(sandbox_id=event.sandbox_id, sandbox=event.sandbox)

    def _moved(self, event: ev.ResearcherMoved) -> None:
        researcher = self._who(event)
        if not researcher.ended:
            researcher.set(state=event.state, activity=event.text)

    def _allowed(self) -> None:
        self._fields["allowed_calls"] = self._fields.get("allowed_calls", 0) + 1

    def _searched(self, event: ev.SearchAnswered) -> None:
        self._allowed()
        hits = "1 result" if event.results == 1 else f"{event.results} results"
        self._who(event).step(Step(at=self._at, what="searched", text=event.query, detail=hits))

    def _provider_searched(self, event: ev.ProviderSearched) -> None:
        self._who(event).step(Step(at=self._at, what="searched", text=event.query, detail="by the model's provider"))

    def _opened(self, event: ev.PageOpened) -> None:
        self._allowed()
        researcher = self._who(event)
        researcher.add("pages")
        title, note = event.title or event.url, " ".join(event.notes)
        researcher.step(Step(at=self._at, what="opened", text=title, detail=event.url, ref=event.ref, note=note))

    def _call_failed(self, event: ev.CallFailed) -> None:
        self._allowed()
        self._who(event).step(Step(at=self._at, what="failed", text=event.target, detail=event.why))

    def _refused(self, event: ev.CallRefused) -> None:
        researcher = self._who(event)
        researcher.add("refused")
        researcher.step(Step(at=self._at, what="refused", text=event.target, detail=event.why))
        self._refusals.append((f"{event.wave}.{event.researcher}", event.call, event.target, event.why))

    def _model_answered(self, event: ev.ModelAnswered) -> None:
        self._fields["usage"] = add_use(self._fields.get("usage", TokenUse()), event)
        self._fields["waiting_until"] = None
        self._by_role[event.role] = add_use(self._by_role.get(event.role, TokenUse()), event)
        if event.role == "researcher":
            self._allowed()
            researcher = self._who(event)
            researcher.set(usage=add_use(researcher.fields.get("usage", TokenUse()), event))

    def _model_waiting(self, event: ev.ModelWaiting) -> None:
        self._fields["waiting_until"] = event.until

    def _quoted(self, event: ev.QuoteNoted) -> None:
        self._who(event).step(Step(at=self._at, what="quoted", text=event.text, ref=event.ref))

    def _finding(self, event: ev.FindingArrived) -> None:
        finding = event.finding
        state: ResearcherState = "done"
        if finding.error is not None:
            state = "stopped" if finding.error.kind == "stopped" else "failed"
        researcher = self._wave(finding.wave).researcher(finding.researcher, finding.question)
        researcher.set(finding=finding, state=state, ended_at=self._at, activity="")

    # --- after the wave ---------------------------------------------------------------------------

    def _collected(self, event: ev.WaveCollected) -> None:
        self._wave(event.wave).set(collected=True)
        self._fields["sources"] = event.sources
        self._state = "collecting"

    def _review_started(self, event: ev.ReviewStarted) -> None:
        self._wave(event.wave).set(review_started=True)
        self._state = "reviewing"

    def _decided(self, event: ev.ReviewDecided) -> None:
        self._wave(event.wave).set(decision=event.decision)
        self._state = "writing" if event.decision.status == "approved" else "planning"

    def _writing(self, event: ev.WritingStarted) -> None:
        self._draft = []
        self._report["version"] = event.version
        self._state = "writing"

    def _grew(self, event: ev.ReportGrew) -> None:
        self._draft.append(event.text)

    def _finished(self, event: ev.ReportFinished) -> None:
        self._report = {"version": event.version, "markdown": event.markdown, "audit": event.audit}
        self._draft = []
        self._fields.update(sources=event.sources, ended_at=self._at, versions=event.version)
        self._state = "done"

    def _retry(self, event: ev.RetryAsked) -> None:
        self._fields["finish_now"] = False

    def _verdict(self, event: ev.VerdictGiven) -> None:
        self._fields["finish_now"] = False


def _cut_off(wave: WaveView, at: float) -> WaveView:
    """Return a wave whose researchers stopped with the process that owned them."""
    stopped = {"state": "stopped", "ended_at": at, "activity": ""}
    views = tuple(
        view.model_copy(update=stopped) if view.started_at is not None and view.ended_at is None else view
        for view in wave.researchers
    )
    return wave.model_copy(update={"researchers": views})


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
    ev.ProviderSearched: Fold._provider_searched,
    ev.PageOpened: Fold._opened,
    ev.CallFailed: Fold._call_failed,
    ev.CallRefused: Fold._refused,
    ev.ModelAnswered: Fold._model_answered,
    ev.ModelWaiting: Fold._model_waiting,
    ev.QuoteNoted: Fold._quoted,
    ev.FindingArrived: Fold._finding,
    ev.WaveCollected: Fold._collected,
    ev.ReviewStarted: Fold._review_started,
    ev.ReviewDecided: Fold._decided,
    ev.WritingStarted: Fold._writing,
    ev.ReportGrew: Fold._grew,
    ev.ReportFinished: Fold._finished,
    ev.FinishNowAsked: Fold._finish_now,
    ev.RetryAsked: Fold._retry,
    ev.VerdictGiven: Fold._verdict,
    ev.RunCancelled: Fold._cancelled,
    ev.RunFailed: Fold._failed,
}
