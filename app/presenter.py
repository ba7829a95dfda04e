"""The presenter: decides what the window shows and turns wishes into work of the session."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app import messages
from app.main_window import MainWindow
from app.report_blocks import ReportBlocks
from app.session import Session, Wish
from app.window_port import Desk
from engine.errors import Trouble
from engine.incomplete import as_incomplete
from engine.snapshot import ENDED, Notice, RunSnapshot
from engine.values import Budget, ReviewDecision
from widgets.beginning.composer import Composed
from widgets.ending.ending_notice import other_notices

TICK_MS = 1_000


class Presenter(QObject):
    """Brings window, session and desk together.

    Signals:
        begun: The window is to be filled for the first time.
        page_turning: The page of the shown run is about to be left.
        followed: A run has begun to work.
    """

    begun = Signal()
    page_turning = Signal()
    followed = Signal()

    def __init__(self, window: MainWindow, session: Session, desk: Desk) -> None:
        super().__init__(window)
        self.window, self.session, self.desk = window, session, desk
        self._wanted_id = ""  # of the run whose page is open, "" on the page of a new research
        self._shown = RunSnapshot()
        self._blocks = ReportBlocks()
        self._warmed = False
        self._wants_draft = False  # what a writer wrote before it failed is shown in place of the report
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._on_tick)

    def begin(self) -> None:
        """Fill the window for the first time."""
        self.window.run_page.header.show_formats(self.desk.exports.formats())
        self.begun.emit()

    def shown(self) -> RunSnapshot:
        """Return the run whose page is open."""
        return self._shown

    # --- research -----------------------------------------------------------------------------------------

    def research(self, composed: Composed) -> None:
        """Start a research on what was composed."""
        self.turn_page()

        def begun() -> None:
            self._follow()
            self.window.welcome.composer.clear()

        self.session.work(lambda: self.desk.start(composed), begun=begun)

    def resume(self) -> None:
        """Take up the shown run."""
        self._go_on()

    def allow_and_resume(self) -> None:
        """Take up the shown run with the consent it failed for."""
        self._go_on(consent=True)

    def resume_within(self, budget: Budget) -> None:
        """Take up the shown run, which its budget ended, with a larger one."""
        self._go_on(budget=budget)

    def retry(self, wave: int, researcher: int) -> None:
        """Let a researcher of the shown run try again."""
        self._wish(lambda wishes: wishes.retry(wave, researcher))

    def overrule(self, wave: int, decision: ReviewDecision) -> None:
        """Decide about a wave of the shown run in the reviewer's place."""
        self._wish(lambda wishes: wishes.give_verdict(wave, decision))

    def write_now(self) -> None:
        """Write the report of the shown run from what there is."""
        self._wish(lambda wishes: wishes.finish_now())

    def show_live(self, run: RunSnapshot) -> None:
        """Show what changed in the run at work."""
        if run.run_id and run.run_id == self._wanted_id:
            self._show(run)

    def show_ended(self, run: RunSnapshot) -> None:
        """Show how the run at work ended."""
        self._tick.stop()

    def warm(self) -> None:
        """Make ready what takes long, once the user has begun to type."""
        if not self._warmed and self.window.welcome.composer.topic.topic():
            self._warmed = True
            self.desk.warm()

    # --- pages --------------------------------------------------------------------------------------------

    def show_new(self) -> None:
        """Show the page of a new research; a run at work goes on."""
        self.turn_page()
        self._wanted_id, self._shown = "", RunSnapshot()
        self._warmed = False
        self.window.history.show_current("")
        self.window.status.show_run(None)
        self.window.notices.show_run_notices(())
        self.window.show_welcome()

    def show_kept(self, run: RunSnapshot) -> None:
        """Show a run of the history, or the run at work."""
        self._wanted_id = run.run_id
        self._show(run)

    def show_draft(self, wanted: bool) -> None:
        """Show what a writer wrote before it failed in place of the report, or the report again."""
        self._wants_draft = wanted
        self._show(self._shown)

    def show_earlier(self, run: RunSnapshot) -> None:
        """Show a run as it once was; what happens in it now is not shown until it is opened again."""
        self._wanted_id = ""
        self._show(run)

    def turn_page(self) -> None:
        """Let go of what was said about the page before."""
        self._wants_draft = False
        self.page_turning.emit()
        self.window.notices.take_away_like("trouble-", "exported", "delete", "resume")

    def escape(self) -> None:
        """Close what is in the way: the inspector, then the way back."""
        page = self.window.run_page
        if page.inspected():
            page.inspect("")
        else:
            page.go_back()

    # --- troubles -----------------------------------------------------------------------------------------

    def show_trouble(self, trouble: Trouble) -> None:
        """Show an expected error: what happened and what to do."""
        level: messages.Level = "warning" if trouble.kind == "busy" else "error"
        messages.say(level, f"{trouble.title} {trouble.advice}".strip(), f"trouble-{trouble.kind}")

    def show_message(self, message: messages.Message) -> None:
        """Show a message of any part of the program."""
        self.window.notices.show_notice(Notice(level=message.level, text=message.text, key=message.key))

    # --- inside -------------------------------------------------------------------------------------------

    def _go_on(self, *, consent: bool = False, budget: Budget | None = None) -> None:
        run = self._shown
        if goes_on(run) or (budget is not None and run.limit_reached and run.state == "done"):
            self._wants_draft = False
            again = partial(self.desk.resume, run.run_id, consent=consent, budget=budget)
            self.session.work(again, begun=self._follow)

    def _wish(self, wish: Wish) -> None:
        """Wish something of the shown run; one that has ended is taken up for it."""
        run_id = self._shown.run_id
        if run_id == self.session.run_id() and not self.session.is_ending():
            self.session.wish(wish)
        else:
            self.session.work(lambda: self.desk.resume(run_id), wish, self._follow)

    def _follow(self) -> None:
        """Show the run that has just begun to work."""
        self._wanted_id = self.session.run_id()
        self.window.notices.take_away_like("trouble-")  # what kept the run from going on does so no more
        self.followed.emit()
        self._tick.start()

    def _show(self, run: RunSnapshot) -> None:
        is_first = run.run_id != self._shown.run_id or self.window.is_welcome()
        self._shown = run
        seen = as_incomplete(run) if self._wants_draft and run.state in ENDED else run
        self.window.run_page.show_run(seen, self._blocks.blocks(seen))
        self.window.status.show_run(run)
        self.window.notices.show_run_notices(other_notices(run))
        if is_first and run.run_id:
            self.window.show_run_page(self.window.run_page.header.title())
            self.window.history.show_current(run.run_id)

    def _on_tick(self) -> None:
        self.window.status.tick()
        if self._shown.state not in ENDED and self._shown.run_id:
            self.window.run_page.tick()


def goes_on(run: RunSnapshot) -> bool:
    """Tell whether a resume of a run that has ended does more than show it: it stopped, or its writer failed."""
    if run.state == "done":
        return run.report.audit is not None and run.report.audit.is_fallback
    return run.state in ("failed", "cancelled", "interrupted")
