"""What is said about files that are not used, and how often the progress is told."""

from __future__ import annotations

import pytest

from engine.library.notices import nothing_read, notices
from engine.library.pace import FEW_DOCUMENTS, INTERVAL_S, Pace
from engine.library.port import IndexCounts, IndexProgress


def many(count: int, why: str) -> tuple[str, ...]:
    return tuple(f"/l/{number}.pdf: {why}" for number in range(count))


def test_nothing_is_said_when_all_is_well() -> None:
    assert notices(IndexCounts(documents=3)) == []


def test_files_that_could_not_be_read_and_files_left_out_are_named() -> None:
    counts = IndexCounts(
        documents=1, unreadable=many(1, "This is a photograph."), skipped=many(5, "larger than 20 MB")
    )
    assert notices(counts) == [
        ("library-unreadable", "Could not be read: /l/0.pdf: This is a photograph."),
        (
            "library-left-out",
            "Left out: /l/0.pdf: larger than 20 MB; /l/1.pdf: larger than 20 MB; /l/2.pdf: larger than 20 MB;"
            " and 2 more.",
        ),
    ]


def test_documents_that_were_cut_are_named() -> None:
    assert notices(IndexCounts(documents=1, cut=("/l/long.txt",))) == [
        ("library-cut", "Too long, so that only the beginning is used: /l/long.txt.")
    ]


def test_when_nothing_was_read_the_first_reasons_are_given() -> None:
    counts = IndexCounts(unreadable=many(1, "it holds no text"), skipped=many(1, "larger than 20 MB"))
    assert nothing_read(["/l", "/m"], counts).title == (
        "No document could be read in /l, /m: /l/0.pdf: it holds no text; /l/0.pdf: larger than 20 MB."
    )


def test_a_folder_without_documents_is_told_what_kinds_are_read() -> None:
    error = nothing_read(["/l"], IndexCounts())
    assert "holds none of a kind Dossier reads" in error.title
    assert "PDF" in error.advice


@pytest.mark.parametrize(
    ("total", "done", "after_s", "due"),
    [
        (FEW_DOCUMENTS, 1, 0.0, True),
        (1000, 1, 0.0, False),
        (1000, 1, INTERVAL_S, True),
        (1000, FEW_DOCUMENTS, 0.0, True),
        (1000, FEW_DOCUMENTS + 1, INTERVAL_S / 2, False),
    ],
)
def test_the_pace_of_progress(total: int, done: int, after_s: float, due: bool) -> None:
    now = [100.0]
    pace = Pace(lambda: now[0])
    now[0] += after_s
    progress = IndexProgress(done=done, total=total, path="")
    assert pace.is_due(progress) is due
    assert pace.is_due(IndexProgress(done=FEW_DOCUMENTS + 1, total=1000, path="")) is (
        after_s >= INTERVAL_S and not due
    )
