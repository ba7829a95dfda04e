"""What a failed run's page says: what happened and when, what was kept, what to do."""

from __future__ import annotations

from typing import NamedTuple, get_args

from engine.errors import ModelTrouble
from engine.incomplete import incomplete_draft
from engine.snapshot import RunSnapshot
from resources.translation import tr, trn
from widgets import phrases
from widgets.report.citation_notes import is_found

MODEL_KINDS = frozenset(get_args(ModelTrouble))
# Resuming alone does not help: something must be chosen anew.
CHOICE_KINDS = frozenset(("input",))
MOST_FAILED_LINES = 3


class Line(NamedTuple):
    """One line of a column: a time or "", an icon or a number, its colour role, words."""

    time: str
    icon: str
    role: str
    words: str


def happened(run: RunSnapshot) -> list[Line]:
    """Return what happened, in order."""
    ended = run.ended_at
    lines = [*_failed_researchers(run), *_stage(run)]
    at = phrases.time_of_day(ended) if ended else ""
    return [*lines, Line(at, "stop", "text2", tr("Dossier stopped and kept everything"))]


def kept(run: RunSnapshot) -> list[Line]:
    """Return what is still there."""
    lines = []
    if run.versions:
        lines.append(Line("", "writer", "ok", tr("Version {version} of the report", version=run.versions)))
    if words := len(incomplete_draft(run).split()):
        said = trn("{n} word of the report, incomplete", "{n} words of the report, incomplete", words)
        lines.append(Line("", "writer", "warn", said))
    got, total = phrases.answered(run)
    if got:
        lines.append(Line("", "verified", "ok", trn("{n} answer", "{n} answers", got)))
    gathered = {source.ref for wave in run.waves for view in wave.researchers if view.finding
                for source in view.finding.sources}  # fmt: skip
    if sources := len(run.sources) or len(gathered):
        said = trn("{n} source with its stored text", "{n} sources with their stored text", sources)
        lines.append(Line("", "source", "ok", said))
    if quotes := [quote for source in run.sources for quote in source.quotes]:
        found = sum(map(is_found, quotes))
        said = trn(
            "{n} quote, {found} of it verified", "{n} quotes, {found} of them verified", len(quotes), found=found
        )
        lines.append(Line("", "quote", "ok", said))
    if total and not lines:
        lines.append(
            Line(
                "", "verified", "ok", trn("The plan with its {n} question", "The plan with its {n} questions", total)
            )
        )
    return lines or [Line("", "verified", "ok", tr("Your topic and what you chose for it"))]


def to_do(run: RunSnapshot) -> list[str]:
    """Return what the user can do, the likeliest first."""
    error = run.error
    if error is None:
        return []
    got, _ = phrases.answered(run)
    steps = [error.advice] if error.advice else []
    if error.kind == "consent":
        steps.append(tr("Or start anew with other sources or another sandbox."))
    elif error.kind == "library":
        steps.append(tr("Start anew to choose other sources, or resume once documents are there."))
    elif error.kind in CHOICE_KINDS:
        steps.append(tr("Start anew and choose otherwise; your topic is put into the field."))
    else:
        steps.append(_resume_words(run, got))
    if error.kind in MODEL_KINDS:
        steps.append(tr("Or choose another model and resume with it."))
    return steps


def may_write(run: RunSnapshot) -> int:
    """Return how many answers a report could be written from now, 0 when that makes no sense."""
    is_choice = run.error is not None and run.error.kind in ("consent", "library", *CHOICE_KINDS)
    return 0 if is_choice else phrases.answered(run)[0]


def _resume_words(run: RunSnapshot, got: int) -> str:
    views = [view for wave in run.waves for view in wave.researchers]
    missing = next((view for view in views if view.state != "done"), None)
    if missing is None or not got:
        return tr("Resume. Work goes on where it stopped; nothing is paid for twice.")
    return trn(
        "Resume. Work goes on at {researcher}; the {n} answer is not asked or paid for again.",
        "Resume. Work goes on at {researcher}; the {n} answers are not asked or paid for again.",
        got,
        researcher=phrases.researcher_id(missing),
    )


def _failed_researchers(run: RunSnapshot) -> list[Line]:
    lines = []
    for wave in run.waves:
        for view in wave.researchers:
            if view.state == "failed" and view.finding and view.finding.error:
                who, why = phrases.researcher_id(view), view.finding.error.title
                at = phrases.time_of_day(view.ended_at) if view.ended_at else ""
                lines.append(Line(at, "failed", "danger", tr("Researcher {id}: {why}", id=who, why=why)))
    if len(lines) > MOST_FAILED_LINES:
        rest = len(lines) - MOST_FAILED_LINES + 1
        more = trn("{n} more researcher got no answer", "{n} more researchers got no answer", rest)
        lines = [*lines[: MOST_FAILED_LINES - 1], Line(lines[-1].time, "failed", "danger", more)]
    return lines


def _stage(run: RunSnapshot) -> list[Line]:
    """Return which step was at work, where it was none of the researchers'."""
    if not run.waves or not run.waves[-1].questions:
        return [Line("", "planner", "text2", tr("It had not got to its questions yet"))]
    last = run.waves[-1]
    if last.decision is not None and last.decision.status == "approved":
        return [Line("", "writer", "text2", tr("The report was being written"))]
    if last.collected:
        return [Line("", "reviewer", "text2", tr("The reviewer was reading the answers"))]
    return []
