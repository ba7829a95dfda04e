"""What a writer had written before it failed: offered as what it is, never as a report."""

from __future__ import annotations

from engine.snapshot import ReportView, RunSnapshot

NOTE = "Incomplete: what the model had written before it broke off. It is no report, and nothing in it was checked."


def incomplete_draft(snapshot: RunSnapshot) -> str:
    """Return the draft that never became a report, "" when there is none or it is still being written."""
    report = snapshot.report
    if snapshot.state in ("failed", "cancelled", "interrupted"):
        return report.draft or report.set_aside
    return report.set_aside if snapshot.state == "done" else ""


def as_incomplete(snapshot: RunSnapshot) -> RunSnapshot:
    """Return a run as it looks without its report: what is left is the draft that never became one."""
    view = ReportView(version=snapshot.report.version, set_aside=incomplete_draft(snapshot))
    return snapshot.model_copy(update={"report": view})


def incomplete_markdown(snapshot: RunSnapshot) -> str:
    """Return the draft under a note that says what it is, "" when there is none."""
    draft = incomplete_draft(snapshot).strip()
    return f"> {NOTE}\n\n{draft}\n" if draft else ""
