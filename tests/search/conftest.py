"""Local servers that speak a search service's interface, and the keys they accept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.search.endpoint import Endpoint
from tests.scripted_web.site import Asked, Page, Site


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


def json_page(value: Any, status: int = 200, **headers: str) -> Page:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Page(json.dumps(value), status=status, content_type="application/json", headers=named)


def always(page: Page) -> Callable[[Asked], Page]:
    return lambda asked: page


class Waits:
    """Stands in for sleeping: remembers how long, returns at once."""

    def __init__(self) -> None:
        self.lengths_s: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.lengths_s.append(seconds)


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def endpoint(waits: Waits) -> Endpoint:
    return Endpoint("The service", timeout_s=5.0, sleep=waits)
