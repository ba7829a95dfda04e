"""The figures of a researcher: one line at the top of its page, and the details at its end."""

from __future__ import annotations

from engine.snapshot import ENDED, ResearcherView, RunSnapshot
from resources.translation import tr, trn
from widgets import figures, phrases
from widgets.activity.run_lines import SANDBOX_WORDS
from widgets.inspector.page_rows import Row, fact, heading, shown

SHORT_ID_CHARS = 8


def figures_line(run: RunSnapshot, view: ResearcherView, now_s: float) -> str:
    """Return time, tokens, pages of its limit, sandbox and attempt in one line."""
    if not view.attempt and run.state not in ENDED:
        at_once = run.options.concurrency
        return trn("Waits for its turn: {n} researcher works at once.",
                   "Waits for its turn: {n} researchers work at once.", at_once)  # fmt: skip
    elapsed = phrases.elapsed_s(view, now_s)
    limit = run.options.plan.pages
    return figures.joined(
        "" if elapsed is None else phrases.minutes_seconds(elapsed),
        figures.all_tokens(view.usage),
        trn("{pages} of {n} page", "{pages} of {n} pages", limit, pages=view.pages) if view.attempt else "",
        tr("sandbox {id}", id=short_id(view.sandbox_id)) if view.sandbox_id else "",
        tr(SANDBOX_WORDS[view.sandbox]) if view.sandbox else "",
        tr("attempt {n}", n=view.attempt) if view.attempt > 1 else "",
    )


def detail_rows(run: RunSnapshot, view: ResearcherView, now_s: float) -> tuple[Row, ...]:
    """Return everything known about a researcher's work, by name."""
    elapsed = phrases.elapsed_s(view, now_s)
    offline = tr("None: the code selects and quotes") if run.options.mode == "offline" else ""
    limit = tr("{pages} of {n}", pages=view.pages, n=run.options.plan.pages)
    rows = shown(
        fact("sandbox", tr("Sandbox"), view.sandbox_id),
        fact("kind", tr("Isolation"), tr(SANDBOX_WORDS[view.sandbox]) if view.sandbox else ""),
        fact("attempt", tr("Attempt"), str(view.attempt) if view.attempt else ""),
        fact("model", tr("Model"), view.model or offline),
        fact("calls", tr("Calls"), str(view.usage.calls) if view.usage.calls else ""),
        fact("tokens", tr("Tokens"), figures.tokens(view.usage)),
        fact("cost", tr("Cost"), figures.cost(view.usage)),
        fact("pages", tr("Pages"), limit),
        fact("refused", tr("Refused calls"), str(view.refused) if view.refused else ""),
        fact("started", tr("Started"), figures.moment(view.started_at)),
        fact("took", tr("Worked for"), "" if elapsed is None else phrases.minutes_seconds(elapsed)),
    )
    return (heading("details", tr("Details")), *rows) if view.attempt else ()


def short_id(sandbox_id: str) -> str:
    """Return enough of a sandbox's id to tell it from others."""
    return sandbox_id.rpartition("-")[2][:SHORT_ID_CHARS]
