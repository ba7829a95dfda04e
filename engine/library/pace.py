"""How often the progress of an index update is told."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.library.port import IndexProgress

FEW_DOCUMENTS = 20
INTERVAL_S = 2.0


class Pace:
    """Lets each document of a few through; of many every twentieth, and one whenever nothing was told for a while."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told_at = clock()

    def is_due(self, progress: IndexProgress) -> bool:
        """Tell whether this progress shall be told; what is due counts as told."""
        now = self._clock()
        is_round = progress.total <= FEW_DOCUMENTS or progress.done % FEW_DOCUMENTS == 0
        due = is_round or now - self._told_at >= INTERVAL_S
        if due:
            self._told_at = now
        return due
