"""The session: owns every task of the window, works on one run, and tells the widgets what changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.window_port import RunHandle, Wishes
from engine.errors import DossierError, Trouble
from engine.fold import Fold
from engine.snapshot import ENDED, RunSnapshot
from resources.translation import tr

_LOG = logging.getLogger(__name__)
# Thirty times a second is as much as an eye follows; the fold itself takes every event.
CHANGED_EVERY_MS = 33
Wish = Callable[[Wishes], None]


class Session(QObject):
    """Works on at most one run and does other work of the window in tasks it owns.

    Signals:
        changed: The run at work looks different now; its `RunSnapshot`. At most every 33 ms.
        ended: The run at work has ended, in whatever way; its last `RunSnapshot`.
        trouble: Something expected went wrong; a `Trouble` with a title and an advice.
        bug: Something unexpected went wrong; the exception.
    """

    changed = Signal(object)
    ended = Signal(object)
    trouble = Signal(object)
    bug = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closing = False
        self._run: RunHandle | None = None
        self._next: Callable[[], None] | None = None  # begins what was wished while a run was just ending
        self._fold = Fold()
        self._last_change_s = 0.0
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tell)

    def is_working(self) -> bool:
        """Return whether a run is at work."""
        return self._run is not None

    def run_id(self) -> str:
        """Return the id of the run at work, "" when there is none."""
        return self._run.run_id if self._run else ""

    def is_ending(self) -> bool:
        """Return whether the run at work is over and only being tidied up: it takes no more wishes."""
        return self._run is not None and self._run.has_ended()

    def snapshot(self) -> RunSnapshot:
        """Return the run at work as it is now."""
        return self._fold.snapshot()

    def work(
        self, begin: Callable[[], RunHandle], wish: Wish | None = None, begun: Callable[[], None] | None = None
    ) -> None:
        """Begin to work on a run, as soon as one that is just ending has ended.

        Args:
            begin: Creates the run or takes it up; its expected errors are told as trouble.
            wish: What the user wishes of a run that is taken up for it.
            begun: Called when the work has begun.
        """
        if self._run is not None:
            # Between a run's last event and its end it is over for whoever looks at it.
            if self.is_ending() or self._fold.snapshot().state in ENDED:
                self._next = lambda: self.work(begin, wish, begun)
            else:
                self.trouble.emit(_busy())
            return
        try:
            run = begin()
        except DossierError as error:
            self.trouble.emit(error.trouble())
            return
        self._run, self._fold = run, Fold()
        # What was journalled before is read in one go; the first look comes after it, so nothing flickers.
        self._last_change_s = time.monotonic()
        if wish is not None:
            self.wish(wish)
        self.do(self._follow(run))
        if begun is not None:
            begun()

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do some work in a task, while the window lives; expected errors are told as trouble, others as a bug."""
        if self._is_closing:
            work.close()
            return
        task = asyncio.get_event_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # one that is cancelled before its first step never began

    def stop(self) -> None:
        """Stop the run at work; it is kept."""
        if self._run is not None:
            self._run.stop()

    def wish(self, wish: Wish) -> None:
        """Wish something of the run at work; what cannot be granted is told as trouble."""
        if self._run is None:
            return
        try:
            wish(self._run.control)
        except DossierError as error:
            self.trouble.emit(error.trouble())

    def finish_now(self) -> None:
        """Ask for the report from what there is."""
        self.wish(lambda wishes: wishes.finish_now())

    def approve_plan(self, wave: int, questions: tuple[str, ...]) -> None:
        """Start a wave with these questions."""
        self.wish(lambda wishes: wishes.approve_plan(wave, questions))

    async def aclose(self, limit_s: float) -> bool:
        """Cancel everything and wait for it; return whether it ended within the limit."""
        self._is_closing = True
        self._timer.stop()
        # A run that is cut off by the end of the program is interrupted, not stopped: it offers Resume.
        tasks = set(self._tasks)
        for task in tasks:
            task.cancel()
        if not tasks:
            return True
        _, late = await asyncio.wait(tasks, timeout=limit_s)
        for task in late:
            _LOG.warning("a task did not end: %s", task)
        return not late

    async def _follow(self, run: RunHandle) -> None:
        try:
            # A screen that fails must end the work, not leave it to itself.
            async with contextlib.aclosing(run.entries()) as entries:
                async for entry in entries:
                    self._fold.apply(entry)
                    self._tell_soon()
        finally:
            self._timer.stop()
            self._run = None
            last = self._fold.snapshot()
            if last.state not in ENDED:
                last = self._fold.snapshot(interrupted=True)
            self.changed.emit(last)
            self.ended.emit(last)
            if (following := self._next) is not None and not self._is_closing:
                self._next = None
                following()

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except asyncio.CancelledError:
            raise
        except DossierError as error:
            self.trouble.emit(error.trouble())
        except Exception as error:
            self.bug.emit(error)

    def _tell_soon(self) -> None:
        if self._timer.isActive():
            return
        passed_ms = (time.monotonic() - self._last_change_s) * 1_000
        if passed_ms >= CHANGED_EVERY_MS:
            self._tell()
        else:
            self._timer.start(int(CHANGED_EVERY_MS - passed_ms) + 1)

    def _tell(self) -> None:
        self._last_change_s = time.monotonic()
        self.changed.emit(self._fold.snapshot())


def _busy() -> Trouble:
    return Trouble(
        kind="busy", title=tr("Another research is at work."), advice=tr("Stop it, or wait until it is done.")
    )
