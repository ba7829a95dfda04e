"""The quotes of a dossier that a report may use, each with the question, the place and the rank it came with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.values import Finding, Quote, ResearchDossier, Source

# What the offline researcher writes: a bold line names the place, then come quotes with their source.
_PLACE_LINE = re.compile(r"^\*\*(?P<place>.+)\*\*$")
_QUOTE_LINE = re.compile(r'^"(?P<text>.+)" \[(?P<source>[^\]]+)\]$')
USABLE = ("found", "found_folded")


@dataclass(frozen=True)
class PooledQuote:
    """A checked quote as the report can use it; `rank` is 0 for the finding's best."""

    id: str
    text: str
    source: Source
    place: str  # "Title › Heading"
    finding: Finding
    rank: int


def usable_quotes(dossier: ResearchDossier) -> list[PooledQuote]:
    """Return every quote that was found in its source, in the order of findings and of their answers."""
    return [quote for finding in dossier.findings for quote in _of_finding(finding, dossier)]


def unusable_quotes(dossier: ResearchDossier) -> list[tuple[Source, Quote]]:
    """Return the quotes that were not found in their source, or could not be looked for."""
    return [(source, quote) for source in dossier.sources for quote in source.quotes if quote.status not in USABLE]


def _of_finding(finding: Finding, dossier: ResearchDossier) -> Iterable[PooledQuote]:
    places = _places(finding.answer)
    gathered = {gathered.ref for gathered in finding.sources}
    mine = [source for source in dossier.sources if gathered & set(source.refs)]
    if not mine:
        cited = set(re.findall(r"\[(S\d+)", finding.answer))
        mine = [source for source in dossier.sources if source.id in cited]
    words_of = {text for gathered in finding.sources for text in gathered.quotes}
    held = {
        quote.text: (source, quote)
        for source in mine
        for quote in source.quotes
        if quote.status in USABLE and (quote.text in words_of or quote.text in places)
    }
    ordered = [text for text in places if text in held] + [text for text in held if text not in places]
    for rank, text in enumerate(ordered):
        source, quote = held[text]
        place = places.get(text) or source.title or source.url
        yield PooledQuote(quote.id, text, source, place, finding, rank)


def _places(answer: str) -> dict[str, str]:
    """Return the place of each quote of an answer, in the answer's order."""
    places: dict[str, str] = {}
    place = ""
    for line in answer.splitlines():
        if match := _PLACE_LINE.match(line.strip()):
            place = match["place"]
        elif match := _QUOTE_LINE.match(line.strip()):
            places.setdefault(match["text"], place)
    return places
