"""Markdown becomes plain words where nothing is set."""

from __future__ import annotations

import pytest

from widgets.text.plain_words import plain_words


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("Field data is missing.", "Field data is missing."),
        (
            "Two points are **thin**:\n\n- the panel cost rests on *one* source [S2]\n- `one winter` only [S3, S4]",
            "Two points are thin: the panel cost rests on one source; one winter only",
        ),
        (
            "## Gaps\n1. See [the page](https://a.example/x) first.\n2. Then __this__.",
            "Gaps; See the page first. Then this.",
        ),
        ("> 5 * 3 * 2 and snake_case_name stay, [2024] too.", "5 * 3 * 2 and snake_case_name stay, [2024] too."),
        ("It stands at ``a `tick` b``[r1].", "It stands at a `tick` b."),
        ("", ""),
    ],
)
def test_marks_go_and_words_stay(markdown: str, words: str) -> None:
    assert plain_words(markdown) == words
