"""The rows of the history: what is told of a run without reading its journal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

from pydantic import ValidationError

from engine.errors import RunNotFound
from engine.journal.ownership import Owner
from engine.journal.tally import Tally
from engine.values import Value

if TYPE_CHECKING:
    from engine.journal.journal import Journal

ShownState = Literal["running", "interrupted", "done", "failed", "cancelled"]

_COLUMNS = (
    "SELECT id, topic, title, state, started_at, ended_at, waves, tally, owner_pid, owner_boot, owner_started,"
    " heartbeat FROM runs WHERE deleted_at IS NULL"
)


class RunSummary(Value):
    """A row of the history. `interrupted`: not ended, and no live process works on it."""

    id: str
    topic: str
    state: ShownState
    started_at: float
    ended_at: float | None
    waves: int
    title: str = ""  # the user's own, "" = the topic
    tally: Tally = Tally()
    is_elsewhere: bool = False  # another live process works on it

    @property
    def name(self) -> str:
        """What it is called: its title, else its topic."""
        return self.title or self.topic


def summaries(journal: Journal) -> list[RunSummary]:
    """Return the rows of all runs that are not deleted, newest first."""
    return [_summary(journal, row) for row in journal.query(f"{_COLUMNS} ORDER BY started_at DESC, id DESC")]


def summary(journal: Journal, run_id: str) -> RunSummary:
    """Return one run's row; an unambiguous beginning of the id is enough.

    Raises:
        RunNotFound: no run, or more than one, begins like this.
    """
    exact = journal.query(f"{_COLUMNS} AND id=?", (run_id,))
    # `substr` takes what was typed as it is, where LIKE would read % and _ in it.
    rows = exact or journal.query(f"{_COLUMNS} AND substr(id, 1, length(?1))=?1 AND ?1<>''", (run_id,))
    if len(rows) != 1:
        found = "No run has" if not rows else f"{len(rows)} runs begin with"
        raise RunNotFound(f"{found} the id {run_id!r}.", "`dossier runs` lists them.")
    return _summary(journal, rows[0])


def _summary(journal: Journal, row: tuple[Any, ...]) -> RunSummary:
    run_id, topic, title, state, started_at, ended_at, waves, tally, pid, boot, started, heartbeat = row
    is_at_work, is_elsewhere, shown = False, False, cast(ShownState, state)
    if state == "open" and pid is not None:
        owner = Owner(pid=pid, boot_id=boot or "", started=started or "")
        is_at_work = journal.is_worked_on(run_id, owner, heartbeat)
        is_elsewhere = is_at_work and not journal.is_owner(owner)
    if state == "open":
        shown = "running" if is_at_work else "interrupted"
    return RunSummary(
        id=run_id, topic=topic, title=title, state=shown, started_at=started_at, ended_at=ended_at, waves=waves,
        tally=_tally(tally), is_elsewhere=is_elsewhere,
    )  # fmt: skip


def _tally(text: str) -> Tally:
    try:
        return Tally.model_validate_json(text)
    except ValidationError:
        return Tally()  # the row stays, with fewer figures
