"""The audit of a report: what its citations hold. Every formula stands in docs/evidence.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.evidence.citations import CitedReport, CitedSentence
from engine.evidence.figures import unmatched
from engine.values import Audit, CitationCheck, Quote, Source


def audited(report: CitedReport, sources: Sequence[Source]) -> Audit:
    """Count what was found in a report's citations."""
    quotes = {quote.id: quote for source in sources for quote in source.quotes}
    checks = [check for sentence in report.sentences for check in _with_figures(sentence, quotes)]
    statuses = Counter(check.status for check in checks)
    statements = [sentence for sentence in report.sentences if sentence.is_statement]
    unsupported = tuple(sentence.text for sentence in statements if not sentence.checks)
    return Audit(
        citations=len(checks),
        found=statuses["found"],
        found_folded=statuses["found_folded"],
        not_found=statuses["not_found"],
        not_checked=statuses["not_checked"],
        figures_unmatched=sum(len(check.figures) for check in checks),
        unknown_ids=report.unknown_ids,
        foreign_links=report.foreign_links,
        statements=len(statements),
        unsupported_statements=len(unsupported),
        unsupported=unsupported,
        uncited=tuple(source.id for source in sources if source.id not in report.order),
        removed_lists=report.removed_lists,
        checks=tuple(checks),
        marks=report.marks,
    )


def _with_figures(sentence: CitedSentence, quotes: dict[str, Quote]) -> list[CitationCheck]:
    """Note on a sentence's first citation the figures that none of its quotes holds."""
    if not sentence.checks:
        return []
    named = [quotes[name] for check in sentence.checks for name in check.quotes]
    # A quote that does not stand in its source is no evidence for a figure.
    held = [quote.text for quote in named if quote.status != "not_found"]
    first, *rest = sentence.checks
    return [first.model_copy(update={"figures": unmatched(sentence.text, held)}), *rest]
