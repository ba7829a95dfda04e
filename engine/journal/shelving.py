"""What the user does with runs as a whole: give them a title, delete them, take that back."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import RunBusy, RunNotFound
from engine.journal.journal import Journal

MAX_TITLE_CHARS = 200


def rename(journal: Journal, run_id: str, title: str) -> None:
    """Give a run a title of its own; an empty one, or the topic, gives it its topic back.

    Raises:
        RunNotFound: there is no such run.
    """
    rows = journal.query("SELECT topic FROM runs WHERE id=? AND deleted_at IS NULL", (run_id,))
    if not rows:
        raise RunNotFound("This research is not there any more.", "It may have been deleted in another window.")
    words = " ".join("".join(char if char.isprintable() else " " for char in title).split())[:MAX_TITLE_CHARS].strip()
    own = "" if words == " ".join(str(rows[0][0]).split()) else words
    with journal.transaction() as db:
        db.execute("UPDATE runs SET title=? WHERE id=?", (own, run_id))


def put_away(journal: Journal, run_ids: Sequence[str]) -> None:
    """Delete runs, all or none; until they are erased, `take_back` undoes it.

    Raises:
        RunBusy: a live process works on one of them.
    """
    with journal.transaction() as db:
        for run_id in run_ids:
            if journal.is_at_work(run_id):
                one = "One of these runs" if len(run_ids) > 1 else "This research"
                raise RunBusy(f"{one} is still running.", "Stop it before you delete it.")
        db.executemany(
            "UPDATE runs SET deleted_at=? WHERE id=? AND deleted_at IS NULL",
            [(journal.now(), run_id) for run_id in run_ids],
        )


def take_back(journal: Journal, run_ids: Sequence[str]) -> int:
    """Undo a deletion; return how many runs are there again."""
    with journal.transaction() as db:
        back = [
            db.execute("UPDATE runs SET deleted_at=NULL WHERE id=? AND deleted_at>0", (run_id,)).rowcount
            for run_id in run_ids
        ]
    return sum(back)
