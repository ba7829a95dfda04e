"""The one way for events: written to the journal first, then handed to whoever watches the run."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

from pydantic import BaseModel

from engine.errors import JournalError
from engine.events import Event, JournalEntry, ReportGrew
from engine.journal.journal import RunJournal, StepMemory
from engine.told import Told

_LOG = logging.getLogger(__name__)
# Streamed report text is joined to one event per this time: ten screens a second are enough to read.
REPORT_GREW_EVERY_S = 0.1


class StepKey:
    """A step's place in the run and the hash of what it was asked, computed once."""

    def __init__(self, key: str, step_input: BaseModel | dict[str, Any]) -> None:
        """Args: key: role/wave/index/...; step_input: everything the step's result depends on."""
        raw = step_input.model_dump(mode="json") if isinstance(step_input, BaseModel) else step_input
        canonical = json.dumps(raw, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        self.key = key
        self.input_sha256 = hashlib.sha256(canonical.encode()).hexdigest()


class Recorder:
    """Writes events and remembers steps; `entries()` yields what was written, in order.

    What cannot be written is not shown. After the first failure nothing is written any more, so that nobody works
    on (and pays) for answers that are lost.
    """

    def __init__(
        self,
        journal: RunJournal,
        on_failure: Callable[[], None] = lambda: None,
        on_written: Callable[[Event], None] = lambda event: None,
    ) -> None:
        """Args: on_failure: called once, when something could not be written; on_written: after each event."""
        self._journal, self._on_failure, self._on_written = journal, on_failure, on_written
        self._queue: asyncio.Queue[JournalEntry | None] = asyncio.Queue()
        self._grown: list[str] = []
        self._flush: asyncio.TimerHandle | None = None
        self._closed = False
        self.failure: JournalError | None = None
        self.told = Told()

    @property
    def run_id(self) -> str:
        """The run's id."""
        return self._journal.run_id

    def emit(
        self, event: Event, step: StepKey | None = None, output: BaseModel | dict[str, Any] | None = None
    ) -> None:
        """Write an event; with `step`, remember its output in the same commit.

        Raises:
            JournalError: it could not be written, now or before.
        """
        if self._closed:
            _LOG.warning("%s came after the end of run %s", event.kind, self.run_id)
            return
        if isinstance(event, ReportGrew):
            self._grow(event.text)
            return
        self._flush_grown()
        self._write([event], None if step is None else _memory(step, output))

    def remember(self, step: StepKey, output: BaseModel | dict[str, Any]) -> None:
        """Remember a step's output that no event tells.

        Raises:
            JournalError: it could not be written, now or before.
        """
        if not self._closed:
            self._flush_grown()
            self._write([], _memory(step, output))

    def recall(self, step: StepKey) -> Any | None:
        """Return what was remembered for this very step and input, else None."""
        return self._journal.recall(step.key, step.input_sha256)

    def conclude(self, event: Event) -> None:
        """Write how the run ended; tried once more after a failure, which stays when this fails, too."""
        held, self.failure = self.failure, None
        if held is not None:
            self._journal.hurry()
        try:
            self.emit(event)
        except JournalError as error:
            self.failure = held or error

    def close(self) -> None:
        """End `entries()` after what was written so far; what comes later is passed over."""
        if self._closed:
            return
        self._flush_later_failing()
        self._closed = True
        self._queue.put_nowait(None)

    async def entries(self) -> AsyncIterator[JournalEntry]:
        """Yield entries as they are written, until `close`.

        Raises:
            JournalError: the run ended because something could not be written, and that could not be written either.
        """
        while (entry := await self._queue.get()) is not None:
            yield entry
        if self.failure is not None:
            raise self.failure

    def _grow(self, text: str) -> None:
        if self.failure is not None:
            raise self.failure
        self._grown.append(text)
        if self._flush is None:
            self._flush = asyncio.get_running_loop().call_later(REPORT_GREW_EVERY_S, self._flush_later_failing)

    def _flush_later_failing(self) -> None:
        """Write what has grown, from a timer: a failure is told by `on_failure` and by the next event."""
        try:
            self._flush_grown()
        except JournalError:
            _LOG.warning("the draft of run %s could not be written", self.run_id)

    def _flush_grown(self) -> None:
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        if self._grown:
            self._write([ReportGrew(text="".join(self._grown))], None)
            self._grown = []

    def _write(self, events: list[Event], memory: StepMemory | None) -> None:
        if self.failure is not None:
            raise self.failure
        try:
            entries = self._journal.append(events, memory)
        except JournalError as error:
            self.failure = error
            self._on_failure()
            raise
        for entry in entries:
            self.told.observe(entry.event)
            self._queue.put_nowait(entry)
        # Whoever listens may emit in turn: what he says stands behind what he heard.
        for entry in entries:
            self._on_written(entry.event)


def _memory(step: StepKey, output: BaseModel | dict[str, Any] | None) -> StepMemory:
    text = output.model_dump_json() if isinstance(output, BaseModel) else json.dumps(output, ensure_ascii=False)
    return StepMemory(key=step.key, input_sha256=step.input_sha256, output=text)
