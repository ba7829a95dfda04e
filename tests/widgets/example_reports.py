"""Finished reports for widget tests and pictures, numbered and checked by the engine's own code."""

from __future__ import annotations

import example_runs as runs

from app.report_blocks import ReportBlocks
from engine.evidence.quotes import check_quotes
from engine.evidence.report import finish_report
from engine.snapshot import ReportView, RunSnapshot
from engine.values import Quote, ResearchDossier, Source

TEXTS = {
    "S1": "A service change is not required where the calculated load does not exceed 80 percent of the rating. "
    "Load management counts as a reduction of the calculated load.",
    "S3": "All sites were metered at one-minute intervals from November to April. Units were installed by local "
    "contractors without special instruction.\n\n4.3 Operation in severe cold\n\nBetween −8 and −12 °C the heat "
    "pumps met the whole load at 47 of 52 sites. Across all sites the seasonal mean COP below −18 °C was 1.74 (n = "
    "52), with backup active for 71 hours in the median house. Three sites ran on backup for more than 200 hours."
    "\n\nDefrost cycles took 3.1 % of running time on average and 6.4 % in the two coastal sites.",
}
QUOTES = {
    "S1": ("A service change is not required where the calculated load does not exceed 80 percent",
           "Load management counts as a reduction of the calculated load."),
    "S2": ("most homeowners pay between $2,500 and $4,500 for a 200-amp panel",),
    "S3": ("the seasonal mean COP below −18 °C was 1.74 (n = 52), with backup active for 71 hours",
           "Between −8 and −12 °C the heat pumps met the whole load at 47 of 52 sites.",
           "Three sites ran on backup for more than 900 hours."),
}  # fmt: skip
WORDS = (
    ("S1", "Residential service upgrades: when required", "https://city-permits.example/electrical"),
    ("S2", "Panel costs explained, 2025 edition", "https://panelguide.example/costs"),
    ("S3", "Cold-climate field trial, final report", "https://coldclimate-trials.example/report-2024"),
)

DRAFT = """# A heat pump for a 1950s house: what it takes

**In short.** A cold-climate unit carried the whole load at 47 of 52 sites between −8 and −12 °C. [S3.2] Below −18 °C
the seasonal mean COP was 1.74, with backup active for 71 hours. [S3.1]

## What the cold does to output

Between −8 and −12 °C the heat pumps met the whole load at 47 of 52 sites, and below −18 °C the mean COP was 1.74.
[S3.1][S3.2] Three sites ran on backup for more than 900 hours. [S3.3] The makers promise 60 % more. Compare units at
the temperature of the design day.

> the seasonal mean COP below −18 °C was 1.74 (n = 52), with backup active for 71 hours [S3.1]

## The electrical panel

A service change is not required where the calculated load does not exceed 80 percent. [S1.1] Load management counts
as a reduction of the calculated load, and it costs 95 % less. [S1.2] A new panel costs between $2,500 and
$4,500. [S2.1] See [the calculator](https://calculator.example/load) and the earlier study [S9].

### What to ask the installer

- Ask for the load calculation in writing.
- Ask what the panel holds now:
  - its rating
  - its free places

| Temperature | COP | Sites on backup |
|---|---:|---:|
| −8 °C | 2.4 | 5 |
| −18 °C | 1.7 | 52 |

## What remains open

Noise at night was not measured at any of the sites.
"""


def sources() -> tuple[Source, ...]:
    return tuple(
        Source(id=source_id, url=url, title=title, fetched_at=runs.START_S + 120, sha256=runs._sha(title),
               text_sha256=runs._sha(title) if source_id in TEXTS else "", quotes=_checked(source_id),
               refs=(f"q{source_id}",))
        for source_id, title, url in WORDS
    )  # fmt: skip


def _checked(source_id: str) -> tuple[Quote, ...]:
    words, text = QUOTES[source_id], TEXTS.get(source_id)
    if text is None:
        why = "the PDF holds pictures, no text"
        return tuple(Quote(id=f"{source_id}.{n}", text=one, why=why) for n, one in enumerate(words, 1))
    found = check_quotes(text, words)
    return tuple(
        Quote(id=f"{source_id}.{n}", text=one, **check.model_dump())
        for n, (one, check) in enumerate(zip(words, found, strict=True), 1)
    )


def audited(version: int = 1) -> RunSnapshot:
    """Return a finished run with the audit of its own report."""
    run = runs.finished()
    made = finish_report(DRAFT, ResearchDossier(topic=run.topic, wave=2, findings=(), sources=sources()))
    report = ReportView(version=version, markdown=made.markdown, audit=made.audit)
    return run.model_copy(update={"report": report, "sources": made.sources, "versions": version, "run_id": "run-4"})


def blocks(run: RunSnapshot) -> tuple[str, ...]:
    """Return a run's report as the window's pane gets it."""
    return ReportBlocks().blocks(run)
