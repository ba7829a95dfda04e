"""Which entries of a script are lines of its activity, as the engine's journal would say."""

from __future__ import annotations

from collections.abc import Sequence

from engine.activity import ActivityFilter, is_told
from engine.events import CallFailed, CallRefused, FindingArrived, JournalEntry, RunFailed


def places(kept: Sequence[JournalEntry], wanted: ActivityFilter, after: int) -> Sequence[int]:
    return [entry.seq for entry in kept if entry.seq > after and is_told(entry.event) and _fits(entry, wanted)]


def _fits(entry: JournalEntry, wanted: ActivityFilter) -> bool:
    event = entry.event
    if wanted.scope == "refusals":
        return isinstance(event, CallRefused)
    if wanted.scope == "errors":
        return isinstance(event, CallFailed | RunFailed) or (isinstance(event, FindingArrived)
                                                             and event.finding.error is not None)  # fmt: skip
    about = event.finding if isinstance(event, FindingArrived) else event
    who = (getattr(about, "wave", 0), getattr(about, "researcher", 0))
    return wanted.scope == "all" or who == (wanted.wave, wanted.researcher)
