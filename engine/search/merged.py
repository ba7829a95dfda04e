"""Several search providers as one: asked at once, merged turn by turn, each page once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from engine.errors import SearchError
from engine.search.hits import interleaved
from engine.search.port import Hit, SearchProvider

# One that fails twice running would make every further search wait for it.
_FAILURES_BEFORE_REST = 2


class MergedSearch:
    """Asks its providers together; one that fails hands over to the others, with a note."""

    def __init__(self, providers: Sequence[SearchProvider], on_note: Callable[[str], None] | None = None) -> None:
        """Take over the providers.

        Args:
            providers: the more trusted first; in a tie of ranks the earlier one comes first.
            on_note: hears one sentence about each provider that fails, once per kind of failure.
        """
        self._providers = tuple(providers)
        self._on_note = on_note or (lambda note: None)
        self._failures = dict.fromkeys(self._providers, 0)  # running ones, by provider
        self._noted: set[str] = set()
        self.name = " + ".join(provider.name for provider in providers)

    async def search(self, query: str, limit: int) -> list[Hit]:
        """Return the merged hits.

        Raises:
            SearchError: every provider failed.
        """
        asked = [one for one in self._providers if self._failures[one] < _FAILURES_BEFORE_REST]
        asked = asked or list(self._providers)
        answers = await asyncio.gather(*(self._ask(provider, query, limit) for provider in asked))
        found = [answer for answer in answers if not isinstance(answer, SearchError)]
        if found:
            return interleaved(found, limit)
        raise _all_failed([answer for answer in answers if isinstance(answer, SearchError)])

    async def aclose(self) -> None:
        """Close every provider."""
        for provider in self._providers:
            await provider.aclose()

    async def _ask(self, provider: SearchProvider, query: str, limit: int) -> list[Hit] | SearchError:
        try:
            hits = await provider.search(query, limit)
        except SearchError as error:
            lasting = not error.retryable
            self._failures[provider] += _FAILURES_BEFORE_REST if lasting else 1
            self._note(provider.name, error)
            return error
        self._failures[provider] = 0
        return hits

    def _note(self, name: str, error: SearchError) -> None:
        note = f"{error.title} The other search providers go on without it."
        if f"{name} {error.kind}" not in self._noted and len(self._providers) > 1:
            self._noted.add(f"{name} {error.kind}")
            self._on_note(note)


def _all_failed(errors: Sequence[SearchError]) -> SearchError:
    if len(errors) == 1:
        return errors[0]
    error = SearchError(
        "No search provider answered: " + " ".join(error.title for error in errors),
        next((error.advice for error in errors if error.advice), ""),
        detail="; ".join(error.detail for error in errors if error.detail)[:500],
    )
    error.retryable = any(each.retryable for each in errors)
    return error
