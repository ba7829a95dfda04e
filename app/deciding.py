"""What the user decides about a run: its plan, its review, to finish it now, to stop it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.presenter import Presenter
from app.typesetting import typeset
from engine.agents.model.standalone import leaning
from engine.snapshot import RunSnapshot
from engine.values import ReviewDecision
from resources.translation import tr
from widgets.plan.draft import KeptPlan


class Deciding(QObject):
    """Turns decisions into wishes, and keeps what of a plan is not decided yet."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._presenter = presenter
        self._session, self._drafts = presenter.session, presenter.desk.drafts
        self._page, self._status = presenter.window.run_page, presenter.window.status
        self._held: set[str] = set()  # runs a draft is kept of
        self._page.plan.set_check(leaning)
        self._page.plan.typeset = typeset
        self._page.plan.recall = self._recall
        self._page.decisions.typeset = typeset
        self._page.decisions.overruling.leaning = leaning

    def start_wave(self, wave: int, questions: tuple[str, ...]) -> None:
        """Start the wave that waits, with these questions."""
        self._session.approve_plan(wave, questions)

    def skip_wave(self) -> None:
        """Write the report without the wave that waits."""
        waiting = self._presenter.shown().waves[-1].wave
        why = tr("You approved what there is.")
        enough = ReviewDecision(status="approved", rationale=why, by="user", with_gaps=True)
        self._presenter.overrule(waiting - 1, enough)

    def keep_plan(self, run_id: str, plan: KeptPlan) -> None:
        """Keep what the user made of a plan so far."""
        self._held.add(run_id)
        self._drafts.keep(run_id, plan)

    def stop(self) -> None:
        """Stop the run at work; the button says so at once, ending sandboxes takes a moment longer."""
        if self._session.is_working():
            self._status.show_stopping()
            self._session.stop()

    def finish_now(self) -> None:
        """Ask for the report from what there is; a run that has stopped is taken up for it."""
        if self._session.is_working() and not self._session.is_ending():
            if self._status.finish_now.isEnabled():
                self._session.finish_now()
        elif self._presenter.shown().state in ("failed", "cancelled", "interrupted"):
            self._presenter.write_now()

    def show_live(self, run: RunSnapshot) -> None:
        """Show the run at work in the status bar, and let go of a plan that has started."""
        self._status.show_work(run)
        if run.run_id in self._held and run.waves and run.waves[-1].approved:
            self._held.discard(run.run_id)
            self._page.plan.forget(run.run_id)
            self._drafts.forget(run.run_id)

    def show_ended(self, run: RunSnapshot) -> None:
        """Show that nothing is at work any more."""
        self._status.show_work(None)

    def _recall(self, run_id: str) -> KeptPlan | None:
        plan = self._drafts.read(run_id)
        if plan is not None:
            self._held.add(run_id)
        return plan
