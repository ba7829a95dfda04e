"""A window onto a run's journal: which entries are lines of its activity, and the few of them that are looked at.

The numbers of all lines are a few hundred kilobytes at most; the entries themselves are read page by page.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from engine.activity import TOLD, ActivityFilter
from engine.events import EVENT, JournalEntry
from engine.journal.journal import Journal

# Entries are written as JSON that begins with the kind; reading it this way is twice as fast as parsing the whole.
_KIND = "substr(body, 10, instr(substr(body, 10, 40), '\"') - 1)"
_LISTED = ", ".join(f"'{kind}'" for kind in sorted(TOLD))
# The same rules as `engine.activity.is_told`.
_IS_TOLD = f"""{_KIND} IN ({_LISTED}) AND CASE {_KIND}
    WHEN 'library_indexed' THEN json_extract(body, '$.final')
    WHEN 'plan_approved' THEN json_extract(body, '$.by_user')
    WHEN 'researcher_started' THEN json_extract(body, '$.attempt') > 1
    ELSE 1 END"""
_OF_RESEARCHER = f"""CASE {_KIND}
    WHEN 'finding_arrived' THEN json_extract(body, '$.finding.wave') = ?3
        AND json_extract(body, '$.finding.researcher') = ?4
    ELSE json_extract(body, '$.wave') = ?3 AND json_extract(body, '$.researcher') = ?4 END"""
_IS_ERROR = f"""CASE {_KIND}
    WHEN 'call_failed' THEN 1
    WHEN 'run_failed' THEN 1
    WHEN 'finding_arrived' THEN json_extract(body, '$.finding.error.kind') <> 'stopped'
    WHEN 'notice_raised' THEN json_extract(body, '$.level') = 'error'
    ELSE 0 END"""
_WHERE = {
    "all": _IS_TOLD,
    "researcher": f"{_IS_TOLD} AND {_OF_RESEARCHER}",
    "refusals": f"{_KIND} = 'call_refused'",
    "errors": _IS_ERROR,
}


class JournalWindow:
    """Looks into the runs of a journal without reading them whole."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def places(self, run_id: str, wanted: ActivityFilter, after: int = 0) -> Sequence[int]:
        """Return the numbers of the entries that are lines, in their order, those behind `after`.

        Raises:
            JournalError: the journal cannot be read.
        """
        sql = f"SELECT seq FROM events WHERE run_id=?1 AND seq>?2 AND {_WHERE[wanted.scope]} ORDER BY seq"
        who = (wanted.wave, wanted.researcher) if wanted.scope == "researcher" else ()
        return array("q", (row[0] for row in self._journal.query(sql, (run_id, after, *who))))

    def entries(self, run_id: str, places: Iterable[int]) -> list[JournalEntry]:
        """Return the entries at some places, in their order; one that a newer program wrote is left out.

        Raises:
            JournalError: the journal cannot be read.
        """
        rows = self._journal.query(
            "SELECT seq, at, body FROM events"
            " WHERE run_id=? AND seq IN (SELECT value FROM json_each(?)) ORDER BY seq",
            (run_id, json.dumps(list(places))),
        )
        entries = []
        for seq, at, body in rows:
            try:
                entries.append(JournalEntry(seq=seq, at=at, event=EVENT.validate_json(body)))
            except ValidationError:
                continue
        return entries
