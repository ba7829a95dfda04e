"""What the inspector and Activity ask for: set answers, lines of the journal, pages outside, words to copy."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.outside import Outside
from app.presenter import Presenter
from app.typesetting import typeset
from app.window_port import ActivityLog
from engine.activity import ActivityFilter
from engine.errors import DossierError
from engine.events import JournalEntry
from engine.values import GatheredSource, Source
from widgets.report.citation_line import citation_line
from widgets.run.page import ACTIVITY, DECISIONS, REPORT


class Inspecting(QObject):
    """Serves the inspector and Activity of the shown run."""

    def __init__(self, presenter: Presenter, outside: Outside) -> None:
        super().__init__(presenter)
        self._presenter, self._outside = presenter, outside
        page = presenter.window.run_page
        page.inspector.set_typeset(typeset)
        page.activity.read_from(_TellingLog(presenter))

    def open_original(self, address: str) -> None:
        """Open a page in the browser, or a document of the run's library; nothing else leaves the window."""
        if self._may_open(address):
            self._outside.open_address(address)

    def copy_citation(self, source: Source | GatheredSource) -> None:
        """Put a source's citation on the clipboard."""
        self._outside.copy(citation_line(source))

    def show_activity(self, who: str) -> None:
        """Open Activity with the lines of one researcher."""
        page = self._presenter.window.run_page
        page.open_tab(ACTIVITY)
        page.activity.show_only(who)

    def open_tab(self, name: str) -> None:
        """Open the report, or the decisions."""
        self._presenter.window.run_page.open_tab(DECISIONS if name == "decisions" else REPORT)

    def _may_open(self, address: str) -> bool:
        if address.startswith(("http://", "https://")):
            return True
        run = self._presenter.shown()
        opened = {step.detail for wave in run.waves for view in wave.researchers for step in view.steps}
        return address.startswith("file:") and (
            address in opened or any(source.url == address for source in run.sources)
        )


class _TellingLog:
    """The desk's drawer of activity; what cannot be read is told, and is empty."""

    def __init__(self, presenter: Presenter) -> None:
        self._presenter = presenter

    @property
    def _log(self) -> ActivityLog:
        return self._presenter.desk.activity

    def places(self, run_id: str, wanted: ActivityFilter, after: int = 0) -> Sequence[int]:
        """Return the numbers of the entries that are lines, those behind `after`."""
        try:
            return self._log.places(run_id, wanted, after)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
            return ()

    def earlier(self, run_id: str, wanted: ActivityFilter, before: int, limit: int) -> Sequence[int]:
        """Return the numbers of the last lines before an entry, at most `limit`."""
        try:
            return self._log.earlier(run_id, wanted, before, limit)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
            return ()

    def entries(self, run_id: str, places: Sequence[int]) -> Sequence[JournalEntry]:
        """Return the entries at some places."""
        try:
            return self._log.entries(run_id, places)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
            return ()
