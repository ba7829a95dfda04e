"""Runs of any size for tests of the graph: waves with as many researchers as wanted, in every state."""

from __future__ import annotations

from collections.abc import Sequence

import example_runs as runs

from engine.errors import Trouble
from engine.snapshot import ResearcherState, ResearcherView, RunSnapshot, WaveView
from engine.values import Finding, ReviewDecision
from widgets.graph import nodes

STATES: tuple[ResearcherState, ...] = (
    "waiting", "starting", "searching", "reading", "answering", "done", "failed", "stopped",
)  # fmt: skip
WORKING = ("starting", "searching", "reading", "answering")


def researcher(wave: int, place: int, state: ResearcherState) -> ResearcherView:
    """Return a researcher in a state."""
    question = f"Question {place} of wave {wave}: what do field trials report about it, and how sure are they?"
    view = ResearcherView(wave=wave, researcher=place, question=question, state=state)
    if state == "waiting":
        return view
    begun = runs.NOW_S - 50
    view = view.model_copy(update={"started_at": begun, "attempt": 1, "activity": "field trials", "pages": 3})
    if state in WORKING:
        return view
    error = Trouble(kind="unusable_answer", title="No usable answer twice.") if state == "failed" else None
    stopped = Trouble(kind="stopped", title="Stopped by you.") if state == "stopped" else None
    finding = Finding(
        wave=wave, researcher=place, question=question, confidence=0.82, sources=(runs.gathered(0),),
        error=error or stopped,
    )  # fmt: skip
    return view.model_copy(update={"ended_at": begun + 29, "finding": finding})


def wave(number: int, states: Sequence[ResearcherState], decision: ReviewDecision | None = None) -> WaveView:
    """Return a wave with a researcher in each of these states."""
    views = tuple(researcher(number, place, state) for place, state in enumerate(states, 1))
    done = decision is not None
    return WaveView(
        wave=number, questions=tuple(view.question for view in views), approved=True, researchers=views,
        collected=done, review_started=done, decision=decision,
    )  # fmt: skip


def run_of(waves: Sequence[Sequence[ResearcherState]], last: ReviewDecision | None = None) -> RunSnapshot:
    """Return a run with these waves; all but the last one asked for more."""
    views = tuple(
        wave(place, states, runs.MORE if place < len(waves) else last) for place, states in enumerate(waves, 1)
    )
    state = "researching" if last is None else "planning" if last.status == "needs_more_research" else "writing"
    return runs.running_second().model_copy(update={"waves": views, "state": state})


def mixed(count: int) -> tuple[ResearcherState, ...]:
    """Return as many states, every kind among them."""
    return tuple(STATES[place % len(STATES)] for place in range(count))


def drawn(run: RunSnapshot) -> RunSnapshot:
    """Return a run as the scene lays it out."""
    return run.model_copy(update={"waves": nodes.drawn_waves(run)})
