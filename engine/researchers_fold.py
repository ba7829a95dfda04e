"""The part of the fold that is about researchers: who works, on what, with which sandbox, and what it used."""

from __future__ import annotations

from typing import Any

from engine import events as ev
from engine.growing import GrowingResearcher, GrowingWave, add_use
from engine.snapshot import RunState
from engine.stage_growth import GrowingStages
from engine.timeline import step_of
from engine.values import TokenUse


class ResearchersFold:
    """What the fold of a run keeps, and how researchers' events change it; `engine.fold.Fold` adds the rest."""

    def __init__(self) -> None:
        self._at = 0.0  # when the entry that is taken into account was written
        self._fields: dict[str, Any] = {}
        self._state: RunState = "planning"
        self._waves: dict[int, GrowingWave] = {}
        self._stages = GrowingStages()
        self._version = 1  # of the report that was begun last
        self._by_role: dict[str, TokenUse] = {}
        self._refusals: list[tuple[str, str, str, str]] = []

    def _wave(self, wave: int) -> GrowingWave:
        if wave not in self._waves:
            self._waves[wave] = GrowingWave(wave)
        return self._waves[wave]

    def _who(self, event: Any) -> GrowingResearcher:
        return self._wave(event.wave).researcher(event.researcher)

    def _researcher_started(self, event: ev.ResearcherStarted) -> None:
        researcher = self._who(event)
        researcher.start(event, self._at)
        if event.attempt > 1:
            researcher.step(step_of(event, self._at))
        # An open wave is being researched, also when one of its researchers runs again after a review.
        self._wave(event.wave).set(collected=False, review_started=False, decision=None, overruled=None)
        self._stages.reopen("collector", event.wave)
        self._stages.reopen("reviewer", event.wave)
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
        self._step(event)

    def _opened(self, event: ev.PageOpened) -> None:
        self._allowed()
        self._who(event).add("pages")
        self._step(event)

    def _call_failed(self, event: ev.CallFailed) -> None:
        self._allowed()
        self._step(event)

    def _refused(self, event: ev.CallRefused) -> None:
        self._who(event).add("refused")
        self._step(event)
        self._refusals.append((f"{event.wave}.{event.researcher}", event.call, event.target, event.why))

    def _step(self, event: Any) -> None:
        self._who(event).step(step_of(event, self._at))

    def _model_answered(self, event: ev.ModelAnswered) -> None:
        self._fields["usage"] = add_use(self._fields.get("usage", TokenUse()), event)
        self._fields["waiting_until"] = None
        self._by_role[event.role] = add_use(self._by_role.get(event.role, TokenUse()), event)
        if event.role == "researcher":
            if not event.is_failed:  # a failed call is told, and counted, by itself
                self._allowed()
            self._who(event).used(event)
        elif event.role == "writer":
            self._stages.used("writer", self._version, event)
        else:
            self._stages.used(event.role, event.wave or 1, event)

    def _model_waiting(self, event: ev.ModelWaiting) -> None:
        self._fields["waiting_until"] = event.until
        if event.wave and event.researcher:
            self._step(event)

    def _finding(self, event: ev.FindingArrived) -> None:
        finding = event.finding
        self._wave(finding.wave).researcher(finding.researcher, finding.question).end(finding, self._at)
        self._stages.begin_once("collector", finding.wave, self._at)
