"""What the graph shows of researchers, read from a snapshot, and the state of every edge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

from engine.snapshot import ResearcherView, RunSnapshot, WaveView
from widgets.graph.faces import StageFace, stage_face
from widgets.graph.unrolled import Node, Tie

EdgeState = Literal["waiting", "failed", "done", "live", "review"]


def researcher_key(view: ResearcherView) -> str:
    """Return the key of a researcher's card."""
    return f"researcher-{view.wave}.{view.researcher}"


def drawn_waves(run: RunSnapshot) -> tuple[WaveView, ...]:
    """Return the waves that have questions, each with a view for every question, started or not."""
    return tuple(_filled(wave) for wave in run.waves if wave.questions or wave.researchers)


def _filled(wave: WaveView) -> WaveView:
    there = {view.researcher: view for view in wave.researchers}
    added = {place: ResearcherView(wave=wave.wave, researcher=place, question=question)
             for place, question in enumerate(wave.questions, 1) if place not in there}  # fmt: skip
    if not added:
        return wave
    views = {**there, **added}
    return wave.model_copy(update={"researchers": tuple(views[place] for place in sorted(views))})


def is_working(view: ResearcherView) -> bool:
    """Return whether a researcher is at work."""
    return view.state in ("starting", "searching", "reading", "answering")


def has_ended(view: ResearcherView) -> bool:
    """Return whether a researcher has come to an end, good or bad."""
    return view.state in ("done", "failed", "stopped")


def faces(run: RunSnapshot, nodes: Iterable[Node], now_s: float = 0.0) -> dict[str, StageFace]:
    """Return how every stage stands that is not a researcher's card."""
    return {node.key: stage_face(run, node, now_s) for node in nodes if not node.researcher}


def edge_states(run: RunSnapshot, nodes: Iterable[Node], ties: Iterable[Tie]) -> tuple[EdgeState, ...]:
    """Return the state of each tie."""
    views = {researcher_key(view): view for wave in run.waves for view in wave.researchers}
    stages = faces(run, nodes)
    return tuple(_edge_state(tie, views, stages) for tie in ties)


def research_edge(view: ResearcherView) -> EdgeState:
    """Return the state of the edge that brings a researcher its question; a failed one had got it."""
    return "live" if is_working(view) else "done" if has_ended(view) else "waiting"


def answer_edge(view: ResearcherView) -> EdgeState:
    """Return the state of the edge that takes a researcher's answer on; who was stopped sent none."""
    return cast(EdgeState, view.state) if view.state in ("failed", "done") else "waiting"


def stage_edge(face: StageFace) -> EdgeState:
    """Return the state of the edge that leads into a stage."""
    if face.state in ("live", "waiting", "failed"):
        return cast(EdgeState, face.state)
    return "done"


def _edge_state(tie: Tie, views: dict[str, ResearcherView], stages: dict[str, StageFace]) -> EdgeState:
    if tie.link.carries == "follow_ups":
        return "review"
    if tie.target in views:
        return research_edge(views[tie.target])
    if tie.source in views:
        return answer_edge(views[tie.source])
    return stage_edge(stages[tie.target])
