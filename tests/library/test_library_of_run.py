"""What a run says about its library before it begins to plan."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from engine.errors import LibraryError
from engine.events import Event, LibraryIndexed, NoticeRaised
from engine.library.port import ReadBytes
from engine.recorder import Recorder
from engine.values import RunOptions
from engine.workshop import Workshop, WorkshopSettings
from researcher_container.contract import MAX_DOCUMENT_BYTES


class Heard:
    """Keeps the events instead of a journal."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)

    @property
    def notices(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, NoticeRaised)]


@pytest.fixture
async def workshop(tmp_path: Path) -> AsyncIterator[Workshop]:
    made = Workshop(
        texts_folder=tmp_path / "data" / "texts",
        pages_folder=tmp_path / "data" / "pages",
        index_path=tmp_path / "data" / "library.db",
        settings=WorkshopSettings(),
        key_of=lambda service: "",
    )
    yield made
    await made.aclose()


def options(folder: Path) -> RunOptions:
    return RunOptions(mode="offline", library=(str(folder),), web=False)


async def test_what_is_not_used_is_told_and_each_of_a_few_documents_shows(
    workshop: Workshop, folder: Path, reader: ReadBytes
) -> None:
    (folder / "a.md").write_text("# Heat pumps\n\nA heat pump moves heat.\n")
    (folder / "blank.txt").write_text(" \n")
    (folder / "huge.pdf").touch()
    os.truncate(folder / "huge.pdf", MAX_DOCUMENT_BYTES + 1)
    heard = Heard()
    assert await workshop.library.of_run(options(folder), reader, cast(Recorder, heard)) is not None
    indexed = [event for event in heard.events if isinstance(event, LibraryIndexed)]
    assert [(event.documents, event.final) for event in indexed] == [(1, False), (2, False), (1, True)]
    assert indexed[-1].unreadable == 1
    assert heard.notices == [
        f"Could not be read: {folder}/blank.txt: The document holds no text.",
        f"Left out: {folder}/huge.pdf: larger than 20 MB.",
    ]


async def test_a_folder_of_which_nothing_could_be_read_is_an_error_with_the_reasons(
    workshop: Workshop, folder: Path, reader: ReadBytes
) -> None:
    (folder / "blank.txt").write_text(" \n")
    heard = cast(Recorder, Heard())
    with pytest.raises(LibraryError, match=r"blank\.txt: The document holds no text"):
        await workshop.library.of_run(options(folder), reader, heard)
    (folder / "blank.txt").unlink()
    with pytest.raises(LibraryError, match="none of a kind Dossier reads"):
        await workshop.library.of_run(options(folder), reader, heard)
