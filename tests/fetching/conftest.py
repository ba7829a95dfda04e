"""A scripted site, a resolver with scripted answers, and a connector that records where connections went."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from engine.fetching.http_fetcher import HttpFetcher
from tests.scripted_web.site import Site


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


class FakeWeb:
    """Names with scripted answers, and public addresses that lead to a local site."""

    def __init__(self, site: Site, answers: dict[str, list[list[str]]]) -> None:
        self.site = site
        self.answers = {name: list(rounds) for name, rounds in answers.items()}
        self.resolved: list[str] = []
        self.connected: list[tuple[str, int]] = []
        self.dead: set[str] = set()

    async def resolve(self, host: str, port: int) -> list[str]:
        self.resolved.append(host)
        rounds = self.answers.get(host)
        if not rounds:
            raise OSError(f"no such name: {host}")
        return rounds.pop(0) if len(rounds) > 1 else rounds[0]

    async def connect(self, ip: str, port: int, timeout_s: float | None) -> Any:
        import httpcore2

        self.connected.append((ip, port))
        if ip in self.dead:
            raise httpcore2.ConnectTimeout("scripted")
        return await httpcore2.AnyIOBackend().connect_tcp("127.0.0.1", self.site.port, timeout=timeout_s)


MakeFetcher = Callable[..., HttpFetcher]


@pytest.fixture
async def fetcher_of() -> AsyncIterator[MakeFetcher]:
    """Make fetchers that are closed when the test ends."""
    made: list[HttpFetcher] = []

    def make(web: FakeWeb | None = None, **options: Any) -> HttpFetcher:
        if web is not None:
            options = {"resolver": web.resolve, "connector": web.connect, **options}
        made.append(HttpFetcher(**{"respect_robots": False, **options}))
        return made[-1]

    yield make
    for fetcher in made:
        await fetcher.aclose()
