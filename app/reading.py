"""Reading a report: finding words, its size, the walk through its citations, copying, its versions."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAction, QKeySequence

from app import messages
from app.outside import Outside
from app.presenter import Presenter
from engine.errors import DossierError
from engine.snapshot import Notice
from resources.translation import tr
from widgets import phrases
from widgets.run.page import REPORT
from widgets.text.zoom import USUAL_PERCENT, next_step

VERSION_KEY = "version"  # of the notice that says an older version is shown
KEEP_AFTER_MS = 500  # a wheel makes many steps; the settings are written once


class Reading(QObject):
    """Serves whoever reads the shown run."""

    def __init__(self, presenter: Presenter, outside: Outside) -> None:
        super().__init__(presenter)
        self._presenter, self._outside = presenter, outside
        self._page, self._desk = presenter.window.run_page, presenter.desk
        self._tabs = self._page.tabs
        self._zoom_percent = USUAL_PERCENT
        self._keep = QTimer(self, singleShot=True, interval=KEEP_AFTER_MS)
        self._keep.timeout.connect(self._keep_zoom)

    def begin(self) -> None:
        """Show texts in the size that was chosen."""
        self._show_zoom(self._desk.reading.zoom_percent())
        for action in self._presenter.window.findChildren(QAction, "action-zoom_in"):
            # Where plus is a shifted key, it is pressed without Shift.
            action.setShortcuts([action.shortcut(), QKeySequence("Ctrl+=")])

    # --- finding ------------------------------------------------------------------------------------------

    def find(self) -> None:
        """Find words in the open tab."""
        self._tabs.open_find()

    def step(self, step: int) -> None:
        """Show the next or previous place; F3 opens the search where none is open."""
        if self._tabs.finding.is_open():
            self._tabs.finding.step(step)
        else:
            self._tabs.open_find()

    def close_what_is_open(self) -> bool:
        """Close the search, or a citation's popover; return whether one of them was open."""
        if self._tabs.finding.is_open():
            self._tabs.finding.close()
            return True
        return self._page.report.citations.close()

    # --- size ---------------------------------------------------------------------------------------------

    def zoom(self, step: int) -> None:
        """Make larger (1), smaller (-1), or as usual (0): the graph when the keyboard is there, else the texts."""
        graph = self._page.graph
        if not graph.hasFocus():
            self.zoom_text(step)
        elif step:
            graph.zoom_by_step(step)
        else:
            graph.fit()

    def zoom_text(self, step: int) -> None:
        """Make the texts larger (1), smaller (-1), or as usual (0)."""
        self._show_zoom(next_step(self._zoom_percent, step) if step else USUAL_PERCENT)
        self._keep.start()

    # --- citations ----------------------------------------------------------------------------------------

    def next_citation(self, step: int) -> None:
        """Go to the next or previous citation of the report."""
        if self._page.isVisible() and self._page.open_tab_at() == REPORT:
            self._page.report.next_citation(step)

    def show_stored_text(self, source_id: str) -> None:
        """Show the stored text of a source; reading a large one takes a moment."""
        run = self._presenter.shown()
        source = next((source for source in run.sources if source.id == source_id), None)
        if source is None:
            return

        async def read() -> None:
            text = await asyncio.to_thread(self._desk.exports.stored_text, source)
            if self._presenter.shown().run_id == run.run_id:
                self._page.evidence.show_stored_text(source_id, text)

        self._presenter.session.do(read())

    # --- copying ------------------------------------------------------------------------------------------

    def copy_report(self, kind: str) -> None:
        """Put the whole report on the clipboard: "markdown", or "rich" for words with their look."""
        run, exports = self._presenter.shown(), self._desk.exports
        if not run.report.markdown:
            return

        async def copy() -> None:
            markdown = await asyncio.to_thread(exports.markdown, run)
            if kind == "rich":
                self._outside.copy_rich(markdown, await asyncio.to_thread(exports.rich_text, run))
            else:
                self._outside.copy(markdown)
            messages.say("info", tr("The report is on the clipboard."), "copied")

        self._presenter.session.do(copy())

    # --- versions -----------------------------------------------------------------------------------------

    def show_version(self, number: int) -> None:
        """Show a run as it stood when a version of its report was finished."""
        now = self._presenter.shown()
        newest = self._tabs.tools.versions()
        if number == newest:
            self.show_newest(VERSION_KEY)
            return

        async def show() -> None:
            earlier = await asyncio.to_thread(self._desk.reading.version, now.run_id, number)
            if earlier is None:
                messages.say("warning", tr("Version {n} is not in the journal any more.", n=number), VERSION_KEY)
            elif self._presenter.shown().run_id == now.run_id:
                self._presenter.show_earlier(earlier)
                self._tabs.show_versions(number, newest)
                when = phrases.day_and_time(earlier.ended_at or 0)
                text = tr("This is version {n} of the report, as it stood on {when}.", n=number, when=when)
                notice = Notice(level="info", text=text, key=VERSION_KEY)
                self._presenter.window.notices.show_notice(notice, tr("Show version {n}", n=newest))

        self._presenter.session.do(show())

    def show_newest(self, key: str) -> None:
        """Show the run as it is now, when the notice of an older version says so."""
        if key != VERSION_KEY:
            return
        run_id = self._presenter.shown().run_id
        self.forget_version()

        async def show() -> None:
            session, shelf = self._presenter.session, self._desk.shelf
            later = None if run_id == session.run_id() else shelf.opens_later(run_id)
            if run_id == session.run_id():
                run = session.snapshot()
            else:
                run = await asyncio.to_thread(later) if later else shelf.snapshot(run_id)
            self._presenter.show_kept(run)

        self._presenter.session.do(show())

    def forget_version(self) -> None:
        """Take away what was said about an older version."""
        self._presenter.window.notices.take_away(VERSION_KEY)

    # --- inside -------------------------------------------------------------------------------------------

    def _show_zoom(self, percent: int) -> None:
        self._zoom_percent = percent
        self._page.report.show_zoom(percent)
        self._page.evidence.text.show_zoom(percent)

    def _keep_zoom(self) -> None:
        try:
            self._desk.reading.keep_zoom(self._zoom_percent)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
