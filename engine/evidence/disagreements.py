"""The section on where the sources disagree: both sides with their quotes, written by code."""

from __future__ import annotations

from collections.abc import Sequence

from engine.evidence.catalogue import Catalogue
from engine.evidence.headings import DISAGREEMENTS_HEADING
from engine.evidence.references import plain
from engine.values import ContradictingClaim, Contradiction, Source


def disagreements_section(contradictions: Sequence[Contradiction], sources: Sequence[Source]) -> str:
    """Return the section as markdown that cites ids, "" when there is nothing to tell."""
    catalogue = Catalogue(sources)
    told = [text for contradiction in contradictions if (text := _told(contradiction, catalogue))]
    return "\n\n".join([DISAGREEMENTS_HEADING, *told]) + "\n" if told else ""


def _told(contradiction: Contradiction, catalogue: Catalogue) -> str:
    sides = [_side(side, catalogue) for side in (contradiction.first, contradiction.second)]
    if not all(sides):
        return ""
    about = plain(contradiction.about).rstrip(".:")
    lead = f"About {about}:" if about else "These two claims do not go together:"
    return "\n".join([f"{lead}\n", *sides])


def _side(side: ContradictingClaim, catalogue: Catalogue) -> str:
    """Return one side as a list item with its quotes below, "" when none of its sources is known."""
    cites = [name for name in side.cites if catalogue.source(name)]
    if not cites:
        return ""
    named = [catalogue.quotes[name] for name in cites if name in catalogue.quotes]
    best = [
        catalogue.best_quote(catalogue.sources[name], side.claim) for name in cites if name not in catalogue.quotes
    ]
    quotes = {quote.id: quote for quote in [*named, *filter(None, best)]}
    claim = plain(side.claim).rstrip(".") + "."
    lines = [f"- {claim} [{', '.join(cites)}]"]
    lines += [f"    - “{plain(quote.text)}” [{quote.id}]" for quote in quotes.values()]
    return "\n".join(lines)
