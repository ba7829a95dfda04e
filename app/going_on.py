"""How a run goes on that ended before its time: with a larger limit, with its writer, or as what was written."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QObject

from app import messages
from app.outside import Outside
from app.presenter import Presenter
from resources.translation import tr
from widgets.ending.larger_limit import LargerLimit
from widgets.run.page import REPORT


class GoingOn(QObject):
    """Serves the line above the tabs, the page of a failure, and what is left of a report."""

    def __init__(self, presenter: Presenter, outside: Outside) -> None:
        super().__init__(presenter)
        self._presenter, self._outside = presenter, outside
        self._page, self._desk = presenter.window.run_page, presenter.desk

    def begin(self) -> None:
        """Listen."""
        ending, banner = self._page.ending, self._page.report.incomplete
        ending.again_asked.connect(self._presenter.resume)
        ending.larger_asked.connect(self.ask_larger)
        ending.draft_asked.connect(self.show_draft)
        self._page.failure.draft_asked.connect(self.show_draft)
        banner.report_asked.connect(lambda: self._presenter.show_draft(False))
        banner.copy_asked.connect(self.copy_draft)

    def ask_larger(self) -> None:
        """Ask how far the shown run may go on."""
        run = self._presenter.shown()

        async def ask() -> None:
            used = await asyncio.to_thread(self._desk.reading.used, run.run_id)
            if self._presenter.shown().run_id != run.run_id:
                return
            dialog = LargerLimit(run, used, self._presenter.window)
            dialog.settled.connect(self._presenter.resume_within)
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

        self._presenter.session.do(ask())

    def show_draft(self) -> None:
        """Show what the writer of the shown run wrote before it failed."""
        self._presenter.show_draft(True)
        self._page.open_tab(REPORT)
        self._page.report.text.setFocus()

    def copy_draft(self) -> None:
        """Put what the writer of the shown run wrote before it failed on the clipboard, marked as what it is."""
        self._outside.copy(self._desk.exports.incomplete(self._presenter.shown()))
        messages.say("info", tr("What was written so far is on the clipboard, marked as incomplete."), "copied")
