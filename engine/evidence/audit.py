"""The audit of a report: what its citations hold. Every formula stands in docs/evidence.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.evidence.cited import CitedReport, CitedSentence
from engine.evidence.figures import unmatched
from engine.evidence.quotations import Witnesses
from engine.evidence.shortfalls import lacks_quote
from engine.evidence.support import Judgements, judged
from engine.evidence.themes import themes
from engine.values import Audit, CitationCheck, Source

INVENTED = "The words in quote marks do not stand in this source."


def checked_sentences(
    report: CitedReport, sources: Sequence[Source], witnesses: Witnesses, judgements: Judgements
) -> tuple[CitedSentence, ...]:
    """Return a report's sentences with everything that was found about their citations.

    Blocks while stored texts are read; call it from a worker thread.
    """
    by_id = {source.id: source for source in sources}
    return tuple(
        replace(sentence, checks=_with_finds(sentence, judged(sentence, judgements), by_id, witnesses))
        for sentence in report.sentences
    )


def audited(report: CitedReport, sentences: Sequence[CitedSentence], sources: Sequence[Source]) -> Audit:
    """Count what was found in a report's citations."""
    checks = [check for sentence in sentences for check in sentence.checks]
    statuses = Counter(check.status for check in checks)
    support = Counter(sentence.checks[0].support for sentence in sentences if sentence.checks)
    statements = [sentence for sentence in sentences if sentence.is_statement]
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
        support_asked=sum(check.support != "not_asked" for check in checks),
        partly_supported=support["partly"],
        not_supported=support["does_not"],
        unquoted=sum(lacks_quote(check) for check in checks),
        renamed_headings=report.renamed_headings,
        themes=themes(sentences, sources),
    )


def _with_finds(
    sentence: CitedSentence, checks: tuple[CitationCheck, ...], by_id: dict[str, Source], witnesses: Witnesses
) -> tuple[CitationCheck, ...]:
    """Note on a sentence's first citation the figures and quotations that none of its sources holds."""
    if not checks:
        return ()
    invented, checks, held = _quotations_looked_up(sentence, checks, by_id, witnesses)
    quotes = {quote.id: quote for check in checks for quote in by_id[check.source].quotes}
    named = [quotes[name] for check in checks for name in check.quotes]
    # A quote that does not stand in its source is no evidence for a figure.
    held += [quote.text for quote in named if quote.status != "not_found"]
    first, *rest = checks
    update: dict[str, object] = {"figures": unmatched(sentence.text, held)}
    if invented:
        update |= {"invented": invented, "status": "not_found", "why": INVENTED}
    return (first.model_copy(update=update), *rest)


def _quotations_looked_up(
    sentence: CitedSentence, checks: tuple[CitationCheck, ...], by_id: dict[str, Source], witnesses: Witnesses
) -> tuple[tuple[str, ...], tuple[CitationCheck, ...], list[str]]:
    """Look a sentence's quotations up in the sources it cites.

    Returns:
        The quotations that stand in none; its citations, found where the sentence itself holds the quote that a
        citation of a whole source lacks; and the quotations that stand in one.
    """
    invented: list[str] = []
    held: list[str] = []
    checks_now = list(checks)
    for quotation in sentence.quotations:
        stands = [witnesses.stands(quotation, by_id[check.source]) for check in checks_now]
        if not any(answer is not False for answer in stands):
            invented.append(quotation)
        if any(stands):
            held.append(quotation)
        for place, answer in enumerate(stands):
            if answer and lacks_quote(checks_now[place]):
                checks_now[place] = checks_now[place].model_copy(update={"status": "found", "why": ""})
    return tuple(invented), tuple(checks_now), held
