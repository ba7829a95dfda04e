"""A decision as set text: its reason, its follow-up questions, and what the next wave made of them."""

from __future__ import annotations

from html import escape

from engine.snapshot import RunSnapshot, WaveView
from engine.values import ReviewDecision
from resources.translation import tr, trn
from widgets.decisions.wave_changes import WaveChanges, changes_of, dossier_of
from widgets.report.citation_notes import numbers
from widgets.row_column import Typeset


def reason_blocks(run: RunSnapshot, decision: ReviewDecision, typeset: Typeset) -> tuple[str, ...]:
    """Return the reason of a decision, as the markdown it is."""
    return typeset(decision.rationale, run.sources)


def outcome_blocks(run: RunSnapshot, wave: WaveView, decision: ReviewDecision) -> tuple[str, ...]:
    """Return what a decision asked for, and what came of it."""
    if decision.status == "approved":
        return (_paragraph(_approved_words(run, wave)),)
    asked = _titled(tr("Follow-up questions"), _numbered(wave.wave + 1, decision.follow_up_questions))
    changes = changes_of(run, wave.wave + 1, decision.follow_up_questions)
    return (asked, *(_changes(changes, numbers(run)) if changes else ()))


def question_block(wave: int, questions: tuple[str, ...]) -> str:
    """Return follow-up questions alone: of a decision that did not stand."""
    return _titled(tr("It had asked for"), _numbered(wave + 1, questions))


def _approved_words(run: RunSnapshot, wave: WaveView) -> str:
    answers, sources = dossier_of(run, wave.wave)
    of_answers = trn("{n} answer", "{n} answers", answers)
    of_sources = trn("{n} source", "{n} sources", sources)
    if run.state == "done":
        return tr("The report was written from {answers} and {sources}.", answers=of_answers, sources=of_sources)
    return tr("The report is written from {answers} and {sources}.", answers=of_answers, sources=of_sources)


def _changes(changes: WaveChanges, printed: dict[str, str]) -> tuple[str, ...]:
    wave, got, total = changes.wave, changes.answered, changes.total
    if changes.waits_for_user:
        return (_paragraph(tr("Wave {wave} waits for you: check its questions.", wave=wave)),)
    blocks = []
    if changes.asked_otherwise:
        blocks.append(_titled(tr("What you made of them"), _numbered(wave, changes.asked_otherwise)))
    if not changes.is_in:
        blocks.append(
            _paragraph(tr("Wave {wave} is at work: {got} of {total} answered.", wave=wave, got=got, total=total))
        )
        return tuple(blocks)
    marks = "".join(f'<a href="cite:{escape(one.id)}">[{printed.get(one.id, "")}]</a> ' for one in changes.sources)
    lines = [escape(tr("{got} of {total} questions answered", got=got, total=total))]
    if changes.sources:
        lines.append(f"{escape(trn('{n} new source', '{n} new sources', len(changes.sources)))} {marks}")
    else:
        lines.append(escape(tr("No source that was not there before")))
    if changes.quotes:
        new = trn("{n} new quote, {found} of them found", "{n} new quotes, {found} of them found",
                  changes.quotes, found=changes.found)  # fmt: skip
        lines.append(escape(new))
    items = "".join(f"<li>{line}</li>" for line in lines)
    blocks.append(_titled(tr("What wave {wave} added", wave=wave), f"<ul>{items}</ul>"))
    return tuple(blocks)


def _numbered(wave: int, questions: tuple[str, ...]) -> str:
    lines = (f"<p><strong>{wave}.{place}</strong> {escape(one)}</p>" for place, one in enumerate(questions, 1))
    return "".join(lines)


def _titled(title: str, html: str) -> str:
    return f"<h3>{escape(title)}</h3>{html}"


def _paragraph(words: str) -> str:
    return f"<p>{escape(words)}</p>"
