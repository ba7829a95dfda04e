"""The broker of one run: what all its researchers share, and one session for each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.broker.pages import Pages
from engine.events import JournalEntry, QuoteNoted
from engine.library.port import Library
from engine.models.port import LanguageModel
from engine.recorder import Recorder
from engine.search.port import SearchProvider
from engine.values import RunOptions
from researcher_container.contract import Usage

# What a call cost in US dollars by the profile's prices; None when no price is known.
PriceOf = Callable[[Usage], float | None]


def no_price(usage: Usage) -> float | None:
    """Return None: no price is known."""
    return None


@dataclass
class Broker:
    """The shared means of a run's researchers. `noted` are quotes journalled by an earlier process."""

    options: RunOptions
    recorder: Recorder
    pages: Pages
    library: Library | None = None
    web_search: SearchProvider | None = None
    model: LanguageModel | None = None
    price_of: PriceOf = no_price
    noted: set[tuple[int, int, str, str]] = field(default_factory=set)

    def remember_quotes(self, entries: Iterable[JournalEntry]) -> None:
        """Learn which quotes were noted before, so that a resumed researcher does not note them twice."""
        for entry in entries:
            event = entry.event
            if isinstance(event, QuoteNoted):
                self.noted.add((event.wave, event.researcher, event.ref, event.text))
