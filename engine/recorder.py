"""The one way for events: written to the journal first, then handed to whoever watches the run."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from typing import Any

from pydantic import BaseModel

from engine.events import Event, JournalEntry, ReportGrew
from engine.journal.journal import RunJournal, StepMemory

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
    """Writes events and remembers steps; `entries()` yields what was written, in order."""

    def __init__(self, journal: RunJournal) -> None:
        self._journal = journal
        self._queue: asyncio.Queue[JournalEntry | None] = asyncio.Queue()
        self._grown: list[str] = []
        self._flush: asyncio.TimerHandle | None = None

    @property
    def run_id(self) -> str:
        """The run's id."""
        return self._journal.run_id

    def emit(
        self, event: Event, step: StepKey | None = None, output: BaseModel | dict[str, Any] | None = None
    ) -> None:
        """Write an event; with `step`, remember its output in the same commit."""
        if isinstance(event, ReportGrew):
            self._grown.append(event.text)
            if self._flush is None:
                self._flush = asyncio.get_running_loop().call_later(REPORT_GREW_EVERY_S, self._flush_grown)
            return
        self._flush_grown()
        memory = None
        if step is not None:
            text = (
                output.model_dump_json() if isinstance(output, BaseModel) else json.dumps(output, ensure_ascii=False)
            )
            memory = StepMemory(key=step.key, input_sha256=step.input_sha256, output=text)
        self._write([event], memory)

    def recall(self, step: StepKey) -> Any | None:
        """Return what was remembered for this very step and input, else None."""
        return self._journal.recall(step.key, step.input_sha256)

    def close(self) -> None:
        """End `entries()` after what was written so far."""
        self._flush_grown()
        self._queue.put_nowait(None)

    async def entries(self) -> AsyncIterator[JournalEntry]:
        """Yield entries as they are written, until `close`."""
        while (entry := await self._queue.get()) is not None:
            yield entry

    def _flush_grown(self) -> None:
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        if self._grown:
            text, self._grown = "".join(self._grown), []
            self._write([ReportGrew(text=text)], None)

    def _write(self, events: list[Event], memory: StepMemory | None) -> None:
        for entry in self._journal.append(events, memory):
            self._queue.put_nowait(entry)
