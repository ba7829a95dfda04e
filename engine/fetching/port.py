"""The seam to the web: an address in, bytes out, with the address rules applied at every hop."""

from __future__ import annotations

from typing import Protocol

from engine.values import Value


class FetchedBytes(Value):
    """What came back; `url` is the final address after redirects."""

    url: str
    status: int
    content_type: str
    body: bytes
    sha256: str
    fetched_at: float
    notes: tuple[str, ...] = ()  # sentences for the run's log: redirects, robots.txt, the user's own list


class Fetcher(Protocol):
    """Fetches public http(s) addresses."""

    async def fetch(self, url: str) -> FetchedBytes:
        """Fetch one address; bodies are decompressed and bounded.

        Raises:
            FetchError: kinds starting with `blocked_` mean that no request was sent to that address.
        """

    async def aclose(self) -> None:
        """Close connections."""
