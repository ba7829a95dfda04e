"""What a citation stands for: its source, its quote, and what was found; and how that is worded."""

from __future__ import annotations

from dataclasses import dataclass

from engine.snapshot import RunSnapshot
from engine.values import Audit, Quote, QuoteStatus, Source
from resources.translation import mark, tr, trn
from widgets.phrases import Face

WARN_FROM = 0.05  # this share of citations whose quote was not found

STATUS_FACES: dict[QuoteStatus, Face] = {
    "found": Face(mark("Verified"), "verified", "ok", "okSoft"),
    "found_folded": Face(mark("Verified"), "verified", "ok", "okSoft"),
    "not_found": Face(mark("Not in the stored page"), "not-found", "warn", "warnSoft"),
    "not_checked": Face(mark("Not checked"), "unchecked", "text3", "hover"),
}

STATUS_SENTENCES: dict[QuoteStatus, str] = {
    "found": mark("This quote stands in the stored text, word for word"),
    "found_folded": mark("This quote stands in the stored text; only spacing, dashes or quote marks differ"),
    "not_found": mark("This quote is not in the stored page"),
    "not_checked": mark("Not checked"),
}


@dataclass(frozen=True)
class CitationNote:
    """A citation's source and, when it names one, its quote."""

    key: str
    number: str
    source: Source
    quote: Quote | None

    @property
    def status(self) -> QuoteStatus:
        """What was found for it."""
        return self.quote.status if self.quote else source_status(self.source)


def source_status(source: Source) -> QuoteStatus:
    """Return the weakest status of a source's quotes."""
    statuses = {quote.status for quote in source.quotes}
    order: tuple[QuoteStatus, ...] = ("not_found", "not_checked", "found_folded", "found")
    return next((status for status in order if status in statuses), "not_checked")


def is_found(quote: Quote) -> bool:
    """Return whether a quote stands in its source."""
    return quote.status in ("found", "found_folded")


def numbers(run: RunSnapshot) -> dict[str, str]:
    """Return the printed number of each source; before the report numbers them, that of its id."""
    printed = {source.id: source.id.removeprefix("S") for source in run.sources}
    if run.report.audit is not None and run.report.audit.checks:
        printed = {source.id: "–" for source in run.sources}
        printed.update({check.source: str(check.number) for check in run.report.audit.checks})
    return printed


def citation_notes(run: RunSnapshot) -> dict[str, CitationNote]:
    """Return a note for every source id ("S3") and quote id ("S3.2")."""
    found: dict[str, CitationNote] = {}
    printed = numbers(run)
    for source in run.sources:
        number = printed[source.id]
        found[source.id] = CitationNote(source.id, number, source, source.quotes[0] if source.quotes else None)
        for quote in source.quotes:
            found[quote.id] = CitationNote(quote.id, number, source, quote)
    return found


def audit_face(audit: Audit, *, offline: bool) -> Face:
    """Return the audit's badge; it speaks of quotes found and never of claims verified."""
    found = audit.found + audit.found_folded
    quotes = trn("{found} of {n} quote found", "{found} of {n} quotes found", audit.citations, found=found)
    if audit.is_fallback:
        return Face(tr("Quotes only: the writer failed"), "quote", "text2", "hover")
    if offline:
        return Face(tr("Quotes only · {quotes}", quotes=quotes), "quote", "text2", "hover")
    figures = audit.figures_unmatched
    if figures:
        told = trn("{n} figure not in the quote", "{n} figures not in the quote", figures)
        quotes = tr("{quotes}, {figures}", quotes=quotes, figures=told)
    beyond = audit.partly_supported + audit.not_supported
    if beyond:
        told = trn("{n} sentence goes further than its quote", "{n} sentences go further than their quote", beyond)
        quotes = tr("{quotes}, {figures}", quotes=quotes, figures=told)
    if found == audit.citations and not figures and not beyond:
        return Face(quotes, "verified", "ok", "okSoft")
    if audit.citations and audit.not_found / audit.citations >= WARN_FROM:
        return Face(quotes, "not-found", "warn", "warnSoft")
    return Face(quotes, "verified", "text2", "hover")
