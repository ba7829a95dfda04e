"""The lines of Activity, read from a snapshot: what happened, when, whose, with what result."""

from __future__ import annotations

from dataclasses import dataclass

from engine.snapshot import ResearcherView, RunSnapshot, Step
from widgets import phrases


@dataclass(frozen=True)
class ActivityLine:
    """One line; `ground` colours the row, `strong` stands out in `text`."""

    at: float
    who: str
    icon: str
    role: str
    verb: str
    strong: str
    right: str = ""
    ground: str = ""
    node: str = ""


_STEPS = {  # icon, role, verb, ground
    "searched": ("search", "text2", "Searched", ""),
    "opened": ("source", "text2", "Opened", ""),
    "refused": ("refused", "warn", "Refused", "warnSoft"),
    "failed": ("warning", "warn", "Could not open", ""),
    "quoted": ("quote", "text2", "Quoted", ""),
}


def activity_lines(run: RunSnapshot, who: str = "") -> list[ActivityLine]:
    """Return the lines of a run, newest first; `who` ("2.2") limits them to one researcher."""
    found: list[ActivityLine] = []
    for wave in run.waves:
        for view in wave.researchers:
            if not who or phrases.researcher_id(view) == who:
                found += _lines_of(view)
    found.sort(key=lambda line: -line.at)
    return found


def step_right(step: Step) -> str:
    """Return what a step's row says at its right end."""
    if step.what == "opened":
        return phrases.host(step.detail) if step.detail else ""
    return step.detail


def _lines_of(view: ResearcherView) -> list[ActivityLine]:
    who, node = phrases.researcher_id(view), f"researcher-{phrases.researcher_id(view)}"
    lines = []
    for step in view.steps:
        icon, role, verb, ground = _STEPS[step.what]
        text = phrases.address(step.text)
        lines.append(ActivityLine(step.at, who, icon, role, verb, text, step_right(step), ground, node))
    if view.ended_at is not None and view.finding is not None:
        lines.append(_ending(view, view.ended_at, who, node))
    return lines


def _ending(view: ResearcherView, at: float, who: str, node: str) -> ActivityLine:
    finding = view.finding
    assert finding is not None
    sources = phrases.count(len(finding.sources), "source")
    if view.state == "failed":
        why = finding.error.title if finding.error else "No answer."
        return ActivityLine(at, who, "failed", "danger", "Failed:", why, f"kept: {sources}", "dangerSoft", node)
    if view.state == "stopped":
        return ActivityLine(at, who, "cancelled", "text2", "Stopped by you", "", f"kept: {sources}", "", node)
    confidence = "" if finding.confidence is None else f", confidence {finding.confidence:.2f}"
    quotes = phrases.count(sum(len(source.quotes) for source in finding.sources), "quote")
    return ActivityLine(at, who, "verified", "ok", f"Finished with {sources}{confidence}", "", quotes, "", node)
