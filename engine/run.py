"""One run as this process works on it: an async stream of journal entries, and the wishes it takes."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import time
import unicodedata
from collections.abc import AsyncGenerator

from engine.budget_keeper import BudgetKeeper, WorkClock
from engine.control import RunControl
from engine.errors import DossierError, InputError, JournalError, NobodyAnswered, trouble_of
from engine.events import (
    Event,
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
from engine.models.characters import whole_characters
from engine.racing import Overtaken, unless
from engine.recorder import Recorder
from engine.values import MAX_TOPIC_CHARS, RunOptions

_LOG = logging.getLogger(__name__)


def checked_topic(topic: str) -> str:
    """Return the topic in whole characters, without outer spaces.

    Raises:
        InputError: it is empty or too long.
    """
    # What a terminal hands over may hold bytes that are no text, and no database takes them.
    # Control characters are none either: they would steer whatever shows the report.
    topic = "".join(char for char in whole_characters(topic) if char in "\n\t" or unicodedata.category(char) != "Cc")
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

    def __init__(
        self,
        journal: RunJournal,
        means: Means,
        earlier: list[JournalEntry],
        *,
        options: RunOptions | None = None,
        clock: WorkClock | None = None,
    ) -> None:
        """Make a run of its journal.

        Args:
            earlier: what is written so far, `ResearchAsked` first.
            options: how it goes on, None as before.
            clock: counts the minutes of its budget, None for the machine's.
        """
        asked = earlier[0].event
        assert isinstance(asked, ResearchAsked)
        self._journal, self._means, self._earlier = journal, means, earlier
        self._topic, self._started_at = asked.topic, earlier[0].at
        self._resumed = len(earlier) > 1
        self._options = asked.options
        for entry in earlier:
            if isinstance(entry.event, RunResumed) and entry.event.options is not None:
                self._options = entry.event.options
        self._changed = options if options is not None and options != self._options else None
        self._recorder = Recorder(journal, self._cancel, self._written)
        self.control = RunControl(self._recorder.emit)
        self._budget = BudgetKeeper(self._recorder.emit, self.control, clock)
        self._budget.replay(earlier)
        for entry in earlier:
            self.control.observe(entry.event)
            self._recorder.told.observe(entry.event)
        self._goes_on = self._has_more_to_do(earlier)
        self._research: asyncio.Task[None] | None = None
        self._stop_asked = self._cancelled = False

    @classmethod
    def start(
        cls, journal: Journal, means: Means, topic: str, options: RunOptions, *, clock: WorkClock | None = None
    ) -> Run:
        """Create a run.

        Raises:
            InputError: the topic cannot be used.
            JournalError: the data folder cannot be written.
        """
        run = journal.create_run(checked_topic(topic), options)
        return cls(run, means, list(run.entries()), clock=clock)

    @classmethod
    def resume(
        cls,
        journal: Journal,
        means: Means,
        run_id: str,
        options: RunOptions | None = None,
        *,
        clock: WorkClock | None = None,
    ) -> Run:
        """Take up a run that stopped; `options` replaces how it was asked for (another sandbox, a larger budget).

        Raises:
            RunBusy: another process works on it.
            RunNotFound: there is no such run.
            JournalError: it cannot be read.
        """
        owned = journal.claim(run_id)
        try:
            return cls(owned, means, list(owned.entries()), options=options, clock=clock)
        except BaseException:
            owned.release()
            raise

    @property
    def run_id(self) -> str:
        """The run's id."""
        return self._journal.run_id

    def has_ended(self) -> bool:
        """Tell whether the work is over and only being tidied up; wishes need the run to be taken up again."""
        return self.control.has_ended()

    def stop(self) -> None:
        """Cancel the work; the run is kept and can be resumed. Asking twice changes nothing."""
        self._stop_asked = True
        self._cancel()

    async def entries(self) -> AsyncGenerator[JournalEntry, None]:
        """Yield every entry, the earlier ones first; end when the run has ended.

        Leaving the loop early cancels the work and waits for it; the run is then interrupted, not stopped.

        Raises:
            JournalError: the data folder gave out; everything that was yielded is kept.
        """
        try:
            for entry in self._earlier:
                yield entry
            if self.control.rests() and not self._goes_on:
                return
            async with contextlib.aclosing(self._at_work()) as entries:
                async for entry in entries:
                    yield entry
        finally:
            self.control.end()
            self._recorder.close()
            self._journal.release()

    async def _at_work(self) -> AsyncGenerator[JournalEntry, None]:
        # Two tasks: only the inner one is ever cancelled, and the outer one writes how it ended.
        self._research = asyncio.create_task(self._researched())
        work = asyncio.create_task(self._worked(self._research))
        if self._stop_asked:
            self._cancel()
        try:
            async for entry in self._recorder.entries():
                yield entry
        finally:
            self._cancel()
            await asyncio.gather(work, return_exceptions=True)

    def _cancel(self) -> None:
        """Cancel the research once: a second time would cut off the end of its sandboxes."""
        if self._research is not None and not self._cancelled:
            self._cancelled = True
            self._research.cancel()

    async def _worked(self, research: asyncio.Task[None]) -> None:
        """Wait for the research and write how it ended, in every ending."""
        beside = [asyncio.create_task(self._beat()), asyncio.create_task(self._kept_to_time())]
        try:
            await research
        except asyncio.CancelledError:
            if self._recorder.failure is not None:
                self._recorder.conclude(RunFailed(error=self._recorder.failure.trouble()))
            elif self._stop_asked and not self.control.rests():
                self._recorder.conclude(RunCancelled())
        except Exception as error:
            expected = isinstance(error, DossierError)
            level = logging.WARNING if expected else logging.ERROR
            _LOG.log(level, "run %s failed", self.run_id, exc_info=not expected)
            if not self.control.rests():  # a report that stands is not undone by trouble while cleaning up
                self._recorder.conclude(RunFailed(error=trouble_of(self._recorder.failure or error)))
        finally:
            self.control.end()
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            self._recorder.close()

    async def _researched(self) -> None:
        """Go through the steps, and again when a wish came about a wave that had closed."""
        if self._resumed:
            self._take_up(self._changed)
        self._budget.begin()
        # Half a second of imports: they wait until somebody researches, and they do not hold the loop.
        await asyncio.to_thread(importlib.import_module, "engine.workflow.build")
        from engine.workflow.build import run_workflow
        from engine.workflow.context import RunContext

        options = self._changed or self._options
        earlier, self._earlier = self._earlier, []
        failed_before = [entry.event.error.kind for entry in earlier if isinstance(entry.event, RunFailed)]
        reports = {entry.event.version: entry.event for entry in earlier if isinstance(entry.event, ReportFinished)}
        async with contextlib.AsyncExitStack() as stack:
            tools = await self._means.tools(options, self._recorder, stack)
            tools.broker.remember_quotes(earlier)
            while True:
                context = RunContext(
                    topic=self._topic,
                    options=options,
                    recorder=self._recorder,
                    control=self.control,
                    minds=tools.minds,
                    broker=tools.broker,
                    texts=self._means.texts,
                    take_sandbox=tools.take_sandbox,
                    today=time.strftime("%Y-%m-%d", time.localtime(self._started_at)),
                    reports=reports,
                    nobody_answered=NobodyAnswered.kind in failed_before,
                )
                with contextlib.suppress(Overtaken):
                    await unless(self.control.until_late, run_workflow(context))
                if not self.control.is_late():
                    # From here on a wish would be written and not be acted on, while sandboxes are still closed.
                    self.control.end()
                    return
                self._take_up()

    def _take_up(self, options: RunOptions | None = None) -> None:
        event = RunResumed(remembered=self._journal.remembered_steps(), options=options)
        self._recorder.emit(event)
        self.control.observe(event)

    def _has_more_to_do(self, earlier: list[JournalEntry]) -> bool:
        """Tell whether a resume of a finished run does more than show it.

        A report that was written without the model is written again, and a run that its budget ended is gone on
        with when it gets a larger one.
        """
        reports = [entry.event for entry in earlier if isinstance(entry.event, ReportFinished)]
        if reports and reports[-1].audit.is_fallback:
            return True
        return (
            bool(self.control.limit()) and self._changed is not None and self._budget.has_room(self._changed.budget)
        )

    def _written(self, event: Event) -> None:
        self._budget.observe(event)

    async def _kept_to_time(self) -> None:
        """Keep the run to the minutes of its budget; a journal that gives out is told by the next event."""
        with contextlib.suppress(JournalError):
            await self._budget.keep_time()

    async def _beat(self) -> None:
        """Renew the lease while the work lasts."""
        while True:
            await asyncio.sleep(HEARTBEAT_EVERY_S)
            try:
                self._journal.beat()
            except JournalError as error:
                _LOG.warning("the lease of run %s was not renewed: %s", self.run_id, error.detail)
