"""`run.json`, schema 1: a whole run as data."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from engine.errors import Trouble
from engine.evidence.sources import number_sources, with_ids
from engine.incomplete import incomplete_draft
from engine.snapshot import ENDED, ResearcherView, RunSnapshot
from engine.values import Audit, Finding, Quote, Source, TokenUse
from researcher_container.contract import Document

SCHEMA = 1
NOT_COLLECTED = "The run ended before its quotes were checked."


class _NoTexts:
    """Stands for the stored texts where quotes are not to be checked again."""

    def document(self, key: str) -> Document | None:
        return None


def run_json(snapshot: RunSnapshot) -> str:
    """Return a run as JSON text."""
    return json.dumps(run_data(snapshot), ensure_ascii=False, indent=2) + "\n"


def run_data(snapshot: RunSnapshot) -> dict[str, Any]:
    """Return a run as plain data; keys beside schema 1's are additions."""
    findings = [view.finding for view in _views(snapshot) if view.finding is not None]
    sources = _all_sources(snapshot, findings)
    ids = {ref.casefold(): source.id for source in sources for ref in source.refs}
    return {
        "schema": SCHEMA,
        "id": snapshot.run_id,
        "topic": snapshot.topic,
        "state": snapshot.state if snapshot.state in ENDED else "interrupted",
        "error": _sentence(snapshot.error),
        "mode": snapshot.options.mode,
        "depth": snapshot.options.depth,
        "language": snapshot.options.language,
        "sandbox": snapshot.sandbox,
        "started_at": _moment(snapshot.started_at),
        "ended_at": _moment(snapshot.ended_at),
        "report_version": snapshot.report.version,
        "incomplete_draft": incomplete_draft(snapshot) or None,
        "waves": [_wave(snapshot, number) for number in range(len(snapshot.waves))],
        "findings": [_finding(finding, ids) for finding in findings],
        "sources": [_source(source) for source in sources],
        "audit": audit_data(snapshot.report.audit or Audit()),
        "broker": _broker(snapshot),
        "usage": {
            **_use(snapshot.usage),
            "by_role": {role: _use(use) for role, use in snapshot.usage_by_role},
            "by_researcher": {f"{view.wave}.{view.researcher}": _use(view.usage) for view in _views(snapshot)},
        },
        "limit_reached": snapshot.limit_reached or None,
        "timings": _timings(snapshot),
    }


def audit_data(audit: Audit) -> dict[str, Any]:
    """Return an audit as data; `found` counts folded ones too, so that the three add up to `citations`."""
    return {
        "citations": audit.citations,
        "found": audit.found + audit.found_folded,
        "found_folded": audit.found_folded,
        "not_found": audit.not_found,
        "not_checked": audit.not_checked,
        "figures_unmatched": audit.figures_unmatched,
        "unknown_ids": list(audit.unknown_ids),
        "foreign_links": list(audit.foreign_links),
        "statements": audit.statements,
        "unsupported_statements": audit.unsupported_statements,
        "uncited_sources": list(audit.uncited),
        "removed_lists": audit.removed_lists,
        "is_fallback": audit.is_fallback,
        "support_asked": audit.support_asked,
        "partly_supported": audit.partly_supported,
        "not_supported": audit.not_supported,
        "unquoted": audit.unquoted,
        "renamed_headings": list(audit.renamed_headings),
        "themes": [theme.model_dump(mode="json") for theme in audit.themes],
        "checks": [check.model_dump(mode="json") for check in audit.checks],
    }


def _views(snapshot: RunSnapshot) -> list[ResearcherView]:
    return [view for wave in snapshot.waves for view in wave.researchers]


def _all_sources(snapshot: RunSnapshot, findings: list[Finding]) -> list[Source]:
    """Return the collected sources by id, and those of a wave that was never closed behind them."""
    collected = sorted(snapshot.sources, key=lambda source: int(source.id.removeprefix("S")))
    known = {ref for source in collected for ref in source.refs}
    if all(gathered.ref in known for finding in findings for gathered in finding.sources):
        return collected
    # Ids follow the order of the findings, so what was collected keeps the ids it has.
    everything, _ = number_sources(findings, _NoTexts())
    unchecked = [source for source in everything if source.id not in {known.id for known in collected}]
    return collected + [
        source.model_copy(update={"quotes": tuple(_unchecked(quote) for quote in source.quotes)})
        for source in unchecked
    ]


def _unchecked(quote: Quote) -> Quote:
    return quote.model_copy(update={"status": "not_checked", "why": NOT_COLLECTED})


def _wave(snapshot: RunSnapshot, index: int) -> dict[str, Any]:
    wave = snapshot.waves[index]
    decision = wave.decision
    return {
        "wave": wave.wave,
        "questions": list(wave.questions),
        "decision": None
        if decision is None
        else {
            "status": decision.status,
            "rationale": decision.rationale,
            "follow_up_questions": list(decision.follow_up_questions),
            "by": decision.by,
            "with_gaps": decision.with_gaps,
            "contradictions": [one.model_dump(mode="json") for one in decision.contradictions],
        },
    }


def _finding(finding: Finding, ids: dict[str, str]) -> dict[str, Any]:
    cited = (ids.get(source.ref.casefold()) for source in finding.sources)
    return {
        "wave": finding.wave,
        "researcher": finding.researcher,
        "question": finding.question,
        "answer": with_ids(finding.answer, ids),
        "confidence": finding.confidence,
        "error": _sentence(finding.error),
        "sources": list(dict.fromkeys(source_id for source_id in cited if source_id)),
        "gaps": list(finding.gaps),
        "attempt": finding.attempt,
    }


def _source(source: Source) -> dict[str, Any]:
    return {
        "id": source.id,
        "url": source.url,
        "title": source.title,
        "site": source.site,
        "author": source.author,
        "date": source.date,
        "origin": source.origin,
        "fetched_at": _moment(source.fetched_at),
        "sha256": source.sha256,
        "text_sha256": source.text_sha256,
        "same_text_as": source.same_text_as or None,
        "quotes": [quote.model_dump(mode="json") for quote in source.quotes],
    }


def _broker(snapshot: RunSnapshot) -> dict[str, Any]:
    names = ("researcher", "call", "target", "why")
    return {
        "allowed": snapshot.allowed_calls,
        "refused": [dict(zip(names, refusal, strict=True)) for refusal in snapshot.refusals],
    }


def _use(use: TokenUse) -> dict[str, Any]:
    return {
        "calls": use.calls,
        "input_tokens": use.input_tokens,
        "output_tokens": use.output_tokens,
        # Sums of prices end in digits that nobody pays.
        "cost_usd": None if use.cost_usd is None else round(use.cost_usd, 8),
        "estimated": use.estimated,
    }


def _timings(snapshot: RunSnapshot) -> dict[str, Any]:
    total = None
    if snapshot.ended_at is not None and snapshot.started_at:
        total = round(max(snapshot.ended_at - snapshot.started_at, 0.0), 3)
    researchers = [
        {"wave": view.wave, "researcher": view.researcher, "s": round(view.ended_at - view.started_at, 3)}
        for view in _views(snapshot)
        if view.started_at is not None and view.ended_at is not None
    ]
    return {"total_s": total, "researchers": researchers}


def _sentence(trouble: Trouble | None) -> str | None:
    return None if trouble is None else f"{trouble.title} {trouble.advice}".strip()


def _moment(seconds: float | None) -> str | None:
    """Return a time as ISO 8601 in UTC, None for one that never came."""
    if not seconds:
        return None
    return datetime.fromtimestamp(seconds, tz=UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
