"""A window onto a run's journal: which entries are lines of its activity, and the few of them that are looked at.

The numbers of all lines are a few hundred kilobytes at most; the entries themselves are read page by page.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from engine.activity import OF_RESEARCHERS, TOLD, ActivityFilter
from engine.events import EVENT, JournalEntry
from engine.journal.journal import Journal

# Entries are written as JSON that begins with the kind; reading it this way is twice as fast as parsing the whole.
_KIND = "substr(body, 10, instr(substr(body, 10, 40), '\"') - 1)"
# The same rules as `engine.activity.is_told`.
_SOMETIMES = {
    "library_indexed": "json_extract(body, '$.final')",
    "notice_raised": "coalesce(json_extract(body, '$.key'), '') <> 'budget'",
    "plan_approved": "json_extract(body, '$.by_user')",
    "researcher_started": "json_extract(body, '$.attempt') > 1",
}
_OF = "json_extract(body, '$.wave') = ?3 AND json_extract(body, '$.researcher') = ?4"
_OF_FINDING = _OF.replace("$.", "$.finding.")


def _are(kinds: Iterable[str]) -> str:
    listed = ", ".join(f"'{kind}'" for kind in sorted(kinds))
    return f"{_KIND} IN ({listed})"


def _is(kind: str) -> str:
    return f"""body GLOB '{{"kind":"{kind}"*'"""


_IS_TOLD = " OR ".join(
    (_are(TOLD - _SOMETIMES.keys()), *(f"({_is(kind)} AND {rule})" for kind, rule in _SOMETIMES.items()))
)
_OF_RESEARCHER = " OR ".join(
    (
        f"({_are(set(OF_RESEARCHERS) - _SOMETIMES.keys())} AND {_OF})",
        f"({_is('researcher_started')} AND {_SOMETIMES['researcher_started']} AND {_OF})",
        f"({_is('finding_arrived')} AND {_OF_FINDING})",
    )
)
_IS_ERROR = " OR ".join(
    (
        _are(("call_failed", "run_failed")),
        f"({_is('finding_arrived')} AND json_extract(body, '$.finding.error.kind') <> 'stopped')",
        f"({_is('notice_raised')} AND json_extract(body, '$.level') = 'error')",
    )
)
_WHERE = {
    "all": _IS_TOLD,
    "researcher": _OF_RESEARCHER,
    "refusals": _is("call_refused"),
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
        sql = f"SELECT seq FROM events WHERE run_id=?1 AND seq>?2 AND ({_WHERE[wanted.scope]}) ORDER BY seq"
        return array("q", (row[0] for row in self._journal.query(sql, (run_id, after, *_who(wanted)))))

    def earlier(self, run_id: str, wanted: ActivityFilter, before: int, limit: int) -> Sequence[int]:
        """Return the numbers of the last lines before an entry, at most `limit`, in their order.

        Raises:
            JournalError: the journal cannot be read.
        """
        where = f"run_id=?1 AND seq<?2 AND ({_WHERE[wanted.scope]})"
        sql = f"SELECT seq FROM events WHERE {where} ORDER BY seq DESC LIMIT {int(limit)}"
        rows = self._journal.query(sql, (run_id, before, *_who(wanted)))
        return array("q", (row[0] for row in reversed(rows)))

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


def _who(wanted: ActivityFilter) -> tuple[int, ...]:
    return (wanted.wave, wanted.researcher) if wanted.scope == "researcher" else ()
