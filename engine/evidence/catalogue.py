"""The sources of a dossier, found by id, by quote and by any spelling of their address."""

from __future__ import annotations

from collections.abc import Sequence

from engine.evidence.words import overlap
from engine.fetching.canonical import canonical_url
from engine.values import Quote, Source

# A quote is taken for a sentence that names only its source when they share at least this much (see words.overlap).
_LEAST_OVERLAP = 0.3
# A cut address must be at least this long to say which one was meant.
_LEAST_CUT_CHARS = 8


class Catalogue:
    """The sources a report may cite."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = {source.id: source for source in sources}
        self.quotes: dict[str, Quote] = {quote.id: quote for source in sources for quote in source.quotes}
        self._by_address: dict[str, Source] = {}
        for source in sources:
            self._by_address.setdefault(canonical_url(source.url), source)

    def source(self, mark: str) -> Source | None:
        """Return the source of an id, `S3` or `S3.2`; None when it is not in the dossier, or has no such quote."""
        name, _, quote = mark.partition(".")
        return None if quote and mark not in self.quotes else self.sources.get(name)

    def at(self, address: str) -> Source | None:
        """Return the source at an address, however the address is spelled."""
        return self._by_address.get(canonical_url(address.replace("&amp;", "&")))

    def quotes_hold(self, words: str) -> bool:
        """Say whether a quote holds these words."""
        return any(words in quote.text for quote in self.quotes.values())

    def cut_off(self, address: str) -> Source | None:
        """Return the one source whose address begins with this cut one, None when there is none or several."""
        start = canonical_url(address)
        if len(start) < _LEAST_CUT_CHARS:
            return None
        found = [source for key, source in self._by_address.items() if key.startswith(start)]
        return found[0] if len(found) == 1 else None

    def titled(self, words: str) -> Source | None:
        """Return the one source whose title stands in these words, None when there is none or several."""
        text = words.casefold()
        found = [s for s in self.sources.values() if len(s.title.strip()) > 3 and s.title.strip().casefold() in text]
        longest = max(found, key=lambda source: len(source.title), default=None)
        is_clear = longest is not None and sum(len(s.title) == len(longest.title) for s in found) == 1
        return longest if is_clear else None

    def best_quote(self, source: Source, sentence: str) -> Quote | None:
        """Return the quote of a source that shares most content words with a sentence, None below the threshold."""
        scored = [(overlap(sentence, quote.text), quote) for quote in source.quotes]
        score, quote = max(scored, key=lambda pair: pair[0], default=(0.0, None))
        return quote if score >= _LEAST_OVERLAP else None
