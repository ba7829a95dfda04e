"""Builds what the stages of a run took: when each began and ended, which model it asked, and what that used."""

from __future__ import annotations

from engine import events as ev
from engine.growing import add_use
from engine.snapshot import StageRole, StageWork


class GrowingStages:
    """Keeps one `StageWork` per stage; a stage that is done anew keeps what it used before."""

    def __init__(self) -> None:
        self._works: dict[tuple[StageRole, int], StageWork] = {}
        self._frozen: tuple[StageWork, ...] | None = None

    def begin(self, role: StageRole, number: int, at: float) -> None:
        """Note the begin of a stage."""
        self._set(role, number, started_at=at, ended_at=None)

    def begin_once(self, role: StageRole, number: int, at: float) -> None:
        """Note the begin of a stage unless it has begun."""
        if self._of(role, number).started_at is None:
            self.begin(role, number, at)

    def end(self, role: StageRole, number: int, at: float) -> None:
        """Note the end of a stage; one that was remembered and not done again keeps its times."""
        if self._of(role, number).ended_at is None:
            self._set(role, number, ended_at=at)

    def used(self, role: StageRole, number: int, event: ev.ModelAnswered) -> None:
        """Count a model's answer."""
        usage = add_use(self._of(role, number).usage, event)
        self._set(role, number, usage=usage, model=event.model or self._of(role, number).model)

    def reopen(self, role: StageRole, number: int) -> None:
        """Take back that a stage was done: what it rests on is worked out again."""
        if (role, number) in self._works:
            self._set(role, number, started_at=None, ended_at=None)

    def void_from(self, wave: int) -> None:
        """Take back everything behind the plan of a wave."""
        for role, number in list(self._works):
            first = wave + 1 if role == "planner" else wave
            if role != "writer" and number >= first:
                self.reopen(role, number)

    def end_open(self, at: float) -> None:
        """End whatever is at work: the run has ended, or its process has."""
        for (role, number), work in list(self._works.items()):
            if work.started_at is not None and work.ended_at is None:
                self._set(role, number, ended_at=at)

    def view(self) -> tuple[StageWork, ...]:
        """Return the slice; the same object while nothing changed."""
        if self._frozen is None:
            self._frozen = tuple(self._works.values())
        return self._frozen

    def _of(self, role: StageRole, number: int) -> StageWork:
        return self._works.get((role, number)) or StageWork(role=role, number=number)

    def _set(self, role: StageRole, number: int, **fields: object) -> None:
        self._works[(role, number)] = self._of(role, number).model_copy(update=fields)
        self._frozen = None
