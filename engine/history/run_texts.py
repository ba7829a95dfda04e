"""The words of a run that can be searched, read from its journal: topic, title, answers, report."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from engine.journal.sentences import storage_sentences

# Every event begins with its kind, so that the others are passed over without parsing them.
_EVENTS = """
SELECT body FROM events WHERE run_id=? AND substr(body, 10, instr(substr(body, 10, 40), '"') - 1)
    IN ('finding_arrived', 'report_finished') ORDER BY seq
"""
_RUNS = "SELECT id, last_seq, started_at, title, topic FROM runs WHERE deleted_at IS NULL ORDER BY started_at DESC"


class KeptRun(NamedTuple):
    """A run as its row tells it."""

    run_id: str
    seq: int
    started_at: float
    title: str
    topic: str


class RunTexts:
    """Reads the journal on a connection of its own, in whichever thread it is used."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def runs(self) -> list[KeptRun]:
        """Return the runs that are not deleted, newest first.

        Raises:
            JournalError: the journal cannot be read.
        """
        with self._reading() as db:
            return [KeptRun(*row) for row in db.execute(_RUNS)]

    def body(self, run_id: str) -> str:
        """Return a run's report and answers.

        Raises:
            JournalError: the journal cannot be read.
        """
        report, answers = "", {}
        with self._reading() as db:
            for (text,) in db.execute(_EVENTS, (run_id,)):
                event: dict[str, Any] = json.loads(text)
                if event["kind"] == "report_finished":
                    report = event["markdown"]
                else:
                    finding = event["finding"]
                    place = (finding["wave"], finding["researcher"])
                    answers[place] = f"{finding['question']}\n{finding.get('answer', '')}"
        return "\n".join((report, *(answers[place] for place in sorted(answers))))

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with storage_sentences(self._path):
            address = f"file:{quote(str(self._path))}?mode=ro"
            with contextlib.closing(sqlite3.connect(address, uri=True)) as db:
                yield db
