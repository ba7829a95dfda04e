"""One thing is told as one: the words of the progress lines."""

from __future__ import annotations

import io

import pytest

from app.progress import ProgressPrinter
from engine import events as ev


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ev.LibraryIndexed(documents=1), "Library: 1 document."),
        (ev.LibraryIndexed(documents=2), "Library: 2 documents."),
        (ev.RunResumed(remembered=1), "Picked up where it stopped: 1 step already done."),
        (ev.PlanApproved(wave=1, questions=("How?",)), "Wave 1: 1 question\n"),
    ],
)
def test_one_and_many(event: ev.Event, line: str):
    stream = io.StringIO()
    ProgressPrinter(stream).show(ev.JournalEntry(seq=1, at=0.0, event=event))
    assert line in stream.getvalue()
