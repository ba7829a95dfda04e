"""Reading bytes with few words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from researcher_container.contract import Document, ReadParams
from researcher_container.reader.reading import read

Reading = Callable[..., Document]


def read_bytes(data: bytes | str, url: str = "https://tides.example/page", **params: object) -> Document:
    raw = data.encode() if isinstance(data, str) else data
    return read(raw, ReadParams.model_validate({"url": url, "with_metadata": False, **params}))


@pytest.fixture
def reading() -> Reading:
    """Read bytes or text without metadata, as if they came from a page of tides.example."""
    return read_bytes


@pytest.fixture
def shown() -> Callable[[Document], list[tuple[str, str]]]:
    """Give the blocks of a document as (kind, text), without the frame of the page."""

    def show(document: Document) -> list[tuple[str, str]]:
        return [(block.kind, block.text) for block in document.blocks if block.kind != "navigation"]

    return show
