"""A library to write files into, an index over it, and a reader that counts what it was given."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.errors import LibraryError
from engine.library.index import LibraryIndex
from engine.texts import TextStore
from researcher_container.contract import Document, ReadParams
from researcher_container.reader.media_type import Unreadable
from researcher_container.reader.reading import read


class CountingReader:
    """A `ReadBytes` in this process: the real reader, with what it was asked and how many worked at once."""

    def __init__(self) -> None:
        self.urls: list[str] = []
        self.at_once = self.most_at_once = 0

    async def __call__(self, content: bytes, params: ReadParams) -> Document:
        self.urls.append(params.url)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            return await asyncio.to_thread(read, content, params)
        except Unreadable as error:
            raise LibraryError(str(error)) from None
        finally:
            self.at_once -= 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "documents"
    made.mkdir()
    return made


@pytest.fixture
def reader() -> CountingReader:
    return CountingReader()


@pytest.fixture
async def index(tmp_path: Path) -> AsyncIterator[LibraryIndex]:
    made = LibraryIndex(tmp_path / "data" / "library.db", TextStore(tmp_path / "data" / "texts"))
    yield made
    await made.aclose()
