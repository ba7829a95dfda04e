"""The audit of a report that was counted by hand, figure by figure."""

from __future__ import annotations

import pytest

from engine.evidence.audit_words import badge
from engine.evidence.report import finish_report
from engine.values import Audit
from tests.evidence.samples import dossier, source

TIDES_TEXT = (
    "The spring tide at Alder reaches 4.5 m. It was measured on 5 March 2019.\n\nThe neap tide is 1.2 metres."
)
SURVEY_TEXT = "A survey of twelve harbours agrees in all but two cases. The gauge is well-known."

SOURCES = (
    source(
        1,
        "https://tides.example/alder",
        "The spring tide at Alder reaches 4.5 m.",  # S1.1 found
        "It was measured on 5 March 2019.",  # S1.2 found
        "The neap tide is 9.9 metres.",  # S1.3 not found
        text=TIDES_TEXT,
    ),
    source(
        2,
        "https://survey.example/2019?id=7",
        "A survey of twelve harbours agrees in all but two cases.",  # S2.1 found
        "The gauge is well–known.",  # S2.2 found, folded
        text=SURVEY_TEXT,
    ),
    source(3, "https://hosted.example/", "The quay floods twice a year.").model_copy(
        update={"origin": "hosted", "quotes": ()}
    ),
    source(4, "https://never.example/", "Nobody cites this."),
)

# The number behind each line is that of the sentence in the count below.
DRAFT = """\
# How high is the tide in 2019?

*Written for a test; this line is a note.*

## Summary

The spring tide at Alder reaches 4.5 m [S1.1]. It reached 4.6 m on 5 March 2019 [S1.1, S1.2].
The neap tide is 9.9 metres [S1.3]. Twelve harbours were surveyed [S2]. The gauge is well known [S2.2].

Nobody measured the current. Is that a gap? The following is known:

- The quay floods twice a year [S3].
- Demand doubled, says [a study](https://study.example/x).
- The moon pulls [S9].

| Tide | Height in m |
|------|-------------|
| spring | 4.5 [S1.1] |
| neap | 1.2 |

## Limitations

The winter was never measured.

## References

1. https://tides.example/alder
2. https://other.example/
"""


@pytest.fixture(scope="module")
def audit() -> Audit:
    return finish_report(DRAFT, dossier(*SOURCES)).audit


def test_citations_are_sentence_source_pairs(audit: Audit) -> None:
    # 1: S1. 2: S1 (two quotes, one pair). 3: S1. 4: S2. 5: S2. 8: S3. 11: S1.
    assert audit.citations == 7
    assert [(check.number, check.source, check.quotes) for check in audit.checks] == [
        (1, "S1", ("S1.1",)),
        (1, "S1", ("S1.1", "S1.2")),
        (1, "S1", ("S1.3",)),
        (2, "S2", ("S2.1",)),
        (2, "S2", ("S2.2",)),
        (3, "S3", ()),
        (1, "S1", ("S1.1",)),
    ]


def test_statuses(audit: Audit) -> None:
    # found: 1, 2, 4, 11. folded: 5. not found: 3. not checked: 8, which has no quote at all.
    assert (audit.found, audit.found_folded, audit.not_found, audit.not_checked) == (4, 1, 1, 1)
    assert audit.found + audit.found_folded + audit.not_found + audit.not_checked == audit.citations


def test_figures(audit: Audit) -> None:
    # 2: 4.6 m (the date stands in S1.2). 3: 9.9 metres, because a quote that is not found is no evidence.
    assert audit.figures_unmatched == 2
    assert [check.figures for check in audit.checks if check.figures] == [("4.6 m",), ("9.9 metres",)]


def test_statements(audit: Audit) -> None:
    # Statements: 1-5, 6 (the current), 8 (the quay), 9 (demand), 10 (the moon), 11 and 12 (two rows of the table).
    # None are: the title, the note, the question, the line that ends in a colon, the table's head, the limitations.
    assert audit.statements == 11
    assert audit.unsupported_statements == 4
    assert [text[:12] for text in audit.unsupported] == ["Nobody measu", "Demand doubl", "The moon pul", "neap · 1.2"]


def test_what_was_made_up(audit: Audit) -> None:
    assert audit.unknown_ids == ("S9",)
    assert audit.foreign_links == ("https://study.example/x", "https://other.example/")
    assert audit.removed_lists == 1
    assert audit.uncited == ("S4",)


def test_marks_in_reading_order(audit: Audit) -> None:
    assert audit.marks == ("S1.1", "S1.1", "S1.3", "S2.1", "S2.2", "S3", "S1.1")


def test_the_last_section_says_it_in_words() -> None:
    report = finish_report(DRAFT, dossier(*SOURCES))
    words = report.markdown.partition("## Audit\n")[2]
    for sentence in (
        "7 citations: quotes found 4 word for word and 1 but for spacing, dashes, quote marks or hyphenation, "
        "1 not found, 1 not checked.",
        "2 figures do not stand in the quotes of the sentence.",
        "11 statements, of which 4 have no citation.",
        "Cited, but no source of this report: S9.",
        "`https://study.example/x`",
        "1 source was gathered and not cited.",
        "That does not say that the claim is true.",
    ):
        assert sentence in words
    assert badge(report.audit) == "5 of 7 quotes found, 2 figures not in the quotes"


def test_a_report_without_citations() -> None:
    audit = finish_report("Only words without any source here.", dossier()).audit
    assert (audit.citations, audit.statements, audit.unsupported_statements) == (0, 1, 1)
