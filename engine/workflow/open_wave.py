"""A wave while its researchers work: it stays open for retries until every one of them has answered."""

from __future__ import annotations

from engine.control import RunControl


class OpenWave:
    """Counts the answers of a wave. A retry takes an answer back; with the last answer the wave closes for good."""

    def __init__(self, control: RunControl, wave: int, researchers: int) -> None:
        self._control, self._wave, self._researchers = control, wave, researchers
        self._answered: dict[int, int] = {}  # researcher -> the lineage that answered

    def answered(self, researcher: int, lineage: int) -> None:
        """Note an answer of a researcher."""
        self._answered[researcher] = lineage
        if self.is_whole():
            self._control.wave_closed(self._wave)
        self._control.announce()

    def is_whole(self) -> bool:
        """Tell whether everyone has answered since he was last asked to try again."""
        return len(self._answered) >= self._researchers and all(
            self._control.retries(self._wave, researcher) == lineage for researcher, lineage in self._answered.items()
        )

    async def until_whole_or_retried(self, researcher: int) -> bool:
        """Wait for the others; return False when this researcher is asked to try again first."""
        lineage = self._answered[researcher]

        def retried() -> bool:
            return self._control.retries(self._wave, researcher) > lineage

        closed = self._control.is_closed
        await self._control.until(lambda: closed(self._wave) or retried())
        return closed(self._wave)
