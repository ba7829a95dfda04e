"""The history's controller: lists runs, opens them as they were left, resumes, duplicates and renames them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app import messages
from app.presenter import Presenter, goes_on
from engine.errors import DossierError
from engine.snapshot import ENDED, RunSnapshot
from widgets.history.menu import why_no_resume
from widgets.history.rows import HistoryRow, row_of_run

# How often it is looked how far a run has come that another program works on.
ELSEWHERE_EVERY_MS = 3_000


class HistoryKeeper(QObject):
    """Keeps the list of runs and their pages.

    Signals:
        listed: The history was read anew.
    """

    listed = Signal()

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._presenter, self._shelf = presenter, presenter.desk.shelf
        self._session, self._page = presenter.session, presenter.window.run_page
        self._history = presenter.window.history
        self._rows: dict[str, HistoryRow] = {}
        self._opening = ""  # id of the long run that is being read
        self._elsewhere = QTimer(self, interval=ELSEWHERE_EVERY_MS)
        self._elsewhere.timeout.connect(self._look_elsewhere)

    def reload(self) -> None:
        """Read the history again."""
        try:
            rows = self._shelf.runs()
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
            return
        self._rows = {row.run_id: row for row in rows}
        if self._session.is_working() and (live := self._session.snapshot()).run_id:
            self._take_in(live)
        self._show_rows()
        is_elsewhere = any(row.is_elsewhere for row in rows)
        if is_elsewhere != self._elsewhere.isActive():
            self._elsewhere.start() if is_elsewhere else self._elsewhere.stop()
        self.listed.emit()

    def show_live(self, run: RunSnapshot) -> None:
        """Keep the row of the run at work up to date."""
        if run.run_id and self._take_in(run):
            self._show_rows()

    def open_run(self, run_id: str) -> None:
        """Open a run as it was left."""
        self._open(run_id, lambda: None)

    def resume(self, run_id: str = "") -> None:
        """Let a run go on: the one named, else the one chosen where the keyboard is, else the one shown."""
        chosen = self._history.list.chosen_ids() if self._history.list.hasFocus() else ()
        wanted = run_id or (chosen[0] if len(chosen) == 1 else self._presenter.shown().run_id)
        row = self._rows.get(wanted)
        if row is None:
            return
        shown = self._presenter.shown()
        why = why_no_resume(row)
        if wanted == shown.run_id and (goes_on(shown) or not why):
            self._presenter.resume()
        elif why:
            messages.say("info", why, "resume")
        else:
            self._open(wanted, self._presenter.resume)

    def duplicate(self, run_id: str = "") -> None:
        """Compose what a run was asked for again, to be changed before it starts; "" for the shown run."""
        try:
            composed = self._shelf.asked(run_id or self._presenter.shown().run_id)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
            return
        self._presenter.show_new()
        self._presenter.window.welcome.composer.show_composed(composed)

    def rename(self, run_id: str, title: str) -> None:
        """Give a run a title of its own, "" its topic."""
        try:
            self._shelf.rename(run_id, title)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
        self.reload()

    def keep_view(self) -> None:
        """Keep how the page of the shown run is left."""
        self._opening = ""
        run_id = self._presenter.shown().run_id
        if run_id in self._rows and not self._presenter.window.is_welcome():
            self._shelf.keep_view(run_id, self._page.view_state())

    def _open(self, run_id: str, then: Callable[[], None]) -> None:
        self._presenter.turn_page()
        if run_id == self._session.run_id():
            self._show(self._session.snapshot(), then)
            return
        try:
            later = self._shelf.opens_later(run_id)
            if later is None:
                self._show(self._shelf.snapshot(run_id), then)
                return
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
            return
        self._opening = run_id
        self._history.show_current(run_id)  # what was clicked answers at once
        self._session.do(self._open_later(run_id, later, then))

    async def _open_later(self, run_id: str, later: Callable[[], RunSnapshot], then: Callable[[], None]) -> None:
        try:
            run = await asyncio.to_thread(later)
        except DossierError:
            self._history.show_current(self._presenter.shown().run_id)
            raise
        if self._opening == run_id:  # nothing else was opened meanwhile
            self._opening = ""
            self._show(run, then)

    def _show(self, run: RunSnapshot, then: Callable[[], None]) -> None:
        self._presenter.show_kept(run)
        view = self._shelf.view(run.run_id)
        if view is not None:
            self._page.restore_view_state(view)
        then()

    def _take_in(self, run: RunSnapshot) -> bool:
        """Take in how the run at work looks; return whether its row differs."""
        old = self._rows.get(run.run_id)
        row = row_of_run(run, old.title if old else "")
        if row == old:
            return False
        self._rows[run.run_id] = row
        if old is None:
            newest_first = sorted(self._rows.values(), key=lambda one: (one.started_at, one.run_id), reverse=True)
            self._rows = {one.run_id: one for one in newest_first}
        return True

    def _show_rows(self) -> None:
        self._history.show_rows(tuple(self._rows.values()))
        self._page.show_titles({row.run_id: row.title for row in self._rows.values() if row.title})

    def _look_elsewhere(self) -> None:
        """Show how far runs have come that another program works on."""
        shown = self._presenter.shown().run_id
        before = self._rows.get(shown)
        self.reload()
        now = self._rows.get(shown)
        if now is None or now == before or before is None or not before.is_elsewhere:
            return
        if shown != self._session.run_id() and (now.is_elsewhere or now.state in ENDED):
            self._session.do(self._show_elsewhere(shown))

    async def _show_elsewhere(self, run_id: str) -> None:
        later = self._shelf.opens_later(run_id)
        run = await asyncio.to_thread(later) if later else self._shelf.snapshot(run_id)
        if self._presenter.shown().run_id == run_id:
            self._presenter.show_kept(run)
