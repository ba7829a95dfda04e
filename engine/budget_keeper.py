"""Keeps a run to its soft budget: tells when a limit comes near, and lets the run wrap up when it is up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Protocol

from engine.budget import BudgetWatch
from engine.control import RunControl
from engine.events import Event, JournalEntry
from engine.values import Budget

# A timer that wakes a moment too early must not spin.
LEAST_SLEEP_S = 0.05


class WorkClock(Protocol):
    """Time, as far as counting work needs it."""

    def now(self) -> float:
        """Return seconds that only go on; while the computer sleeps they need not."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class MonotonicClock:
    """The machine's clock."""

    def now(self) -> float:
        """Return the seconds of a clock that only goes on."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class BudgetKeeper:
    """Watches one run. Every event of the run comes through `observe`, after it was written."""

    def __init__(self, emit: Callable[[Event], None], control: RunControl, clock: WorkClock | None = None) -> None:
        """Args: emit: writes an event."""
        self._emit, self._control = emit, control
        self._clock = clock or MonotonicClock()
        self._watch = BudgetWatch(Budget(), self._clock.now)

    def replay(self, earlier: Iterable[JournalEntry]) -> None:
        """Take what earlier processes did into account."""
        for entry in earlier:
            self._watch.replay(entry)

    def has_room(self, budget: Budget) -> bool:
        """Tell whether research could go on with a budget."""
        return not self._watch.is_up(budget)

    def begin(self) -> None:
        """Begin to count this process's work, and to tell."""
        self._watch.begin()
        self._tell()

    def observe(self, event: Event) -> None:
        """Take a written event into account, and tell what follows from it."""
        self._watch.observe(event)
        if self._watch.has_begun:
            self._tell()

    async def keep_time(self) -> None:
        """Tell what is due by time alone, until it is cancelled."""
        while True:
            await self._control.until(self._time_runs)
            left_s = self._watch.seconds_left()
            if left_s is not None:
                await self._clock.sleep(max(left_s, LEAST_SLEEP_S))
                self._tell()

    def _time_runs(self) -> bool:
        return not self._watch.is_waiting and self._watch.seconds_left() is not None

    def _tell(self) -> None:
        for event in self._watch.news():
            self._emit(event)
            self._control.observe(event)
