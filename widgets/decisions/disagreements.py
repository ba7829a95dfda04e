"""Where the sources of a dossier disagree, as set text: both sides, each with its quotes."""

from __future__ import annotations

from html import escape

from engine.snapshot import RunSnapshot
from engine.values import ContradictingClaim, ReviewDecision
from resources.translation import tr
from widgets.report.citation_notes import numbers


def disagreement_blocks(run: RunSnapshot, decision: ReviewDecision) -> tuple[str, ...]:
    """Return what a decision names as contradictions, nothing when it names none."""
    if not decision.contradictions:
        return ()
    printed = numbers(run)
    quotes = {quote.id: quote.text for source in run.sources for quote in source.quotes}
    blocks = [f"<h3>{escape(tr('Where the sources disagree'))}</h3>"]
    for one in decision.contradictions:
        about = f"<p><strong>{escape(one.about)}</strong></p>" if one.about else ""
        sides = "".join(_side(side, printed, quotes) for side in (one.first, one.second))
        blocks.append(f"{about}<ul>{sides}</ul>")
    return tuple(blocks)


def _side(side: ContradictingClaim, printed: dict[str, str], quotes: dict[str, str]) -> str:
    marks = "".join(
        f'<a href="cite:{escape(name)}">[{escape(printed.get(name.partition(".")[0], ""))}]</a> '
        for name in side.cites
    )
    said = "".join(f"<blockquote><p>{escape(quotes[name])}</p></blockquote>" for name in side.cites if name in quotes)
    return f"<li><p>{escape(side.claim)} {marks}</p>{said}</li>"
