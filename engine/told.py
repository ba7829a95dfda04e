"""What the journal tells of each wave as it stands now: what is remembered and no longer told is told again."""

from __future__ import annotations

from engine.events import Event, FindingArrived, QuestionsPlanned, ResearcherStarted, ReviewDecided, WaveCollected


class Told:
    """Mirrors what a fold would show.

    A new plan voids the waves from its own on, an approval those behind it, and a new attempt opens its wave.
    """

    def __init__(self) -> None:
        self._findings: set[tuple[int, int]] = set()
        self._collected: set[int] = set()
        self._decided: set[int] = set()

    def observe(self, event: Event) -> None:
        """Take a written event into account."""
        if isinstance(event, QuestionsPlanned):
            self._void_from(event.wave)
        elif isinstance(event, ResearcherStarted):
            self._findings.discard((event.wave, event.researcher))
            self._collected.discard(event.wave)
            self._decided.discard(event.wave)
        elif isinstance(event, FindingArrived):
            self._findings.add((event.finding.wave, event.finding.researcher))
        elif isinstance(event, WaveCollected):
            self._collected.add(event.wave)
        elif isinstance(event, ReviewDecided):
            self._decided.add(event.wave)
            if event.decision.status == "approved":
                self._void_from(event.wave + 1)

    def _void_from(self, wave: int) -> None:
        self._findings = {who for who in self._findings if who[0] < wave}
        self._collected = {each for each in self._collected if each < wave}
        self._decided = {each for each in self._decided if each < wave}

    def finding(self, wave: int, researcher: int) -> bool:
        """Tell whether a researcher's finding is told."""
        return (wave, researcher) in self._findings

    def collected(self, wave: int) -> bool:
        """Tell whether the wave is told to have closed."""
        return wave in self._collected

    def decided(self, wave: int) -> bool:
        """Tell whether the wave's review is told."""
        return wave in self._decided
