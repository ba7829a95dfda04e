"""A small library of our own documents about a product that does not exist, read by the real reader."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.library.index import LibraryIndex
from engine.library.port import Library
from engine.texts import TextStore
from researcher_container.contract import Document, ReadParams
from researcher_container.reader import reading

DOCUMENTS = Path(__file__).parent / "documents"


async def read_here(data: bytes, params: ReadParams) -> Document:
    """Read in a thread of this process: what a sandbox adds is tested elsewhere."""
    return await asyncio.to_thread(reading.read, data, params)


@pytest.fixture
async def library(tmp_path: Path) -> AsyncIterator[Library]:
    """The documents of this folder, indexed."""
    index = LibraryIndex(tmp_path / "index.sqlite", TextStore(tmp_path / "texts"))
    await index.update([DOCUMENTS], read_here)
    yield index.view([DOCUMENTS])
    await index.aclose()
