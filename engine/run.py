"""One run as this process works on it: an async stream of journal entries, and the wishes it takes."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import time
from collections.abc import AsyncIterator

from engine.control import RunControl
from engine.errors import DossierError, InputError, trouble_of
from engine.events import (
    JournalEntry,
    ReportFinished,
    ResearchAsked,
    RunCancelled,
    RunFailed,
    RunResumed,
)
from engine.journal.journal import Journal, RunJournal
from engine.journal.ownership import HEARTBEAT_EVERY_S
from engine.means import Means
from engine.recorder import Recorder
from engine.values import MAX_TOPIC_CHARS, RunOptions

_LOG = logging.getLogger(__name__)


def checked_topic(topic: str) -> str:
    """Return the topic without outer spaces.

    Raises:
        InputError: it is empty or too long.
    """
    topic = topic.strip()
    if not topic:
        raise InputError("The topic is empty.", "Type what you want to find out.")
    if len(topic) > MAX_TOPIC_CHARS:
        raise InputError(
            f"The topic has {len(topic):,} characters; at most {MAX_TOPIC_CHARS:,} fit.",
            "Shorten it, or put the text into a file of your library.",
        )
    return topic


class Run:
    """A run owned by this process. Iterate `entries()` once; it works while it is iterated."""

    def __init__(self, journal: RunJournal, means: Means, asked: ResearchAsked, *, resumed: bool) -> None:
        self._journal, self._means = journal, means
        self._asked = asked
        self._resumed = resumed
        self._recorder = Recorder(journal)
        self.control = RunControl(self._recorder.emit)
        self._work: asyncio.Task[None] | None = None
        self._stop_asked = False

    @classmethod
    def start(cls, journal: Journal, means: Means, topic: str, options: RunOptions) -> Run:
        """Create a run.

        Raises:
            InputError: the topic cannot be used.
            JournalError: the data folder cannot be written.
        """
        run = journal.create_run(checked_topic(topic), options)
        asked = next(iter(run.entries())).event
        assert isinstance(asked, ResearchAsked)
        return cls(run, means, asked, resumed=False)

    @classmethod
    def resume(cls, journal: Journal, means: Means, run_id: str, options: RunOptions | None = None) -> Run:
        """Take up a run that stopped; `options` replaces how it was asked for (another sandbox, more consent).

        Raises:
            RunBusy: another process works on it.
            RunNotFound: there is no such run.
        """
        owned = journal.claim(run_id)
        asked = next(iter(owned.entries())).event
        assert isinstance(asked, ResearchAsked)
        if options is not None:
            asked = asked.model_copy(update={"options": options})
        return cls(owned, means, asked, resumed=True)

    @property
    def run_id(self) -> str:
        """The run's id."""
        return self._journal.run_id

    def stop(self) -> None:
        """Cancel the work; the run is kept and can be resumed."""
        self._stop_asked = True
        if self._work is not None:
            self._work.cancel()

    async def entries(self) -> AsyncIterator[JournalEntry]:
        """Yield every entry, the earlier ones first; end when the run has ended.

        Leaving the loop early cancels the work and waits for it; the run is then interrupted, not stopped.
        """
        earlier = list(self._journal.entries())
        for entry in earlier:
            self.control.observe(entry.event)
            yield entry
        if _rests(earlier):
            self._journal.release()
            return
        self._work = asyncio.create_task(self._worked(earlier))
        if self._stop_asked:
            self._work.cancel()
        try:
            async for entry in self._recorder.entries():
                # Wishes spoken before the work began stand among the earlier entries already.
                if entry.seq > earlier[-1].seq:
                    yield entry
        finally:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def _worked(self, earlier: list[JournalEntry]) -> None:
        """Do the work and write how it ended, in every ending."""
        beat = asyncio.create_task(self._beat())
        try:
            if self._resumed:
                self._recorder.emit(RunResumed(remembered=self._journal.remembered_steps()))
            await self._researched(earlier)
        except asyncio.CancelledError:
            if self._stop_asked:
                self._recorder.emit(RunCancelled())
        except Exception as error:
            expected = isinstance(error, DossierError)
            _LOG.log(
                logging.WARNING if expected else logging.ERROR, "run %s failed", self.run_id, exc_info=not expected
            )
            self._recorder.emit(RunFailed(error=trouble_of(error)))
        finally:
            beat.cancel()
            await asyncio.gather(beat, return_exceptions=True)
            self._recorder.close()
            self._journal.release()

    async def _researched(self, earlier: list[JournalEntry]) -> None:
        # Half a second of imports: they wait until somebody researches, and they do not hold the loop.
        await asyncio.to_thread(importlib.import_module, "engine.workflow.build")
        from engine.workflow.build import run_workflow
        from engine.workflow.context import RunContext

        options = self._asked.options
        started_at = earlier[0].at if earlier else time.time()
        async with contextlib.AsyncExitStack() as stack:
            tools = await self._means.tools(options, self._recorder, stack)
            tools.broker.remember_quotes(earlier)
            versions = [entry.event.version for entry in earlier if isinstance(entry.event, ReportFinished)]
            await run_workflow(
                RunContext(
                    topic=self._asked.topic,
                    options=options,
                    recorder=self._recorder,
                    control=self.control,
                    minds=tools.minds,
                    broker=tools.broker,
                    texts=self._means.texts,
                    take_sandbox=tools.take_sandbox,
                    today=time.strftime("%Y-%m-%d", time.localtime(started_at)),
                    versions=max(versions, default=0),
                )
            )

    async def _beat(self) -> None:
        """Renew the lease while the work lasts."""
        while True:
            await asyncio.sleep(HEARTBEAT_EVERY_S)
            self._journal.beat()


def _rests(entries: list[JournalEntry]) -> bool:
    """Tell whether a run is done and nothing was wished since: there is nothing to take up."""
    return bool(entries) and isinstance(entries[-1].event, ReportFinished)
