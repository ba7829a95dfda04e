"""A citation as plain text: right for whatever a source tells about itself."""

from __future__ import annotations

from datetime import datetime

import pytest

from engine.values import GatheredSource, Source
from widgets.report.citation_line import citation_line

READ_AT = datetime(2025, 11, 30, 14, 4).timestamp()


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"author": "Ana Silva", "site": "Field Trials", "title": "Cold-climate report", "date": "2024-03-05"},
         "Ana Silva. “Cold-climate report.” Field Trials, 5 Mar 2024. https://t.example/r (accessed 30 Nov 2025)"),
        ({"site": "Field Trials", "title": "Cold-climate report", "date": "2024-03-05T10:00:00Z"},
         "Field Trials. “Cold-climate report.” 5 Mar 2024. https://t.example/r (accessed 30 Nov 2025)"),
        ({"title": "Who pays?", "date": "Spring 2023"},
         "t.example. “Who pays?” Spring 2023. https://t.example/r (accessed 30 Nov 2025)"),
        ({"title": "A title\n over two lines."},
         "t.example. “A title over two lines.” https://t.example/r (accessed 30 Nov 2025)"),
        ({}, "t.example. https://t.example/r (accessed 30 Nov 2025)"),
        ({"author": "A. B.", "title": "T", "site": "A. B."},
         "A. B. “T.” https://t.example/r (accessed 30 Nov 2025)"),
        ({"site": "T", "title": "T", "date": "2024"}, "T. 2024. https://t.example/r (accessed 30 Nov 2025)"),
    ],
)  # fmt: skip
def test_what_is_unknown_is_left_out(fields, expected):
    assert citation_line(Source(id="S1", url="https://t.example/r", fetched_at=READ_AT, **fields)) == expected


def test_a_document_of_the_library_is_cited_by_its_path():
    source = GatheredSource(
        ref="r1", url="file:///home/reader/my%20papers/trial.pdf", origin="library", title="Trial"
    )
    assert citation_line(source) == "“Trial.” /home/reader/my papers/trial.pdf"


def test_a_source_nobody_fetched_claims_no_date_of_access():
    source = GatheredSource(ref="r1", url="https://www.t.example/", origin="hosted", title="Trial")
    assert citation_line(source) == "t.example. “Trial.” https://www.t.example/"
