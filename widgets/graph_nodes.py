"""What the graph shows, read from a snapshot: the stages of the workflow with their states and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from engine.snapshot import ENDED, ResearcherView, RunSnapshot, WaveView
from widgets import phrases

StageState = Literal["waiting", "live", "done", "review", "approved", "failed"]
EdgeState = Literal["waiting", "failed", "done", "live", "review"]


@dataclass(frozen=True)
class Stage:
    """A planner, collector, reviewer or writer; `key` is unique in the graph."""

    key: str
    title: str
    icon: str
    line: str
    state: StageState = "waiting"


def researcher_key(view: ResearcherView) -> str:
    """Return the key of a researcher's card."""
    return f"researcher-{view.wave}.{view.researcher}"


def drawn_waves(run: RunSnapshot) -> tuple[WaveView, ...]:
    """Return the waves that have questions, each with a view for every question, started or not."""
    return tuple(_filled(wave) for wave in run.waves if wave.questions or wave.researchers)


def _filled(wave: WaveView) -> WaveView:
    missing = wave.questions[len(wave.researchers) :]
    if not missing:
        return wave
    first = len(wave.researchers) + 1
    added = tuple(ResearcherView(wave=wave.wave, researcher=first + place, question=question)
                  for place, question in enumerate(missing))  # fmt: skip
    return wave.model_copy(update={"researchers": wave.researchers + added})


def is_working(view: ResearcherView) -> bool:
    """Return whether a researcher is at work."""
    return view.state in ("starting", "searching", "reading", "answering")


def has_ended(view: ResearcherView) -> bool:
    """Return whether a researcher has come to an end, good or bad."""
    return view.state in ("done", "failed", "stopped")


def planner(run: RunSnapshot) -> Stage:
    """Return the planner."""
    counts = [len(wave.questions) for wave in run.waves if wave.questions]
    words = [phrases.count(number, "question") if place == 0 else f"then {number} more"
             for place, number in enumerate(counts)]  # fmt: skip
    last_is_open = not run.waves or not run.waves[-1].questions
    if run.state == "planning" and last_is_open:
        return Stage("planner", "Planner", "planner", words[0] if words else "Splits the topic", "live")
    if run.state == "failed" and not counts:
        return Stage("planner", "Planner", "planner", "No questions", "failed")
    line = "\n".join(words[:2]) if len(words) < 3 else f"{sum(counts)} questions\nin {len(words)} waves"
    return Stage("planner", "Planner", "planner", line, "done" if counts else "waiting")


def collector(run: RunSnapshot, wave: WaveView | None) -> Stage:
    """Return the collector of a wave."""
    if wave is None:
        return Stage("collector-1", "Collector", "collector", "Not reached" if run.state in ENDED else "Waits")
    total = len(wave.researchers) or len(wave.questions)
    got = sum(view.state == "done" for view in wave.researchers)
    line = f"{got} of {total} answers" if total else "Waits"
    ended = sum(has_ended(view) for view in wave.researchers)
    state: StageState = "done" if wave.collected or ended else "waiting"
    return Stage(f"collector-{wave.wave}", "Collector", "collector", line, state)


def reviewer(run: RunSnapshot, wave: WaveView | None) -> Stage:
    """Return the reviewer of a wave."""
    key = f"reviewer-{wave.wave if wave else 1}"
    if wave is None:
        return Stage(key, "Reviewer", "reviewer", "Not reached" if run.state in ENDED else "Waits")
    decision = wave.decision
    if decision is not None and decision.status == "needs_more_research":
        return Stage(key, "Reviewer", "reviewer", f"Read wave {wave.wave}", "review")
    if decision is not None and decision.with_gaps:
        return Stage(key, "Reviewer", "reviewer", "Gaps remain", "done")
    if decision is not None:
        return Stage(key, "Reviewer", "reviewer", "Approved", "approved")
    if wave.review_started:
        return Stage(key, "Reviewer", "reviewer", f"Reads wave {wave.wave}", _live_or_stopped(run))
    if run.state in ENDED:
        return Stage(key, "Reviewer", "reviewer", "Not reached")
    total = len(wave.researchers) or len(wave.questions)
    return Stage(key, "Reviewer", "reviewer", f"Waits for all {total}" if total > 1 else "Waits")


def writer(run: RunSnapshot) -> Stage:
    """Return the report writer."""
    if run.report.markdown and run.state in ENDED:
        return Stage("writer", "Writer", "writer", "Report written", "done")
    if run.state == "writing":
        return Stage("writer", "Writer", "writer", "Writes the report", "live")
    if run.report.draft and run.state in ENDED:
        return Stage("writer", "Writer", "writer", "Stopped early", "failed")
    if run.state in ENDED:
        return Stage("writer", "Writer", "writer", "Not reached")
    return Stage("writer", "Writer", "writer", "After approval")


def research_edge(view: ResearcherView) -> EdgeState:
    """Return the state of the edge that brings a researcher its question; a failed one had got it."""
    return "live" if is_working(view) else "done" if has_ended(view) else "waiting"


def answer_edge(view: ResearcherView) -> EdgeState:
    """Return the state of the edge that takes a researcher's answer to the collector."""
    return cast(EdgeState, view.state) if view.state in ("failed", "done") else "waiting"


def stage_edge(stage: Stage) -> EdgeState:
    """Return the state of the edge that leads into a stage."""
    if stage.state in ("live", "waiting", "failed"):
        return cast(EdgeState, stage.state)
    return "done"


def _live_or_stopped(run: RunSnapshot) -> StageState:
    return "waiting" if run.state in ENDED else "live"
