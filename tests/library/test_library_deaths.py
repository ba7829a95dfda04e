"""Sandboxes that die while a library is read: never held against the documents, and told with their cause."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.errors import DockerError, LibraryError, SandboxCause, SandboxError
from engine.library.deaths import FIRST_IN_A_ROW, LATER_IN_A_ROW
from engine.library.index import LibraryIndex
from engine.library.port import ReadBytes
from engine.library.reading import SandboxReader
from engine.sandbox.port import SandboxOwner
from engine.sandbox.process import ProcessMaker
from researcher_container.contract import Document, ReadParams

CRASHING = """
import os
from researcher_container.__main__ import open_channel
from researcher_container.contract import Method, Ready
channel = open_channel()
channel.notify(Method.READY, Ready(program="reader"))
channel.serve({Method.READ: lambda params, blob: os._exit(3)})
"""


def fill(folder: Path, count: int) -> None:
    for number in range(count):
        # The longest is read first, so the order is that of the numbers.
        (folder / f"d{number:02}.md").write_text(f"# Document {number}\n\n" + "Text. " * (100 - number))


def dying(reader: ReadBytes, cause: SandboxCause, which: range) -> ReadBytes:
    """Return a reader whose sandbox dies over the documents of these numbers."""

    async def read(content: bytes, params: ReadParams) -> Document:
        if any(params.url.endswith(f"d{number:02}.md") for number in which):
            raise SandboxError(cause, "The program in the sandbox ended before it answered.")
        return await reader(content, params)

    return read


async def test_a_sandbox_that_crashes_leaves_nothing_behind_and_another_kind_reads_all(
    index: LibraryIndex, folder: Path, reader: ReadBytes
) -> None:
    fill(folder, 6)
    maker = ProcessMaker(source=CRASHING)
    crashing = SandboxReader(maker, SandboxOwner(pid=os.getpid(), boot_id="test"))
    with pytest.raises(SandboxError, match=r"on 3 documents in a row: the program .* ended before it answered\."):
        await index.update([folder], crashing)
    await crashing.aclose()
    await maker.aclose()
    counts = await index.update([folder], reader)
    assert (counts.documents, counts.added, counts.unreadable) == (6, 6, ())


@pytest.mark.parametrize("cause", ["exited", "killed", "protocol"])
async def test_the_first_deaths_in_a_row_end_the_update(
    index: LibraryIndex, folder: Path, reader: ReadBytes, cause: SandboxCause
) -> None:
    fill(folder, FIRST_IN_A_ROW + 2)
    with pytest.raises(SandboxError) as caught:
        await index.update([folder], dying(reader, cause, range(FIRST_IN_A_ROW)), concurrency=1)
    assert caught.value.kind == cause
    assert (await index.update([folder], reader)).added == FIRST_IN_A_ROW + 2


@pytest.mark.parametrize("cause", ["engine_gone", "not_started", "cancelled"])
async def test_without_any_sandbox_the_update_ends_at_once(
    index: LibraryIndex, folder: Path, reader: ReadBytes, cause: SandboxCause
) -> None:
    fill(folder, 3)
    with pytest.raises(SandboxError) as caught:
        await index.update([folder], dying(reader, cause, range(1, 2)), concurrency=1)
    assert caught.value.kind == cause
    assert (await index.update([folder], reader)).documents == 3


async def test_a_docker_engine_that_cannot_be_used_ends_the_update(
    index: LibraryIndex, folder: Path, reader: ReadBytes
) -> None:
    fill(folder, 1)

    async def read(content: bytes, params: ReadParams) -> Document:
        raise DockerError("no_image", "The image is not there.")

    with pytest.raises(DockerError, match="not there"):
        await index.update([folder], read)
    assert (await index.update([folder], reader)).documents == 1


async def test_every_document_of_a_small_folder_dies(index: LibraryIndex, folder: Path, reader: ReadBytes) -> None:
    fill(folder, 1)
    with pytest.raises(SandboxError, match="the only document there was to read: the program"):
        await index.update([folder], dying(reader, "exited", range(1)))
    fill(folder, 2)
    with pytest.raises(SandboxError, match="on 2 documents in a row"):
        await index.update([folder], dying(reader, "exited", range(2)))


async def test_one_death_is_told_not_remembered_and_tried_again(
    index: LibraryIndex, folder: Path, reader: ReadBytes
) -> None:
    fill(folder, 4)
    counts = await index.update([folder], dying(reader, "exited", range(1, 2)), concurrency=1)
    assert (counts.documents, counts.added) == (3, 3)
    assert counts.unreadable == (f"{folder}/d01.md: The program in the sandbox ended before it answered.",)
    again = await index.update([folder], reader)
    assert (again.documents, again.added, again.unreadable) == (4, 1, ())


async def test_deaths_side_by_side_later_on_are_borne_up_to_a_limit(
    index: LibraryIndex, folder: Path, reader: ReadBytes
) -> None:
    fill(folder, LATER_IN_A_ROW + 2)
    counts = await index.update([folder], dying(reader, "killed", range(1, LATER_IN_A_ROW)), concurrency=1)
    assert (counts.documents, len(counts.unreadable)) == (3, LATER_IN_A_ROW - 1)
    fill(folder, LATER_IN_A_ROW + 4)
    (folder / "d00.md").write_text("# First\n\n" + "New text. " * 100)
    with pytest.raises(SandboxError, match=f"on {LATER_IN_A_ROW} documents in a row"):
        await index.update([folder], dying(reader, "killed", range(1, LATER_IN_A_ROW + 4)), concurrency=1)


async def test_a_changed_file_nobody_could_try_is_not_quoted_as_it_was(
    index: LibraryIndex, folder: Path, reader: ReadBytes
) -> None:
    fill(folder, 2)
    await index.update([folder], reader)
    (folder / "d01.md").write_text("# Zeppelins\n\nZeppelins are airships.\n")
    counts = await index.update([folder], dying(reader, "exited", range(1, 2)))
    assert (counts.documents, counts.changed, len(counts.unreadable)) == (1, 0, 1)
    assert {found.title for found in await index.view([folder]).search("document text", 9)} == {"Document 0"}


@pytest.mark.parametrize("cause", ["memory", "time"])
async def test_a_document_that_costs_too_much_is_remembered(
    index: LibraryIndex, folder: Path, reader: ReadBytes, cause: SandboxCause
) -> None:
    fill(folder, 2)
    counts = await index.update([folder], dying(reader, cause, range(1)))
    assert counts.documents == 1
    assert (await index.update([folder], reader)).unreadable == counts.unreadable
    assert "than a document may" in counts.unreadable[0]


async def test_a_file_the_system_refuses_is_tried_again(
    index: LibraryIndex, folder: Path, reader: ReadBytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(folder, 2)
    real_open = os.open

    def refusing(path: str, flags: int, *rest: int, **more: int) -> int:
        if str(path).endswith("d01.md"):
            raise PermissionError(13, "Permission denied")
        return real_open(path, flags, *rest, **more)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refusing)
        counts = await index.update([folder], reader)
    assert counts.unreadable == (f"{folder}/d01.md: Permission denied",)
    assert (await index.update([folder], reader)).unreadable == ()


async def test_what_a_reader_refuses_stays_refused(index: LibraryIndex, folder: Path) -> None:
    fill(folder, 5)

    async def refusing(content: bytes, params: ReadParams) -> Document:
        raise LibraryError("This is a photograph.")

    assert len((await index.update([folder], refusing)).unreadable) == 5
    assert len((await index.update([folder], dying(refusing, "exited", range(9)))).unreadable) == 5
