"""Builders of the slices of a snapshot: they grow without copying, and freeze when someone looks."""

from __future__ import annotations

from typing import Any

from engine import events as ev
from engine.snapshot import ResearcherState, ResearcherView, Step, WaveView
from engine.values import Finding, ReviewDecision, TokenUse


class GrowingResearcher:
    """Builds one `ResearcherView`; `steps` grows without copying until someone looks."""

    def __init__(self, wave: int, researcher: int, question: str) -> None:
        self.fields: dict[str, Any] = {"wave": wave, "researcher": researcher, "question": question}
        self.steps: list[Step] = []
        self._frozen: ResearcherView | None = None

    def set(self, **fields: Any) -> None:
        """Set fields."""
        self.fields.update(fields)
        self._frozen = None

    def step(self, step: Step) -> None:
        """Add a line to the timeline."""
        self.steps.append(step)
        self._frozen = None

    def add(self, field: str) -> None:
        """Count one more."""
        self.set(**{field: self.fields.get(field, 0) + 1})

    def start(self, event: ev.ResearcherStarted, at: float) -> None:
        """Begin an attempt; the time since an earlier one ended is no time of work."""
        before, ended = self.fields.get("started_at"), self.fields.get("ended_at")
        if before is not None and ended is not None:
            self.fields["rested_s"] = self.fields.get("rested_s", 0.0) + max(0.0, at - ended)
        self.set(
            question=event.question,
            state="starting",
            attempt=event.attempt,
            started_at=at if before is None else before,
            ended_at=None,
            finding=None,
        )

    def end(self, finding: Finding, at: float) -> None:
        """End with a finding."""
        state: ResearcherState = "done"
        if finding.error is not None:
            state = "stopped" if finding.error.kind in ("stopped", "limit") else "failed"
        self.set(finding=finding, state=state, ended_at=at, activity="")

    def stop(self, at: float) -> None:
        """Stop with the run, unless it has ended."""
        if not self.ended:
            self.set(state="stopped", ended_at=at, activity="")

    def rest_since(self, at: float) -> None:
        """Wait for its turn again, after a rest of the run that began at `at`."""
        if self.fields.get("finding") is not None:
            return
        has_worked = self.fields.get("started_at") is not None
        ended = self.fields.get("ended_at") or at
        self.set(state="waiting", activity="", ended_at=ended if has_worked else None)

    def used(self, event: ev.ModelAnswered) -> None:
        """Count a model's answer."""
        usage = add_use(self.fields.get("usage", TokenUse()), event)
        self.set(usage=usage, model=event.model or self.fields.get("model", ""))

    @property
    def ended(self) -> bool:
        """Whether it has answered, in whatever way."""
        return self.fields.get("ended_at") is not None

    def view(self) -> ResearcherView:
        """Return the slice; the same object while nothing changed."""
        if self._frozen is None:
            self._frozen = ResearcherView(steps=tuple(self.steps), **self.fields)
        return self._frozen


class GrowingWave:
    """Builds one `WaveView`."""

    def __init__(self, wave: int) -> None:
        self.fields: dict[str, Any] = {"wave": wave}
        self.researchers: dict[int, GrowingResearcher] = {}
        self._frozen: tuple[tuple[ResearcherView, ...], WaveView] | None = None

    def set(self, **fields: Any) -> None:
        """Set fields."""
        self.fields.update(fields)
        self._frozen = None

    def researcher(self, index: int, question: str = "") -> GrowingResearcher:
        """Return a researcher, a new one when there is none yet."""
        if index not in self.researchers:
            self.researchers[index] = GrowingResearcher(self.fields["wave"], index, question)
        return self.researchers[index]

    def decide(self, decision: ReviewDecision) -> None:
        """Note the verdict; the user's own does not push aside what stood there before him."""
        before = self.fields.get("overruled") or self.fields.get("decision")
        is_overruling = decision.by == "user" and before is not None and before.by != "user"
        self.set(decision=decision, overruled=before if is_overruling else None)

    def stop(self, at: float) -> None:
        """Stop everyone who has not ended."""
        for researcher in self.researchers.values():
            researcher.stop(at)

    def rest_since(self, at: float) -> None:
        """Let everyone without a finding wait again, after a rest of the run that began at `at`."""
        for researcher in self.researchers.values():
            researcher.rest_since(at)

    def view(self) -> WaveView:
        """Return the slice; the same object while nothing changed."""
        views = tuple(self.researchers[index].view() for index in sorted(self.researchers))
        if self._frozen is None or any(a is not b for a, b in zip(self._frozen[0], views, strict=False)):
            self._frozen = None
        if self._frozen is None or len(self._frozen[0]) != len(views):
            self._frozen = (views, WaveView(researchers=views, **self.fields))
        return self._frozen[1]


def add_use(use: TokenUse, event: ev.ModelAnswered) -> TokenUse:
    """Return `use` with one more call; a call without a price leaves the cost as it was known."""
    cost = use.cost_usd if event.cost_usd is None else (use.cost_usd or 0.0) + event.cost_usd
    return TokenUse(
        calls=use.calls + 1,
        input_tokens=use.input_tokens + event.usage.input_tokens,
        output_tokens=use.output_tokens + event.usage.output_tokens,
        cost_usd=cost,
        estimated=use.estimated or event.usage.estimated,
    )
