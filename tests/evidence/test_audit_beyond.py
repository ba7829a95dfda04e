"""A second report counted by hand: what goes beyond its quotes, quotations, witnesses, forged parts."""

from __future__ import annotations

import pytest

from engine.evidence.audit_words import badge
from engine.evidence.citations import number_citations
from engine.evidence.report import FinishedReport, finish_report
from engine.evidence.support import Judgement, claims
from engine.values import Audit
from researcher_container.contract import Block, Document
from tests.evidence.samples import dossier, source

GAUGE = "The gauge at Alder was moved in 1987. It is read every six minutes."
SOURCES = (
    source(1, "https://gauge.example/a", "The gauge at Alder was moved in 1987.", "It is read every six minutes.",
           text=GAUGE, text_sha256="a" * 64),
    source(2, "https://www.gauge.example/b", "Storms are not filtered out.", text="Storms are not filtered out."),
    source(3, "https://copy.example/", "The gauge at Alder was moved in 1987.", text=GAUGE, same_text_as="S1"),
    source(4, "https://other.example/", "The tide table is printed yearly."),
)  # fmt: skip


class Shelf:
    def document(self, key: str) -> Document | None:
        return Document(blocks=(Block(kind="paragraph", text=GAUGE),)) if key == "a" * 64 else None


# The number behind each line is that of the sentence in the count below.
DRAFT = """\
# The gauge at Alder

The gauge at Alder was moved in 1987 [S1.1].

## Moving

The gauge was moved in 1987 [S1.1][S3.1]. It was moved because of the harbour works [S1.1].
The keeper wrote that “nobody ever told us why it went” [S1.1]. The paper says “It is read every six minutes” [S1].

## Reading

It is read every nine minutes [S1.2]. Fishermen like it a lot [S2]. Storms are left in [S2.1].

## Printing

The tide table is printed yearly [S4.1]. Everybody buys one.

## Audit

Checked by hand.
"""
SAID = {
    "The gauge was moved in 1987.": Judgement(verdict="supports"),
    "It was moved because of the harbour works.": Judgement(verdict="partly", why="No reason is given."),
    "Storms are left in.": Judgement(verdict="does_not", why="It says that they are not filtered out."),
    "A sentence of another report.": Judgement(verdict="does_not"),
}


@pytest.fixture(scope="module")
def report() -> FinishedReport:
    return finish_report(DRAFT, dossier(*SOURCES), texts=Shelf(), judgements=SAID)


@pytest.fixture(scope="module")
def audit(report: FinishedReport) -> Audit:
    return report.audit


def test_citations_and_their_status(audit: Audit) -> None:
    # 1: S1. 2: S1, S3. 3: S1. 4: S1 (an invented quotation). 5: S1 (its own quotation). 6: S1. 7: S2 (no quote fits).
    # 8: S2. 9: S4.
    assert audit.citations == 10
    assert (audit.found, audit.found_folded, audit.not_found, audit.not_checked) == (8, 0, 1, 1)
    assert [check.sentence[:14] for check in audit.checks if check.invented] == ["The keeper wro"]
    assert audit.unquoted == 1


def test_support(audit: Audit) -> None:
    # Judged: 2 (two citations), 3 and 8.
    assert (audit.support_asked, audit.partly_supported, audit.not_supported) == (4, 1, 1)


def test_figures(audit: Audit) -> None:
    assert [check.figures for check in audit.checks if check.figures] == [("nine minutes",)]


def test_statements(audit: Audit) -> None:
    # 1 to 9, 10 (everybody), 11 (checked by hand, under the writer's own Audit).
    assert (audit.statements, audit.unsupported) == (11, ("Everybody buys one.", "Checked by hand."))
    assert audit.renamed_headings == ("Audit",)


def test_witnesses(audit: Audit) -> None:
    # Moving: S1 and its copy S3. Reading: S1 and S2 of one publisher.
    assert [(one.heading, one.sources, one.independent) for one in audit.themes] == [
        ("", 1, 1), ("Moving", 2, 1), ("Reading", 2, 1), ("Printing", 1, 1),
    ]  # fmt: skip


def test_words(report: FinishedReport) -> None:
    words = report.markdown.partition("\n## Audit\n")[2]
    for sentence in (
        "10 citations: quotes found 8 word for word, 1 not found, 1 not checked.",
        "1 sentence goes further than the quotes and 1 sentence is not what the quotes say.",
        "“It was moved because of the harbour works.” (No reason is given.)",
        "3 sections stand on a single independent source: “Moving”, “Reading”, “Printing”.",
        "parts called like those that only code writes, now marked: “Audit”.",
    ):
        assert sentence in words
    assert badge(report.audit) == "8 of 10 quotes found, 2 sentences beyond their quotes, 1 figure not in the quotes"
    assert "The same text, counted once: \\[1\\]\\[2\\]." in report.markdown


def test_only_what_stands_on_quotes_is_worth_asking_about() -> None:
    asked = claims(number_citations(DRAFT, SOURCES), SOURCES)
    assert {heading: len(found) for heading, found in asked.items()} == {
        "": 1, "Moving": 4, "Reading": 2, "Printing": 1,
    }  # fmt: skip
    assert asked["Moving"][0].quotes == ("The gauge at Alder was moved in 1987.",)
