"""Sentences are cut where people would cut them, whatever stands between the full stops."""

from __future__ import annotations

import time

import pytest

from researcher_container.researcher import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One job runs. Another waits.", ["One job runs.", "Another waits."]),
        ("Use a lock, e.g. a file, for this. It helps.", ["Use a lock, e.g. a file, for this.", "It helps."]),
        ("Version 3.11 is out. See setup.py first.", ["Version 3.11 is out.", "See setup.py first."]),
        (
            "It calls queue.put() first. lantern.run() follows.",
            ["It calls queue.put() first.", "lantern.run() follows."],
        ),
        ("Dr. Smith and J. Doe wrote it. We read it.", ["Dr. Smith and J. Doe wrote it.", "We read it."]),
        ("Files, pipes, etc. Sockets differ.", ["Files, pipes, etc.", "Sockets differ."]),
        ("Files, pipes, etc. are closed.", ["Files, pipes, etc. are closed."]),
        ('He said "stop." Then it ended.', ['He said "stop."', "Then it ended."]),
        ("Is it done? Yes! Good.", ["Is it done?", "Yes!", "Good."]),
        ("Das gilt z.B. für Dateien. Mehr nicht.", ["Das gilt z.B. für Dateien.", "Mehr nicht."]),
        ("これは文です。次の文です。", ["これは文です。", "次の文です。"]),
        ("1. First do this. Then that.", ["1. First do this.", "Then that."]),
        ("no end mark", ["no end mark"]),
        ("   ", []),
    ],
)
def test_sentences_are_cut_at_their_ends(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentences.split(text)] == expected


@pytest.mark.parametrize("piece", ["A. ", "1. ", "Ab? ", "e.g. ", "..... "])
def test_a_page_of_full_stops_is_cut_in_linear_time(piece: str) -> None:
    started = time.process_time()
    sentences.split(piece * 100_000)
    assert time.process_time() - started < 4
