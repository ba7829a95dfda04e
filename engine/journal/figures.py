"""What finished runs took: time, model calls, tokens and money, read from the journal's file."""

from __future__ import annotations

import contextlib
import itertools
import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from engine.values import Depth, RunMode, Value

# Older runs say little about what one takes now, and reading more would take longer than it is worth.
MAX_RUNS = 30

_RUNS = "SELECT id FROM runs WHERE state = 'done' ORDER BY started_at DESC, id DESC LIMIT ?"
# Every event begins with its kind, so that the long ones need not be parsed to be passed over. A gap is the time
# since the entry before.
_EVENTS = """
SELECT at, body, at - (SELECT at FROM events AS earlier WHERE earlier.run_id = e.run_id AND earlier.seq = e.seq - 1)
FROM events AS e WHERE run_id = ? AND substr(body, 10, instr(substr(body, 10, 40), '"') - 1) IN
    ('research_asked', 'model_answered', 'plan_approved', 'finish_now_asked', 'budget_used', 'run_resumed',
     'report_finished', 'verdict_given')
ORDER BY seq
"""


class RunFigures(Value):
    """What one finished run took, and what kind of run it was."""

    mode: RunMode
    depth: Depth
    model: str = ""
    sources: tuple[str, ...] = ()  # of "library", "web", "hosted"
    max_waves: int = 0
    duration_s: float = 0.0  # at work: without pauses for the user, and without the time it rested
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None  # None when the price of any call is not known


def run_figures(path: Path, limit: int = MAX_RUNS) -> tuple[RunFigures, ...]:
    """Return what the last finished runs took, newest first; blocking, for a thread of its own.

    Runs that were cut short are left out. A journal that cannot be read tells nothing.
    """
    if not path.exists():
        return ()
    try:
        with contextlib.closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as connection:
            ids = [row[0] for row in connection.execute(_RUNS, (limit,))]
            told = [_figures(connection.execute(_EVENTS, (run_id,)).fetchall()) for run_id in ids]
    except sqlite3.Error:
        return ()
    return tuple(figures for figures in told if figures is not None)


def _figures(rows: Sequence[tuple[float, str, float | None]]) -> RunFigures | None:
    """Return the figures of a run; None for one that was cut short or is not told in full."""
    events = [(at, _kept(body), gap or 0.0) for at, body, gap in rows]
    kinds = [event["kind"] for _, event, _ in events]
    is_cut_short = "finish_now_asked" in kinds or any(event.get("stage") == "up" for _, event, _ in events)
    if kinds[:1] != ["research_asked"] or is_cut_short or "report_finished" not in kinds:
        return None
    options = events[0][1].get("options") or {}
    answers = [event for _, event, _ in events if event["kind"] == "model_answered"]
    rested_s = sum(gap for _, event, gap in events if event["kind"] == "run_resumed" or event.get("by_user"))
    # Who asks for one more wave of a finished run may do so a week after its report.
    again = itertools.pairwise(events)
    rested_s += sum(
        gap
        for (_, before, _), (_, event, gap) in again
        if (before["kind"], event["kind"]) == ("report_finished", "verdict_given")
    )
    ended_at = max(at for at, event, _ in events if event["kind"] == "report_finished")
    prices: list[float | None] = [answer.get("cost_usd") for answer in answers]
    known = [price for price in prices if price is not None]
    usages = [answer.get("usage") or {} for answer in answers]
    return RunFigures(
        mode=options.get("mode", "offline"),
        depth=options.get("depth", "standard"),
        model=options.get("model", ""),
        sources=source_kinds(options),
        max_waves=options.get("max_waves", 0),
        duration_s=max(0.0, ended_at - events[0][0] - rested_s),
        calls=len(answers),
        input_tokens=sum(usage.get("input_tokens", 0) for usage in usages),
        output_tokens=sum(usage.get("output_tokens", 0) for usage in usages),
        cost_usd=sum(known) if len(known) == len(prices) else None,
    )


def _kept(body: str) -> dict[str, Any]:
    """Return what matters of an event; a report's text is long and does not."""
    if body.startswith('{"kind":"report_finished"'):
        return {"kind": "report_finished"}
    event: dict[str, Any] = json.loads(body)
    return event


def source_kinds(options: dict[str, Any]) -> tuple[str, ...]:
    """Return what kinds of sources a run's options name."""
    has_library = bool(options.get("library") or options.get("documents"))
    named = (("library", has_library), ("web", options.get("web")), ("hosted", options.get("hosted_search")))
    return tuple(name for name, is_used in named if is_used)
