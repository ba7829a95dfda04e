"""The pages of reviewer and report writer: the dossier in, the verdict or the report out."""

from __future__ import annotations

from engine.snapshot import RunSnapshot, WaveView
from engine.values import Audit, ReviewDecision
from resources.translation import mark, tr, trn
from widgets.decisions.decisions import decision_face
from widgets.inspector.page_rows import Row, fact, heading, shown
from widgets.inspector.stage_rows import took_rows

_BY = {
    "reviewer": mark("by the reviewer"),
    "user": mark("by you"),
    "limit": mark("because no wave remained"),
}


def reviewer_rows(run: RunSnapshot, wave: WaveView, now_s: float) -> tuple[Row, ...]:
    """Return the reviewer's page: the dossier's figures in, decision, reason and follow-ups out."""
    rows = [heading("in", tr("What went in")), *dossier_facts(run, wave.wave)]
    rows += shown(fact("left", tr("Waves left"), str(max(0, run.options.max_waves - wave.wave))))
    rows.append(heading("out", tr("What came out")))
    decision = wave.decision
    if decision is None and wave.review_started:
        rows.append(Row("none", "text", tr("It reads the answers now.")))
    elif decision is None:
        rows.append(Row("none", "text", tr("It begins when all answers of the wave are in.")))
    else:
        rows += _verdict(run, wave, decision)
    return (*rows, *took_rows(run, [run.stage("reviewer", wave.wave)], now_s))


def _verdict(run: RunSnapshot, wave: WaveView, decision: ReviewDecision) -> list[Row]:
    rows = [Row("verdict", "face", tr(_BY[decision.by]), face=decision_face(decision)),
            Row("why", "rich", decision.rationale)]  # fmt: skip
    begun = {one.wave for one in run.waves}
    questions = decision.follow_up_questions
    if questions:
        rows.append(Row("follow-ups", "part", tr("Follow-up questions"), right=str(len(questions))))
    for place, question in enumerate(questions, 1):
        number = f"{wave.wave + 1}.{place}"
        key = f"researcher-{number}" if wave.wave + 1 in begun else ""
        rows.append(Row(f"follow-{place}", "item", question, number, key=key))
    rows.append(Row("open", "action", tr("Open Decisions"), key="tab:decisions"))
    return rows


def writer_rows(run: RunSnapshot, now_s: float) -> tuple[Row, ...]:
    """Return the report writer's page: the approved dossier in, the report's figures out."""
    last = next((wave for wave in reversed(run.waves) if wave.decision is not None), None)
    rows = [heading("in", tr("What went in"))]
    if last is None or last.decision is None or last.decision.status != "approved":
        rows.append(Row("waits", "text", tr("It begins when the reviewer approves a dossier.")))
    else:
        rows.append(Row("verdict", "face", tr(_BY[last.decision.by]), face=decision_face(last.decision)))
        rows += dossier_facts(run, last.wave)
    rows += _report(run)
    version = max(1, run.report.version)
    return (*rows, *took_rows(run, [run.stage("writer", version)], now_s))


def _report(run: RunSnapshot) -> tuple[Row, ...]:
    report = run.report
    is_growing = bool(report.draft) and run.state == "writing"
    words = len((report.draft if is_growing else report.markdown or report.draft).split())
    if not words:
        return (heading("out", tr("What came out")), Row("none", "text", tr("Nothing is written yet.")))
    audit = None if is_growing else report.audit
    name = tr("Words so far") if audit is None else tr("Words")
    rows = (
        fact("version", tr("Version"), str(report.version) if report.version > 1 else ""),
        fact("report-words", name, f"{words:,}"),
        *(_audit(audit) if audit else ()),
        Row("open", "action", tr("Open the report"), key="tab:report"),
    )
    return (heading("out", tr("What came out")), *shown(*rows))


def _audit(audit: Audit) -> tuple[Row, ...]:
    def some(number: int) -> str:
        return str(number) if number else ""

    found = tr("{found} of {all}", found=audit.found + audit.found_folded, all=audit.citations)
    return (
        fact("found", tr("Quotes found"), found),
        fact("not-found", tr("Not found"), some(audit.not_found)),
        fact("not-checked", tr("Not checked"), some(audit.not_checked)),
        fact("figures", tr("Figures not in the quote"), some(audit.figures_unmatched)),
        fact("unsupported", tr("Statements without a citation"), some(audit.unsupported_statements)),
        fact("unknown", tr("Unknown ids"), some(len(audit.unknown_ids))),
        fact("foreign", tr("Links kept as text"), some(len(audit.foreign_links))),
        fact("uncited", tr("Sources not cited"), some(len(audit.uncited))),
    )


def dossier_facts(run: RunSnapshot, wave: int) -> tuple[Row, ...]:
    """Return the figures of the dossier of the waves up to one."""
    views = [view for one in run.waves if one.wave <= wave for view in one.researchers]
    refs = {source.ref for view in views if view.finding for source in view.finding.sources}
    sources = [source for source in run.sources if refs.intersection(source.refs)]
    quotes = [quote for source in sources for quote in source.quotes]
    found = sum(quote.status in ("found", "found_folded") for quote in quotes)
    known = [view.finding.confidence for view in views if view.finding and view.finding.confidence is not None]
    answers = sum(view.state == "done" for view in views)
    return shown(
        fact("in-answers", tr("Answers"), tr("{got} of {all}", got=answers, all=len(views))),
        fact("in-sources", tr("Sources"), str(len(sources)) if sources else ""),
        fact("in-quotes", tr("Quotes found"), tr("{found} of {all}", found=found, all=len(quotes)) if quotes else ""),
        fact("in-confidence", tr("Confidence"), _span(known)),
        fact("in-waves", tr("Waves"), trn("{n} wave", "{n} waves", wave)),
    )


def _span(values: list[float]) -> str:
    if not values:
        return ""
    least, most = f"{min(values):.2f}", f"{max(values):.2f}"
    return least if least == most else tr("{least} to {most}", least=least, most=most)
