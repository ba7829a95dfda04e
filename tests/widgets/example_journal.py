"""The journal of an example run, and long ones, for Activity."""

from __future__ import annotations

from collections.abc import Sequence

import example_runs as runs

from engine import events as ev
from engine.activity import ActivityFilter, is_told
from engine.errors import Trouble
from engine.events import JournalEntry
from engine.fold import Fold
from engine.snapshot import RunSnapshot

WEB = "https://"


def _page(wave: int, researcher: int, host: str, title: str, size_bytes: int, ref: str = "") -> ev.PageOpened:
    return ev.PageOpened(wave=wave, researcher=researcher, ref=ref or host, url=f"{WEB}{host}", title=title,
                         size_bytes=size_bytes, sha256="a" * 64)  # fmt: skip


def _failed(researcher: int) -> ev.FindingArrived:
    trouble = Trouble(kind="unusable_answer", title="The model returned no usable answer twice.")
    failed = runs.failed(2, researcher, runs.SECOND[researcher - 1]).finding
    assert failed is not None
    return ev.FindingArrived(finding=failed.model_copy(update={"error": trouble}))


def events() -> list[tuple[float, ev.Event]]:
    """Return what happened, each with its second."""
    start = [ev.ResearcherStarted(wave=2, researcher=n, attempt=1, question=question)
             for n, question in enumerate(runs.SECOND, 1)]  # fmt: skip
    return [
        (0, ev.ResearchAsked(run_id="run-1", topic=runs.TOPIC, options=runs.OPTIONS)),
        (1, ev.SandboxChosen(sandbox="docker", label="Isolated")),
        (2, ev.PlanningStarted(wave=1)),
        (8, ev.QuestionsPlanned(wave=1, questions=runs.FIRST)),
        (8, ev.PlanApproved(wave=1, questions=runs.FIRST)),
        (115, ev.WaveCollected(wave=1, sources=tuple(runs.source(place) for place in range(5)))),
        (115, ev.ReviewStarted(wave=1)),
        (116, ev.ReviewDecided(wave=1, decision=runs.MORE)),
        (122, ev.QuestionsPlanned(wave=2, questions=runs.SECOND)),
        (122, ev.PlanApproved(wave=2, questions=runs.SECOND)),
        *((122, event) for event in start),
        (124, _page(2, 1, "coldclimate-trials.example/report-2024.pdf", "Cold-climate field trial", 3_400_000)),
        (131, _page(2, 2, "city-permits.example/electrical", runs.QUOTES[0][0], 41_000, "r0")),
        (143, _page(2, 2, "panelguide.example/costs", "Panel costs explained", 88_000)),
        (149, ev.FindingArrived(finding=runs.finding(2, 1, runs.SECOND[0]))),
        (151, _failed(3)),
        (155, ev.CallRefused(wave=2, researcher=2, call="fetch", target="https://track-collect.example/?q=panel-upgrade",
                             why="The address was not in a result or link.")),
        (158, ev.SearchAnswered(wave=2, researcher=2, query="load management device price 240 V", results=6)),
        (160, ev.QuoteNoted(wave=2, researcher=2, ref="r0", text=runs.QUOTES[0][2])),
        (164, ev.SearchAnswered(wave=2, researcher=4, query="refrigerant phase-down residential heat pump dates",
                                results=9)),
        (165, ev.CallFailed(wave=2, researcher=4, call="fetch", target="https://gone.example/",
                            why="The site answered 404.")),
        (166, ev.ModelWaiting(until=runs.NOW_S + 12, why="Too many requests.", wave=2, researcher=2)),
    ]  # fmt: skip


class Journal:
    """A journal in memory that counts what it is asked for; it is an `EntrySource`."""

    def __init__(self, timed: Sequence[tuple[float, ev.Event]] = ()) -> None:
        self.kept: list[JournalEntry] = []
        self.read = 0  # entries that were asked for
        self._fold = Fold()
        self.add(*timed)

    def add(self, *timed: tuple[float, ev.Event]) -> RunSnapshot:
        """Write entries; return the run as it is then."""
        for second, event in timed:
            entry = JournalEntry(seq=len(self.kept) + 1, at=runs.START_S + second, event=event)
            self.kept.append(entry)
            self._fold.apply(entry)
        return self._fold.snapshot()

    def places(self, run_id: str, wanted: ActivityFilter, after: int = 0) -> Sequence[int]:
        return [entry.seq for entry in self.kept[after:] if is_told(entry.event) and _fits(entry.event, wanted)]

    def earlier(self, run_id: str, wanted: ActivityFilter, before: int, limit: int) -> Sequence[int]:
        found = [
            entry.seq for entry in self.kept[: before - 1] if is_told(entry.event) and _fits(entry.event, wanted)
        ]
        return found[-limit:]

    def entries(self, run_id: str, places: Sequence[int]) -> Sequence[JournalEntry]:
        self.read += len(places)
        return [self.kept[seq - 1] for seq in places]


def _fits(event: ev.Event, wanted: ActivityFilter) -> bool:
    about = event.finding if isinstance(event, ev.FindingArrived) else event
    if wanted.scope == "refusals":
        return isinstance(event, ev.CallRefused)
    if wanted.scope == "errors":
        return isinstance(event, ev.CallFailed | ev.RunFailed) or getattr(about, "error", None) is not None
    who = (getattr(about, "wave", 0), getattr(about, "researcher", 0))
    return wanted.scope == "all" or who == (wanted.wave, wanted.researcher)


def long_journal(lines: int) -> Journal:
    """Return a journal of as many lines."""
    begin: list[tuple[float, ev.Event]] = list(events()[:14])
    more: list[tuple[float, ev.Event]] = [
        (200 + place, ev.SearchAnswered(wave=2, researcher=1 + place % 4, query=f"query {place}", results=place % 9))
        for place in range(lines - sum(is_told(event) for _, event in begin))
    ]
    return Journal([*begin, *more])
