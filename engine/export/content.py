"""A finished report taken apart for printing: the same parts for every format that sets pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from engine.evidence.references import copies_words
from engine.evidence.report import split_report
from engine.export.rendering import headings, tree
from engine.snapshot import RunSnapshot
from engine.values import Audit, Source

UNTITLED = "Report"


@dataclass(frozen=True)
class ReportContent:
    """A report's parts.

    Attributes:
        title: words of the first heading, without citation marks.
        language: BCP 47, "" when unknown.
        body: markdown tokens, title heading included; citations and shortfalls are tokens of their own.
        cited: sources in the order of their printed numbers.
        sources: cited ones first, then the others.
        audit_section: markdown tokens of the section that tells the audit.
    """

    title: str
    language: str
    body: list[Token]
    cited: tuple[Source, ...]
    sources: tuple[Source, ...]
    audit: Audit
    audit_section: list[Token]
    ended_at: float = 0.0  # seconds since the epoch

    @property
    def copies(self) -> str:
        """Which cited sources print one text, in a line; "" when none do."""
        return copies_words(self.cited)

    @property
    def files(self) -> frozenset[str]:
        """Addresses of documents of the library: the only file: addresses that may be links."""
        return files_of(self.sources)


def files_of(sources: Sequence[Source]) -> frozenset[str]:
    """Return the addresses of sources that are documents of the library."""
    return frozenset(source.url for source in sources if source.url.startswith("file:"))


def content_of(snapshot: RunSnapshot) -> ReportContent:
    """Return the parts of a run's finished report."""
    audit = snapshot.report.audit or Audit()
    made = report_content(snapshot.report.markdown, snapshot.sources, audit, snapshot.options.language)
    return ReportContent(**{**made.__dict__, "ended_at": snapshot.ended_at or 0.0})


def report_content(markdown: str, sources: Sequence[Source], audit: Audit, language: str = "") -> ReportContent:
    """Return the parts of a finished report.

    Args:
        markdown: As `finish_report` made it.
        sources: Cited ones first, in the order of their numbers.
        audit: Of the same report.
        language: BCP 47 of the report, "" when unknown.
    """
    parts = split_report(markdown)
    files = files_of(sources)
    body = tree(parts.body, files)
    title = next((heading.text for heading in headings(body) if heading.level == 1), UNTITLED)
    last = max((check.number for check in audit.checks), default=0) if parts.references else 0
    return ReportContent(
        title=title,
        language=language,
        body=body,
        cited=tuple(sources[:last]),
        sources=tuple(sources),
        audit=audit,
        audit_section=tree(parts.audit) if parts.audit else [],
    )
