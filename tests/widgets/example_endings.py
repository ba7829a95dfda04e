"""Runs that ended before their time: at a limit, without their writer, in the midst of their report."""

from __future__ import annotations

import example_runs as runs

from engine.errors import Trouble
from engine.snapshot import Notice, ReportView, RunSnapshot
from engine.values import Budget

HALF = runs.REPORT[:900]
WRITER = Notice(level="warning", text="The report was written without the model, because it looped.", key="writer")
NEAR = Notice(level="warning", text="The budget is nearly used: 160,000 of 200,000 tokens.", key="budget")


def limited(run_id: str = "run-limited") -> RunSnapshot:
    """Done, at its limit of tokens."""
    options = runs.OPTIONS.model_copy(update={"budget": Budget(tokens=180_000, minutes=60)})
    update = {"run_id": run_id, "options": options, "limit_reached": "tokens", "finish_now": True, "notices": (NEAR,)}
    return runs.finished().model_copy(update=update)


def wrapping_up() -> RunSnapshot:
    """At work, at its limit."""
    update = {"options": limited().options, "limit_reached": "tokens", "finish_now": True, "notices": (NEAR,)}
    return runs.running_second().model_copy(update={"run_id": "run-wrapping", **update})


def fallback(run_id: str = "run-fallback") -> RunSnapshot:
    """Done with quotes only, its writer having failed after half a report."""
    done = runs.finished()
    assert done.report.audit is not None
    audit = done.report.audit.model_copy(update={"is_fallback": True})
    report = done.report.model_copy(update={"audit": audit, "draft": "", "set_aside": HALF})
    return done.model_copy(update={"run_id": run_id, "report": report, "notices": (WRITER,)})


def half_written(run_id: str = "run-half", *, state: str = "failed") -> RunSnapshot:
    """Ended while its report was being written."""
    error = Trouble(kind="no_credit", title="The account has no credit left.", advice="Add credit, then resume.")
    update = {"run_id": run_id, "state": state, "ended_at": runs.NOW_S, "versions": 0,
              "error": error if state == "failed" else None, "report": ReportView(version=1, draft=HALF)}  # fmt: skip
    return runs.finished().model_copy(update=update)
