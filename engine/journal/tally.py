"""What the history shows of a run without reading its journal: kept in step with every event that changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import events as ev
from engine.snapshot import RunState
from engine.values import Value


class WaveTally(Value):
    """How many researchers a wave has, and which of them have answered."""

    wave: int
    asked: int = 0
    answered: tuple[int, ...] = ()


class Tally(Value):
    """The figures of a run's row; they follow the same rules as the fold of its journal."""

    stage: RunState = "planning"  # what it is at, while it is at work
    waves: tuple[WaveTally, ...] = ()
    quotes: int = 0  # citations of the report
    quotes_found: int = 0
    rested_s: float = 0.0  # between its start and its end, while nobody worked on it

    @property
    def asked(self) -> int:
        """The number of researchers."""
        return sum(wave.asked for wave in self.waves)

    @property
    def answered(self) -> int:
        """The number of researchers that have answered."""
        return sum(len(wave.answered) for wave in self.waves)

    def after(self, entry: ev.JournalEntry, rested_since: float) -> Tally:
        """Return the tally with one more entry.

        Args:
            rested_since: when the run's work ended before this entry, in seconds since the epoch.
        """
        if isinstance(entry.event, ev.RunResumed):
            return self._with(rested_s=self.rested_s + max(0.0, entry.at - rested_since))
        note = _NOTES.get(type(entry.event))
        return self if note is None else note(self, entry.event)

    def _with(self, **fields: Any) -> Tally:
        return self.model_copy(update=fields)

    def _wave(self, wave: int) -> WaveTally:
        return next((one for one in self.waves if one.wave == wave), WaveTally(wave=wave))

    def _with_wave(self, changed: WaveTally, **fields: Any) -> Tally:
        others = (one for one in self.waves if one.wave != changed.wave)
        waves = tuple(sorted((*others, changed), key=lambda one: one.wave))
        return self._with(waves=waves, **fields)

    def _planned(self, event: ev.QuestionsPlanned) -> Tally:
        # Planning a wave anew makes everything below it void.
        kept = self._with(waves=tuple(one for one in self.waves if one.wave < event.wave))
        stage = "waiting_for_plan" if event.waits_for_user else "researching"
        return kept._with_wave(WaveTally(wave=event.wave, asked=len(event.questions)), stage=stage)

    def _approved(self, event: ev.PlanApproved) -> Tally:
        return self._with_wave(WaveTally(wave=event.wave, asked=len(event.questions)), stage="researching")

    def _started(self, event: ev.ResearcherStarted) -> Tally:
        return self._answer(event.wave, event.researcher, has_answered=False)._with(stage="researching")

    def _found(self, event: ev.FindingArrived) -> Tally:
        finding = event.finding
        return self._answer(finding.wave, finding.researcher, has_answered=finding.error is None)

    def _answer(self, wave: int, researcher: int, *, has_answered: bool) -> Tally:
        before = self._wave(wave)
        answered = {*before.answered, researcher} if has_answered else set(before.answered) - {researcher}
        asked = max(before.asked, researcher)
        return self._with_wave(WaveTally(wave=wave, asked=asked, answered=tuple(sorted(answered))))

    def _finished(self, event: ev.ReportFinished) -> Tally:
        audit = event.audit
        return self._with(quotes=audit.citations, quotes_found=audit.found + audit.found_folded)


_NOTES: dict[type, Callable[[Tally, Any], Tally]] = {
    ev.PlanningStarted: lambda tally, _: tally._with(stage="planning"),
    ev.QuestionsPlanned: Tally._planned,
    ev.PlanApproved: Tally._approved,
    ev.ResearcherStarted: Tally._started,
    ev.FindingArrived: Tally._found,
    ev.WaveCollected: lambda tally, _: tally._with(stage="collecting"),
    ev.ReviewStarted: lambda tally, _: tally._with(stage="reviewing"),
    ev.WritingStarted: lambda tally, _: tally._with(stage="writing"),
    ev.ReportFinished: Tally._finished,
}
# Kinds of events that change a tally; all others need not be parsed to make one.
TALLIED = frozenset(
    (
        "planning_started", "questions_planned", "plan_approved", "researcher_started", "finding_arrived",
        "wave_collected", "review_started", "writing_started", "report_finished", "run_resumed",
    )
)  # fmt: skip
