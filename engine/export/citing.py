"""What a citation mark stands for while a report is rendered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.values import Quote, QuoteStatus, Source


@dataclass(frozen=True)
class Target:
    """Where one printed mark leads: a quote, or a source as a whole."""

    key: str  # "S3.2" or "S3"
    number: int | None  # as printed; None in a draft, where the id itself is shown
    occurrence: int  # which mark of this source it is, from 1
    status: QuoteStatus
    quote: Quote | None = None


@dataclass
class Citing:
    """Resolves the marks of one rendering, in reading order.

    Args:
        sources: Cited ones first, in the order of their numbers.
        marks: What each printed `[n]` stands for (`Audit.marks`); where it does not fit, marks lead to sources.
    """

    sources: Sequence[Source] = ()
    marks: Sequence[str] = ()
    printed: dict[str, int] = field(default_factory=dict)  # source id -> how many marks so far
    _next: int = 0

    def __post_init__(self) -> None:
        self._by_id = {source.id: source for source in self.sources}
        self._quotes = {quote.id: quote for source in self.sources for quote in source.quotes}

    def number(self, number: int) -> Target | None:
        """Return the target of a printed `[n]`, None when there is no such number."""
        if not 1 <= number <= len(self.sources):
            return None
        source = self.sources[number - 1]
        mark = self.marks[self._next] if self._next < len(self.marks) else ""
        self._next += 1
        key = mark if mark.partition(".")[0] == source.id else source.id
        return self._target(source, key, number)

    def id(self, name: str) -> Target | None:
        """Return the target of an id in a draft, None when it is not known."""
        source = self._by_id.get(name.partition(".")[0])
        return self._target(source, name if name in self._quotes else source.id, None) if source else None

    def _target(self, source: Source, key: str, number: int | None) -> Target:
        self.printed[source.id] = self.printed.get(source.id, 0) + 1
        quote = self._quotes.get(key)
        status: QuoteStatus = quote.status if quote else "not_checked"
        return Target(key, number, self.printed[source.id], status, quote)
