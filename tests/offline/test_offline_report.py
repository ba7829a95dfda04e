"""The whole offline run on our own documents: review, report, and what the audit says of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.agents.offline.reviewer import OfflineReviewer
from engine.agents.offline.voice import NO_TRANSLATION, OFFLINE_LINE
from engine.agents.offline.writer import NOTHING, OfflineWriter, report
from engine.agents.port import ReviewTask, WriteTask
from engine.errors import Trouble
from engine.evidence.report import finish_report
from engine.library.port import Library
from engine.values import Finding, ResearchDossier, RunOptions
from tests.offline.pipeline import Outcome, run

TOPIC = "How does Lantern handle retries and timeouts of jobs?"


@pytest.fixture
async def outcome(library: Library, tmp_path: Path) -> Outcome:
    return await run(TOPIC, library, tmp_path / "stored")


def quotes_of(markdown: str) -> list[str]:
    return re.findall(r"^> “(.+)” \[S\d+\.\d+\]$", markdown, re.M)


def test_the_report_has_its_parts_in_order(outcome: Outcome) -> None:
    assert re.findall(r"^#{1,2} .+$", outcome.report, re.M) == [
        f"# {TOPIC}", "## Executive summary", "## Findings", "## Limitations", "## Conclusion",
    ]  # fmt: skip
    assert OFFLINE_LINE in outcome.report.split("## Executive summary")[0]


def test_the_first_hundred_words_ask_and_answer(outcome: Outcome) -> None:
    start = " ".join(outcome.report.split()[:100])
    assert start.count(TOPIC) == 2
    assert "> “" in start


def test_no_quote_stands_twice_and_none_in_long_rows(outcome: Outcome) -> None:
    quotes = quotes_of(outcome.report)
    assert len(quotes) >= 5
    assert len(set(quotes)) == len(quotes)
    row = 0
    for line in filter(None, outcome.report.splitlines()):
        row = row + 1 if line.startswith("> ") else 0
        assert row <= 2


def test_every_quote_is_found_and_the_audit_is_clean(outcome: Outcome) -> None:
    audit = finish_report(outcome.report, outcome.dossier, RunOptions()).audit
    assert audit.citations == audit.found == len(quotes_of(outcome.report))
    assert audit.unsupported == ()
    assert audit.unknown_ids == ()
    assert audit.figures_unmatched == 0


async def test_the_same_dossier_gives_the_same_report(outcome: Outcome) -> None:
    task = WriteTask(dossier=outcome.dossier, decision=outcome.decisions[-1], options=RunOptions())
    pieces = [piece async for piece in OfflineWriter().write(task, lambda event: None)]
    assert len(pieces) > 5
    assert "".join(pieces) == outcome.report


async def test_another_language_is_refused_in_one_sentence(outcome: Outcome) -> None:
    task = WriteTask(dossier=outcome.dossier, decision=outcome.decisions[-1], options=RunOptions(language="fr"))
    assert NO_TRANSLATION.format(language="fr") in "".join(report(task))


async def test_nothing_known_is_said_plainly(library: Library, tmp_path: Path) -> None:
    outcome = await run("How do purple giraffes play chess?", library, tmp_path / "stored")
    assert outcome.decisions[-1].status == "approved"
    assert outcome.decisions[-1].with_gaps
    assert NOTHING in outcome.report
    assert "giraffes" in outcome.report.split("## Limitations")[1]
    assert quotes_of(outcome.report) == []


async def test_quotes_that_were_not_found_are_named_but_not_used(outcome: Outcome) -> None:
    sources = tuple(
        source.model_copy(
            update={"quotes": tuple(quote.model_copy(update={"status": "not_found"}) for quote in source.quotes)}
        )
        for source in outcome.dossier.sources
    )
    dossier = outcome.dossier.model_copy(update={"sources": sources})
    written = "".join(report(WriteTask(dossier=dossier, decision=outcome.decisions[-1], options=RunOptions())))
    assert quotes_of(written) == []
    assert "not found word for word" in written


def review_task(dossier: ResearchDossier, remaining: int, asked: tuple[str, ...] = ()) -> ReviewTask:
    return ReviewTask(dossier=dossier, options=RunOptions(), remaining_waves=remaining, asked=asked)


def thin(outcome: Outcome) -> ResearchDossier:
    failed = Trouble(kind="killed", title="The sandbox ended.")
    findings = tuple(
        finding.model_copy(update={"error": failed, "sources": (), "answer": "", "confidence": None})
        for finding in outcome.dossier.findings[1:]
    )
    return outcome.dossier.model_copy(update={"findings": (outcome.dossier.findings[0], *findings)})


async def test_good_coverage_is_approved_with_figures(outcome: Outcome) -> None:
    assert outcome.decisions[-1].status == "approved"
    assert re.match(
        r"\d of \d questions answered, \d+ quotes from \d documents?, mean", outcome.decisions[-1].rationale
    )


async def test_thin_coverage_asks_what_was_not_asked(library: Library, outcome: Outcome) -> None:
    asked = tuple(finding.question for finding in outcome.dossier.findings)
    decision = await OfflineReviewer(library).review(review_task(thin(outcome), 1, asked), lambda event: None)
    assert decision.status == "needs_more_research"
    assert 2 <= len(decision.follow_up_questions) <= 4
    assert not set(decision.follow_up_questions) & set(asked)


async def test_without_a_wave_thin_coverage_is_approved_with_gaps(library: Library, outcome: Outcome) -> None:
    decision = await OfflineReviewer(library).review(review_task(thin(outcome), 0), lambda event: None)
    assert (decision.status, decision.by, decision.with_gaps) == ("approved", "limit", True)
    assert "Thin:" in decision.rationale


async def test_failed_researchers_are_named(outcome: Outcome) -> None:
    task = WriteTask(dossier=thin(outcome), decision=outcome.decisions[-1], options=RunOptions())
    limits = "".join(report(task)).split("## Limitations")[1]
    assert limits.count("failed: The sandbox ended.") == len(outcome.dossier.findings) - 1


async def test_an_empty_dossier_is_survived() -> None:
    finding = Finding(
        wave=1, researcher=1, question="What is Lantern?", error=Trouble(kind="time", title="Too slow.")
    )
    dossier = ResearchDossier(topic="Lantern", wave=1, findings=(finding,), sources=())
    decision = await OfflineReviewer(None).review(review_task(dossier, 1), lambda event: None)
    assert decision.status == "approved"
    text = "".join(report(WriteTask(dossier=dossier, decision=decision, options=RunOptions())))
    assert NOTHING not in text
    assert "every researcher failed. Too slow." in text.split("## Findings")[0]
