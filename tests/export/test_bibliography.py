"""Sources for programs that keep references: every character whole, every field where its format has it."""

from __future__ import annotations

import json
import re

import pytest

from engine.errors import InputError
from engine.export.bibliography.bibtex import bibtex_entry
from engine.export.bibliography.csl import csl, csl_item
from engine.export.bibliography.entries import Entry, date_of, entries_of
from engine.export.bibliography.ris import ris_entry
from engine.snapshot import RunSnapshot
from tests.evidence.samples import source

PAGE = source(
    3, "https://tides.example/a_b?x={1}&utm_source=openai", title="Tides & {Braces} 100 % \u202eof_water\n#1",
    author="Ana Núñez; Harbour Board and Co", site="Tides", date="2019-03-05T10:00:00Z", fetched_at=1_700_000_000.0,
)  # fmt: skip
FILE = source(4, "file:///docs/old%20quay.html")


def both() -> tuple[Entry, Entry]:
    page, file = entries_of([PAGE, FILE])
    return page, file


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2019-03-05T10:00Z", (2019, 3, 5)), ("2019/3", (2019, 3)), ("in 2019", (2019,)), ("", ()), ("soon", ()),
        ("2019-13-40", (2019,)), ("12345", ()), ("5 March 2019", (2019,)),
    ],
)  # fmt: skip
def test_dates_are_as_exact_as_they_are_given(text: str, date: tuple[int, ...]) -> None:
    assert date_of(text) == date


def test_keys_are_plain_and_differ() -> None:
    page, file = both()
    assert page.key == "ananunezharbourboardandc2019s3"
    assert re.fullmatch(r"[a-z0-9]+", file.key)
    assert len({entry.key for entry in entries_of([PAGE, PAGE.model_copy(update={"id": "S5"})])}) == 2


def test_bibtex_is_balanced_and_escaped() -> None:
    text = bibtex_entry(both()[0])
    assert text.startswith("@online{ananunezharbourboardandc2019s3,\n")
    assert r"title = {{Tides \& \{Braces\} 100 \% of\_water \#1}}," in text
    assert "author = {{Ana Núñez} and {Harbour Board} and {Co}}," in text
    assert "url = {https://tides.example/a_b?x=%7B1%7D}," in text
    assert "date = {2019-03-05}," in text
    assert "urldate = {2023-11-14}," in text
    bare = re.sub(r"\\[{}]", "", text)
    assert bare.count("{") == bare.count("}")
    assert bibtex_entry(both()[1]).startswith("@misc{")


def test_ris_has_its_lines() -> None:
    lines = ris_entry(both()[0]).split("\r\n")
    assert lines[0] == "TY  - ELEC"
    assert lines[-2:] == ["ER  - ", ""]
    assert "DA  - 2019/03/05/" in lines
    assert [line for line in lines if line.startswith("AU")] == [
        "AU  - Ana Núñez", "AU  - Harbour Board", "AU  - Co",
    ]  # fmt: skip
    assert all(re.match(r"[A-Z][A-Z0-9]  - ", line) for line in lines[:-1])
    assert ris_entry(both()[1]).startswith("TY  - GEN")


def test_csl_says_only_what_is_known() -> None:
    page, file = (csl_item(entry) for entry in both())
    assert page["issued"] == {"date-parts": [[2019, 3, 5]]}
    assert page["author"][0] == {"literal": "Ana Núñez"}
    assert set(file) == {"id", "type", "title", "URL", "note"}


def test_a_run_has_them_in_order_or_says_that_there_are_none() -> None:
    run = RunSnapshot(run_id="r", topic="t", sources=(PAGE, FILE))
    assert [item["note"] for item in json.loads(csl(run))] == ["Source S3", "Source S4"]
    with pytest.raises(InputError):
        csl(RunSnapshot(run_id="r", topic="t"))
