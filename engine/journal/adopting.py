"""Taking a run that came from elsewhere into this journal."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from engine.events import JournalEntry, ResearchAsked
from engine.journal.journal import Journal
from engine.journal.run_journal import append_events


def adopt(journal: Journal, entries: Sequence[JournalEntry]) -> tuple[str, bool]:
    """Write a run's entries as they are, with their times; a run that is here already is not written twice.

    Args:
        journal: Of this data folder.
        entries: All of one run, from its `ResearchAsked` on.

    Returns:
        The run's id here, and whether it was written now.

    Raises:
        JournalError: it could not be written; nothing of it was.
    """
    asked = entries[0].event
    assert isinstance(asked, ResearchAsked)
    run_id = asked.run_id
    here = journal.query("SELECT deleted_at IS NULL FROM runs WHERE id=?", (run_id,))
    if here:
        if here[0][0] and [entry.model_dump() for entry in journal.entries(run_id)] == [
            entry.model_dump() for entry in entries
        ]:
            return run_id, False
        # The same run in another state: both are kept.
        run_id = f"{run_id}-{secrets.token_hex(2)}"
        asked = asked.model_copy(update={"run_id": run_id})
    with journal.transaction() as db:
        db.execute(
            "INSERT INTO runs (id, topic, state, started_at) VALUES (?, ?, 'open', ?)",
            (run_id, asked.topic, entries[0].at),
        )
        append_events(db, run_id, 0, entries[0].at, [asked])
        for entry in entries[1:]:
            append_events(db, run_id, entry.seq - 1, entry.at, [entry.event])
    return run_id, True
