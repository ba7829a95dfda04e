"""What a wave added to those before it: its questions, the sources and the quotes nobody had before."""

from __future__ import annotations

from dataclasses import dataclass

from engine.snapshot import RunSnapshot, WaveView
from engine.values import Quote, Source
from widgets.report.citation_notes import is_found


@dataclass(frozen=True)
class WaveChanges:
    """What one wave added.

    Attributes:
        asked_otherwise: The questions it went out with, where they are not those that were asked for; else ().
        quotes: Those that no earlier wave had noted.
        found: How many of them stand in their source.
    """

    wave: int
    is_in: bool  # its answers are all there
    waits_for_user: bool
    asked_otherwise: tuple[str, ...]
    answered: int
    total: int
    sources: tuple[Source, ...]
    quotes: int
    found: int


def changes_of(run: RunSnapshot, number: int, asked_for: tuple[str, ...] = ()) -> WaveChanges | None:
    """Return what a wave added, None while it does not exist.

    Args:
        asked_for: The questions the review before it asked for.
    """
    wave = next((each for each in run.waves if each.wave == number), None)
    if wave is None:
        return None
    before = [each for each in run.waves if each.wave < number]
    old_refs, old_words = _refs(before), _words(before)
    own_refs, own_words = _refs([wave]), _words([wave])
    sources = tuple(
        source
        for source in run.sources
        if own_refs.intersection(source.refs) and not old_refs.intersection(source.refs)
    )
    quotes = [quote for quote in _quotes(run, own_refs) if quote.text in own_words and quote.text not in old_words]
    return WaveChanges(
        wave=number,
        is_in=wave.collected,
        waits_for_user=wave.waits_for_user and not wave.approved,
        asked_otherwise=wave.questions if asked_for and wave.approved and wave.questions != asked_for else (),
        answered=sum(view.state == "done" for view in wave.researchers),
        total=len(wave.researchers) or len(wave.questions),
        sources=sources,
        quotes=len(quotes),
        found=sum(map(is_found, quotes)),
    )


def dossier_of(run: RunSnapshot, number: int) -> tuple[int, int]:
    """Return how many answers and sources there are up to and including a wave."""
    waves = [wave for wave in run.waves if wave.wave <= number]
    refs = _refs(waves)
    answers = sum(view.state == "done" for wave in waves for view in wave.researchers)
    return answers, sum(bool(refs.intersection(source.refs)) for source in run.sources)


def _quotes(run: RunSnapshot, refs: set[str]) -> list[Quote]:
    return [quote for source in run.sources if refs.intersection(source.refs) for quote in source.quotes]


def _refs(waves: list[WaveView]) -> set[str]:
    return {
        source.ref for wave in waves for view in wave.researchers if view.finding for source in view.finding.sources
    }


def _words(waves: list[WaveView]) -> set[str]:
    found = (view.finding for wave in waves for view in wave.researchers if view.finding)
    return {quote for finding in found for source in finding.sources for quote in source.quotes}
