"""The rows of the history: runs by day, each with its state, its topic and one line about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from engine.snapshot import RunState
from widgets import phrases


@dataclass(frozen=True)
class HistoryRow:
    """One run of the history."""

    run_id: str
    topic: str
    state: RunState
    started_at: float
    ended_at: float | None = None
    line: str = ""


def row_line(row: HistoryRow) -> str:
    """Return the grey line of a run."""
    if row.line:
        return row.line
    face = phrases.RUN_FACES[row.state]
    # Its start, not its length: the journal does not tell how long a run rested before it was taken up again.
    return f"{face.word} · {phrases.time_of_day(row.started_at)}"


def day_title(at: float, today: date) -> str:
    """Return the heading a run stands under: "Today", "Yesterday", "Last week", a month."""
    day = datetime.fromtimestamp(at).date()
    if day >= today:
        return "Today"
    if day == today - timedelta(days=1):
        return "Yesterday"
    if day > today - timedelta(days=7):
        return "Last week"
    return f"{day:%B %Y}"
