"""The list behind the history: headings and runs; only what differs is told to the view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from resources.translation import tr
from widgets.history.rows import Finds, FoundRow, Heading, HistoryRow, spoken
from widgets.phrases import RUN_FACES
from widgets.spoken_dates import day_heading

Entry = HistoryRow | FoundRow | Heading
_Index = QModelIndex | QPersistentModelIndex


def by_day(rows: Iterable[HistoryRow], today: date, week_begins: int = 0) -> list[Entry]:
    """Return runs, newest first, below the headings of their days."""
    entries: list[Entry] = []
    title, before = "", date.min
    for row in rows:
        day = datetime.fromtimestamp(row.started_at).date()
        if day != before and (heading := day_heading(day, today, week_begins)) != title:
            title = heading
            entries.append(Heading(title))
        before = day
        entries.append(row)
    return entries


def by_find(finds: Finds) -> list[Entry]:
    """Return found runs below what they were found by."""
    entries: list[Entry] = []
    if finds.named:
        entries += [Heading(tr("In topics")), *finds.named]
    if finds.saying:
        entries += [Heading(tr("In reports and answers")), *finds.saying]
    if finds.is_cut:
        entries.append(Heading(tr("There is more. Add a word.")))
    return entries


def run_of(entry: object) -> HistoryRow | None:
    """Return the run of an entry, None for a heading."""
    if isinstance(entry, FoundRow):
        return entry.row
    return entry if isinstance(entry, HistoryRow) else None


class HistoryModel(QAbstractListModel):
    """Serves entries.

    Signals:
        renamed: The user gave a run a title; its id and the title, "" for none.
    """

    renamed = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[Entry] = []
        self._places: dict[str, int] = {}

    def show(self, entries: Sequence[Entry]) -> None:
        """Serve other entries; the view keeps its place when the same runs stand in the same order."""
        before, self._entries = self._entries, list(entries)
        if [_key(entry) for entry in before] == [_key(entry) for entry in entries]:
            for place, (old, new) in enumerate(zip(before, entries, strict=True)):
                if old != new:
                    self.dataChanged.emit(self.index(place), self.index(place))
            return
        self._entries = before
        self.beginResetModel()
        self._entries = list(entries)
        runs = ((place, run_of(entry)) for place, entry in enumerate(self._entries))
        self._places = {run.run_id: place for place, run in reversed(list(runs)) if run is not None}
        self.endResetModel()

    def entry(self, place: int) -> Entry:
        """Return the entry at a place."""
        return self._entries[place]

    def place_of(self, run_id: str) -> int:
        """Return where a run stands, -1 when it does not."""
        return self._places.get(run_id, -1)

    def turning(self) -> list[int]:
        """Return the places of runs whose sign turns."""
        runs = ((place, run_of(entry)) for place, entry in enumerate(self._entries))
        return [place for place, run in runs if run is not None and RUN_FACES[run.state].icon == "running"]

    def rowCount(self, parent: _Index | None = None) -> int:
        """Return the number of entries."""
        return 0 if parent is not None and parent.isValid() else len(self._entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return an entry for the painter, and its words for everybody else."""
        entry = self._entries[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return entry
        run = run_of(entry)
        if run is None:
            words = entry.text if isinstance(entry, Heading) else ""
            return words if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return run.name
        if role == Qt.ItemDataRole.ToolTipRole:
            topic = run.topic.strip()
            return f"{run.title}\n{topic}" if run.title else topic
        return spoken(run) if role == Qt.ItemDataRole.AccessibleTextRole else None

    def setData(self, index: _Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take a title the user typed; the row changes once it is kept."""
        run = run_of(self._entries[index.row()])
        if run is None or role != Qt.ItemDataRole.EditRole:
            return False
        if str(value).strip() != run.name:
            self.renamed.emit(run.run_id, str(value))
        return True

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Headings cannot be chosen."""
        if not index.isValid() or run_of(self._entries[index.row()]) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


def _key(entry: Entry) -> str:
    run = run_of(entry)
    return run.run_id if run is not None else f"\n{entry}"
