"""How the stages of the workflow stand in a run: each one's state and words, read from the snapshot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.declaration import StageName
from engine.snapshot import ENDED, RunSnapshot, StageRole, WaveView
from resources.translation import tr, trn
from widgets import phrases
from widgets.graph.planner_face import preparing_percent, preparing_words, question_lines
from widgets.graph.stage_looks import STAGE_LOOKS
from widgets.graph.unrolled import Node

StageState = Literal["waiting", "live", "user", "done", "review", "approved", "failed", "stopped"]
Lines = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class StageFace:
    """What a stage's box says: each line in several wordings, the longest first; the first that fits is drawn."""

    stage: StageName
    lines: Lines
    state: StageState = "waiting"
    percent: int | None = None  # of what is being prepared

    def titles(self) -> tuple[str, ...]:
        """Return the stage's name, the longest first."""
        look = STAGE_LOOKS[self.stage]
        return tr(look.title), tr(look.short_title)

    def words(self) -> str:
        """Return every line in full."""
        return ", ".join(line[0] for line in self.lines if line[0])


def stage_face(run: RunSnapshot, node: Node, now_s: float) -> StageFace:
    """Return how a stage stands."""
    wave = next((wave for wave in run.waves if wave.wave == node.wave), None)
    return _FACES[node.stage](run, wave, now_s)


def _planner(run: RunSnapshot, wave: WaveView | None, now_s: float) -> StageFace:
    lines = question_lines(run, now_s)
    planned = any(wave.questions for wave in run.waves)
    if run.preparing and not planned and run.state not in ENDED:
        return StageFace("planner", (preparing_words(run),), "live", preparing_percent(run))
    if run.state == "waiting_for_plan":
        return StageFace("planner", ((tr("Waits for you"),), *lines[-1:]), "user")
    if run.state in ("planning", "preparing"):
        return StageFace("planner", lines, "live")
    if planned:
        return StageFace("planner", lines, "done")
    if run.state == "failed":
        return StageFace("planner", ((tr("No questions"),),), "failed")
    if run.state in ENDED:
        return StageFace("planner", ((tr("Stopped"),),), "stopped")
    return StageFace("planner", lines)


def _researchers(run: RunSnapshot, wave: WaveView | None, now_s: float) -> StageFace:
    """Return the box that stands for all researchers while nothing is planned."""
    return StageFace("researcher", ((_not_reached(run) or tr("Wait for the plan"),),))


def _collector(run: RunSnapshot, wave: WaveView | None, now_s: float) -> StageFace:
    if wave is None:
        return StageFace("collector", ((_not_reached(run) or tr("Waits"),),))
    got = sum(view.state == "done" for view in wave.researchers)
    ended = sum(view.ended_at is not None for view in wave.researchers)
    words = trn("{got} of {n} answer", "{got} of {n} answers", len(wave.researchers), got=got)
    return StageFace("collector", ((words,),), "done" if wave.collected or ended else "waiting")


def _reviewer(run: RunSnapshot, wave: WaveView | None, now_s: float) -> StageFace:
    if wave is None:
        return StageFace("reviewer", ((_not_reached(run) or tr("Waits"),),))
    decision, number = wave.decision, wave.wave
    seconds = _took_s(run, "reviewer", number, now_s)
    if decision is not None:
        read = tr("Read wave {wave}", wave=number)
        timed = tr("Read wave {wave} in {time}", wave=number, time=phrases.duration(seconds)) if seconds else read
        if decision.status == "needs_more_research":
            return StageFace("reviewer", ((timed, read),), "review")
        if decision.by == "user":
            return StageFace("reviewer", ((tr("Approved by you"), tr("Approved")),), "approved")
        if decision.with_gaps:
            return StageFace("reviewer", ((tr("Approved with gaps"), tr("Gaps remain")),), "done")
        return StageFace("reviewer", ((tr("Approved"),),), "approved")
    if wave.review_started and run.state not in ENDED:
        reads = tr("Reads wave {wave}", wave=number)
        timed = tr("Reads wave {wave} · {time}", wave=number, time=phrases.minutes_seconds(seconds))
        return StageFace("reviewer", ((timed, reads),), "live")
    if wave.review_started:
        return StageFace("reviewer", ((tr("Stopped"),),), "stopped")
    waits = trn("Waits for {n} answer", "Waits for all {n}", len(wave.researchers))
    return StageFace("reviewer", ((_not_reached(run) or waits, _not_reached(run) or tr("Waits")),))


def _writer(run: RunSnapshot, wave: WaveView | None, now_s: float) -> StageFace:
    report = run.report
    if report.markdown and run.state in ENDED:
        seconds = _took_s(run, "writer", report.version, now_s)
        written = tr("Report written")
        timed = tr("Written in {time}", time=phrases.duration(seconds)) if seconds else written
        if report.version > 1:
            return StageFace("writer", ((tr("Version {number}", number=report.version),), (timed,)), "done")
        return StageFace("writer", ((timed, written),), "done")
    if run.state == "writing":
        count = len(report.draft.split())
        writes = tr("Writes the report")
        counted = trn("Writes: {n} word", "Writes: {n} words", count) if count else writes
        return StageFace("writer", ((counted, writes),), "live")
    if report.draft and run.state in ENDED:
        return StageFace("writer", ((tr("Stopped early"),),), "failed" if run.state == "failed" else "stopped")
    return StageFace("writer", ((_not_reached(run) or tr("After approval"),),))


def _not_reached(run: RunSnapshot) -> str:
    return tr("Not reached") if run.state in ENDED else ""


def _took_s(run: RunSnapshot, role: StageRole, number: int, now_s: float) -> float:
    """Return how long a stage has worked, 0 when it is not known."""
    work = run.stage(role, number)
    return 0.0 if work.started_at is None else max(0.0, (work.ended_at or now_s) - work.started_at)


_FACES: dict[StageName, Callable[[RunSnapshot, WaveView | None, float], StageFace]] = {
    "planner": _planner,
    "researcher": _researchers,
    "collector": _collector,
    "reviewer": _reviewer,
    "writer": _writer,
}
