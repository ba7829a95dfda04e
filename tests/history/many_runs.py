"""A data folder with many runs, written the quick way: rows as the journal writes them."""

from __future__ import annotations

import random
from pathlib import Path

from engine import events as ev
from engine.journal.journal import Journal
from engine.journal.run_journal import append_events
from engine.values import Audit, Finding, RunOptions

WORDS = (  # noqa: SIM905 - a text is easier to read than a list
    "heat pump furnace winter house attic cellulose wool panel grid solar roof tile battery fire insurance window "
    "seal noise night distance code permit grant cost price wiring duct airflow refrigerant compressor backup "
    "capacity field trial metering minute defrost median site coastal contractor instruction load calculation "
    "“quoted” naïve façade Straße −15 °C"
).split()
NOW_S = 1_764_507_720.0


def prose(dice: random.Random, words: int) -> str:
    text = " ".join(dice.choice(WORDS) for _ in range(words))
    return "\n\n".join(text[start : start + 400] for start in range(0, len(text), 400))


def whole_run(dice: random.Random, run_id: str, topic: str, report_words: int = 2_000) -> list[ev.Event]:
    questions = tuple(f"{prose(dice, 8)}?" for _ in range(4))
    found = [
        ev.FindingArrived(finding=Finding(wave=1, researcher=place, question=question, answer=prose(dice, 120)))
        for place, question in enumerate(questions, 1)
    ]
    return [
        ev.ResearchAsked(run_id=run_id, topic=topic, options=RunOptions()),
        ev.QuestionsPlanned(wave=1, questions=questions),
        ev.PlanApproved(wave=1, questions=questions),
        *found,
        ev.ReportFinished(version=1, markdown=prose(dice, report_words), audit=Audit(citations=20, found=19),
                          sources=()),
    ]  # fmt: skip


def fill(path: Path, count: int, report_words: int = 2_000) -> None:
    """Write `count` finished runs, one every six hours back from now."""
    dice = random.Random(7)
    journal = Journal(path)
    with journal.transaction() as db:
        for number in range(count):
            run_id, topic = f"run-{number:05}", f"{prose(dice, 7)} {number}"
            at = NOW_S - number * 6 * 3_600
            db.execute(
                "INSERT INTO runs (id, topic, state, started_at) VALUES (?, ?, 'open', ?)", (run_id, topic, at)
            )
            append_events(db, run_id, 0, at, whole_run(dice, run_id, topic, report_words))
    journal.close()
