"""The model behind Activity: it knows where every line stands and reads the few that are looked at."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from engine.activity import EVERYTHING, ActivityFilter
from engine.events import JournalEntry
from engine.snapshot import RunSnapshot
from resources.translation import tr
from widgets import phrases
from widgets.activity.lines import ActivityLine, activity_line
from widgets.line_words import LineWords

AnyIndex = QModelIndex | QPersistentModelIndex
PAGE_LINES = 64
# Of a long run so many lines are looked for at once, the rest when somebody scrolls there. They are whole pages.
FETCHED_LINES = 4_096
# With the numbers of all lines (8 bytes each) this is all the model holds of a run, however long it is.
MAX_PAGES = 16


class EntrySource(Protocol):
    """Where lines come from; both methods return within milliseconds and never raise."""

    def places(self, run_id: str, wanted: ActivityFilter, after: int = 0) -> Sequence[int]:
        """Return the numbers of the entries that are lines, in their order, those behind `after`."""

    def earlier(self, run_id: str, wanted: ActivityFilter, before: int, limit: int) -> Sequence[int]:
        """Return the numbers of the last lines before an entry, at most `limit`, in their order."""

    def entries(self, run_id: str, places: Sequence[int]) -> Sequence[JournalEntry]:
        """Return the entries at some places."""


class ActivityModel(QAbstractListModel):
    """The lines of a run, newest first."""

    def __init__(self) -> None:
        super().__init__()
        self._source: EntrySource | None = None
        self.run = RunSnapshot()
        self.wanted = EVERYTHING
        self._places = array("q")  # ascending: the newest is the last
        self._pages: OrderedDict[int, dict[int, ActivityLine]] = OrderedDict()
        self._origin = 0  # how many lines were found before the first ones: pages keep their numbers
        self._has_earlier = False
        self._read_to = 0  # what was looked through, also where there was no line

    def read_from(self, source: EntrySource) -> None:
        """Take lines from a source from now on."""
        self._source = source
        self.show_lines(self.run, self.wanted)

    def show_lines(self, run: RunSnapshot, wanted: ActivityFilter) -> None:
        """Show the lines of a run that are wanted."""
        self.beginResetModel()
        self.run, self.wanted = run, wanted
        self._pages.clear()
        self._read_to, self._origin = run.last_seq, 0
        self._places = array("q", self._earlier(run.last_seq + 1) if run.run_id else ())
        self.endResetModel()

    def canFetchMore(self, parent: AnyIndex) -> bool:
        """Tell whether there are earlier lines."""
        return self._has_earlier and not parent.isValid()

    def fetchMore(self, parent: AnyIndex) -> None:
        """Look for earlier lines."""
        if not self._has_earlier:
            return
        found = array("q", self._earlier(self._places[0]))
        if found:
            count = len(self._places)
            self.beginInsertRows(QModelIndex(), count, count + len(found) - 1)
            self._places, self._origin = found + self._places, self._origin + len(found)
            self.endInsertRows()

    def show_more(self, run: RunSnapshot) -> int:
        """Show what was added to the run since; return how many lines."""
        self.run = run
        if run.last_seq <= self._read_to or self._source is None:
            return 0
        read_to, self._read_to = self._read_to, run.last_seq
        more = [place for place in self._source.places(run.run_id, self.wanted, read_to) if place <= run.last_seq]
        if more:
            self._pages.pop((len(self._places) - self._origin) // PAGE_LINES, None)  # it was not full
            self.beginInsertRows(QModelIndex(), 0, len(more) - 1)
            self._places.extend(more)
            self.endInsertRows()
        return len(more)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self._places)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line, or its words for screen readers and tooltips."""
        if not index.isValid() or index.row() >= len(self._places):
            return None
        if role == Qt.ItemDataRole.UserRole:
            return self.line(index.row())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            line = self.line(index.row())
            return line.spoken(self.time(line))
        if role == Qt.ItemDataRole.ToolTipRole:
            line = self.line(index.row())
            return f"{phrases.day_and_time(line.at)}\n{line.spoken('')}"
        return None

    def line(self, row: int) -> ActivityLine:
        """Return the line of a row, reading the page it stands on when needed."""
        place = len(self._places) - 1 - row
        number = (place - self._origin) // PAGE_LINES  # below zero for earlier ones
        page = self._pages.get(number)
        if page is None:
            page = self._pages[number] = self._read(number)
            while len(self._pages) > MAX_PAGES:
                self._pages.popitem(last=False)
        else:
            self._pages.move_to_end(number)
        seq = self._places[place]
        return page.get(seq) or _unreadable(seq, self.run.started_at)

    def time(self, line: ActivityLine) -> str:
        """Return when a line happened, on the run's own clock."""
        return phrases.clock_face(phrases.run_clock_s(self.run, line.at))

    def lines_held(self) -> int:
        """Return how many lines are in memory."""
        return sum(len(page) for page in self._pages.values())

    def _earlier(self, before: int) -> Sequence[int]:
        found = self._source.earlier(self.run.run_id, self.wanted, before, FETCHED_LINES) if self._source else ()
        self._has_earlier = len(found) == FETCHED_LINES
        return found

    def _read(self, number: int) -> dict[int, ActivityLine]:
        first = number * PAGE_LINES + self._origin
        places = self._places[max(0, first) : first + PAGE_LINES]
        entries = self._source.entries(self.run.run_id, places) if self._source else ()
        return {entry.seq: activity_line(entry) for entry in entries}


def _unreadable(seq: int, at: float) -> ActivityLine:
    words = LineWords("unchecked", "text3", tr("This entry cannot be read. A newer Dossier may have written it."))
    return ActivityLine(seq, at, "", "", "", words)
