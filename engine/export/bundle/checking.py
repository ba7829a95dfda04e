"""Checking a bundle against itself: its data, its report and its texts must tell the same story."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

from engine.evidence.quotes import StoredText
from engine.export.bundle.reading import Bundle
from engine.export.run_json import run_data
from engine.fold import Fold
from engine.snapshot import RunSnapshot
from engine.values import Audit, Source
from researcher_container.contract import Document


def contradictions_in(bundle: Bundle) -> list[str]:
    """Return in words what in a bundle does not fit together; empty when all of it does.

    Quotes are looked for again in the stored texts that came along; the audit is counted again from its citations.
    Blocks, for a worker thread.
    """
    snapshot = Fold().apply_all(bundle.entries).snapshot(interrupted=True)
    found: list[str] = []
    if not _agree(run_data(snapshot), bundle.run):
        found.append("its data is not what its journal tells")
    if bundle.report.rstrip() != snapshot.report.markdown.encode("utf-8", errors="replace").decode().rstrip():
        found.append("its report is not the one its journal tells")
    if not all(_keeps_its_name(key, text) for key, text in bundle.texts.items()):
        found.append("a stored text is not the one its name says")
    found += _quotes(snapshot, bundle)
    found += _audit(snapshot)
    return found


def _agree(ours: Any, theirs: Any) -> bool:
    """Say whether two pieces of data agree in all that both have: a later Dossier may tell more of a run."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return all(_agree(ours[name], theirs[name]) for name in ours.keys() & theirs.keys())
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_agree, ours, theirs))
    return bool(ours == theirs)


def _keeps_its_name(key: str, text: Document) -> bool:
    return hashlib.sha256(text.model_dump_json(exclude_defaults=True).encode()).hexdigest() == key


def _quotes(snapshot: RunSnapshot, bundle: Bundle) -> list[str]:
    wrong = sum(_wrong_quotes(source, bundle) for source in snapshot.sources)
    if not wrong:
        return []
    quotes = "one quote is" if wrong == 1 else f"{wrong} quotes are"
    return [f"{quotes} said to be found and {'does' if wrong == 1 else 'do'} not stand in the stored text"]


def _wrong_quotes(source: Source, bundle: Bundle) -> int:
    document = bundle.texts.get(source.text_sha256)
    if document is None:
        return 0
    text = StoredText.of(document)
    told = [quote for quote in source.quotes if quote.status in ("found", "found_folded") and quote.start is not None]
    return sum(text.check(quote.text).status not in ("found", "found_folded") for quote in told)


def _audit(snapshot: RunSnapshot) -> list[str]:
    audit = snapshot.report.audit or Audit()
    statuses = Counter(check.status for check in audit.checks)
    counted = (len(audit.checks), *(statuses[name] for name in ("found", "found_folded", "not_found", "not_checked")))
    told = (audit.citations, audit.found, audit.found_folded, audit.not_found, audit.not_checked)
    quotes = {quote.id: quote for source in snapshot.sources for quote in source.quotes}
    is_bettered = any(
        check.status in ("found", "found_folded") and name in quotes and quotes[name].status == "not_found"
        for check in audit.checks
        for name in check.quotes
    )
    figures = sum(len(check.figures) for check in audit.checks)
    if counted != told or is_bettered or figures != audit.figures_unmatched:
        return ["its audit does not count what its citations say"]
    return []
