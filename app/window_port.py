"""What the window needs from the rest of the program, as Protocols: one run at work, and everything around it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from app.offers_port import Offers
from app.settings_port import Choices
from engine.activity import ActivityFilter
from engine.budget import Limit
from engine.events import JournalEntry
from engine.snapshot import RunSnapshot
from engine.values import Budget, ReviewDecision, Source
from widgets.beginning.composer import Composed
from widgets.history.rows import Finds, HistoryRow
from widgets.history.view_state import ViewState
from widgets.plan.draft import KeptPlan
from widgets.run.status_bar import Health


class Wishes(Protocol):
    """What a user may wish of a run at work; each wish is journalled before it acts."""

    def approve_plan(self, wave: int, questions: tuple[str, ...]) -> None:
        """Start a wave with these questions."""

    def finish_now(self) -> None:
        """Write the report from what there is."""

    def retry(self, wave: int, researcher: int) -> None:
        """Let a researcher try again."""

    def give_verdict(self, wave: int, decision: ReviewDecision) -> None:
        """Overrule the review of a wave."""


class RunHandle(Protocol):
    """One run owned by this process; it works while its entries are iterated."""

    @property
    def run_id(self) -> str:
        """The run's id."""

    @property
    def control(self) -> Wishes:
        """Takes the user's wishes."""

    def entries(self) -> AsyncGenerator[JournalEntry, None]:
        """Yield every entry, the earlier ones first; end when the run has ended."""

    def has_ended(self) -> bool:
        """Tell whether the work is over and only being tidied up."""

    def stop(self) -> None:
        """Cancel the work; the run is kept."""


class Shelf(Protocol):
    """The history. Methods return within milliseconds, unless they are said to be for a thread."""

    def runs(self) -> tuple[HistoryRow, ...]:
        """Return the history, newest first."""

    def snapshot(self, run_id: str) -> RunSnapshot:
        """Return a run as its journal tells it."""

    def opens_later(self, run_id: str) -> Callable[[], RunSnapshot] | None:
        """Return what opens a long run, to be called in a thread; None for one that is opened at once."""

    def asked(self, run_id: str) -> Composed:
        """Return what a run was asked for, as one would compose it again."""

    def take_in(self, path: Path) -> tuple[str, bool]:
        """Take the run of an evidence bundle in; return its id, and whether it was not here before. For a thread."""

    def rename(self, run_id: str, title: str) -> None:
        """Give a run a title of its own, "" its topic."""

    def delete(self, run_ids: Sequence[str]) -> None:
        """Delete runs, all or none; until they are erased it can be taken back."""

    def take_back(self, run_ids: Sequence[str]) -> None:
        """Undo a deletion."""

    def erase(self, deleted_before: float) -> bool:
        """Erase for good what was deleted until then; for a thread. Return whether nothing is left of it."""

    def find(self, words: str) -> Finds:
        """Find runs by words in topics, titles, reports and answers; for a thread."""

    def refresh(self) -> None:
        """Take in what can be found since the last time; for a thread."""

    def view(self, run_id: str) -> ViewState | None:
        """Return how a run's page was left, None when it never was."""

    def keep_view(self, run_id: str, view: ViewState) -> None:
        """Keep how a run's page is left."""


class Exports(Protocol):
    """Files made of runs, and the stored texts behind them."""

    def stored_text(self, source: Source) -> str | None:
        """Return the stored text of a source."""

    def formats(self) -> tuple[tuple[str, str], ...]:
        """Return the export formats: names and words."""

    def file_name(self, format_name: str) -> str:
        """Return the usual name of a file in a format."""

    def export(self, run: RunSnapshot, format_name: str, path: Path) -> tuple[str, ...]:
        """Write a run to a file; return sentences about what it could not show. For a thread."""

    def export_incomplete(self, run: RunSnapshot, path: Path) -> None:
        """Write what a run's writer wrote before it failed to a Markdown file that says so; for a thread."""

    def incomplete(self, run: RunSnapshot) -> str:
        """Return what a run's writer wrote before it failed as Markdown, under a note that says so."""

    def markdown(self, run: RunSnapshot) -> str:
        """Return the report of a run as Markdown."""

    def rich_text(self, run: RunSnapshot) -> str:
        """Return the report of a run as simple HTML."""

    def folder(self) -> Path | None:
        """Return the folder exported to last, None before the first time."""

    def keep_folder(self, folder: Path) -> None:
        """Keep the folder exported to last; for a thread."""


class Reading(Protocol):
    """What the report's reader chose, and earlier versions of it."""

    def zoom_percent(self) -> int:
        """Return the size of the report's text."""

    def keep_zoom(self, percent: int) -> None:
        """Keep the size of the report's text."""

    def version(self, run_id: str, number: int) -> RunSnapshot | None:
        """Return a run as it stood when a version of its report was finished; for a thread."""

    def used(self, run_id: str) -> Mapping[Limit, float]:
        """Return what a run has used of what a budget limits; for a thread."""


class ActivityLog(Protocol):
    """The lines of a run's activity, read from its journal as far as one looks."""

    def places(self, run_id: str, wanted: ActivityFilter, after: int = 0) -> Sequence[int]:
        """Return the numbers of the entries that are lines, in their order, those behind `after`."""

    def earlier(self, run_id: str, wanted: ActivityFilter, before: int, limit: int) -> Sequence[int]:
        """Return the numbers of the last lines before an entry, at most `limit`, in their order."""

    def entries(self, run_id: str, places: Sequence[int]) -> Sequence[JournalEntry]:
        """Return the entries at some places."""


class Drafts(Protocol):
    """Plans the user was changing. Methods return at once."""

    def read(self, run_id: str) -> KeptPlan | None:
        """Return what was made of a run's plan, None when that is nothing."""

    def keep(self, run_id: str, plan: KeptPlan) -> None:
        """Keep what the user made of a run's plan."""

    def forget(self, run_id: str) -> None:
        """Let go of it."""


class Desk(Protocol):
    """Everything around a run. Methods return within milliseconds unless they are coroutines."""

    log_path: Path

    @property
    def shelf(self) -> Shelf:
        """The history."""

    @property
    def exports(self) -> Exports:
        """Files made of runs."""

    @property
    def reading(self) -> Reading:
        """What the report's reader chose."""

    @property
    def offers(self) -> Offers:
        """What a new research may choose from."""

    @property
    def choices(self) -> Choices:
        """The settings."""

    @property
    def activity(self) -> ActivityLog:
        """The lines of runs."""

    @property
    def drafts(self) -> Drafts:
        """Plans in work."""

    async def begin(self) -> None:
        """Load what is heavy, after the first paint; sandboxes may be started from then on."""

    async def aclose(self) -> None:
        """End every sandbox and connection."""

    async def health(self) -> tuple[Health, Health]:
        """Return how sandbox and model are doing."""

    def warm(self) -> None:
        """The user is typing a topic: make ready what takes long."""

    def start(self, composed: Composed) -> RunHandle:
        """Create a run."""

    def resume(self, run_id: str, *, consent: bool = False, budget: Budget | None = None) -> RunHandle:
        """Take up a run that stopped; `consent` allows what it needed a yes for, `budget` replaces its own."""
