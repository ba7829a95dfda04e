"""The line below a report's title: how much it rests on, since when, and who wrote it."""

from __future__ import annotations

from html import escape

from engine.snapshot import RunSnapshot
from resources.translation import tr, trn
from widgets import phrases


def with_line(run: RunSnapshot, blocks: tuple[str, ...]) -> tuple[str, ...]:
    """Return a finished report's blocks with the line below the title; other blocks as they are."""
    is_finished = bool(run.report.markdown) and run.state != "writing"
    if not is_finished or not blocks or not blocks[0].startswith("<h1"):
        return blocks
    return (blocks[0], f"<p><small>{escape(' · '.join(_facts(run)))}</small></p>", *blocks[1:])


def _facts(run: RunSnapshot) -> list[str]:
    facts = [trn("{n} source", "{n} sources", len(run.sources))]
    fetched = [source.fetched_at for source in run.sources if source.fetched_at]
    if fetched:
        facts.append(tr("fetched {when}", when=phrases.day_and_time(max(fetched))))
    if run.options.mode == "offline":
        facts.append(tr("quoted offline, without a model"))
    elif run.report.audit is not None and run.report.audit.is_fallback:
        facts.append(tr("quoted without the model, whose writer failed"))
    elif writer := run.options.role_models.writer or run.options.model:
        facts.append(tr("written by {model}", model=writer))
    if run.options.language:
        facts.append(run.options.language)
    return facts
