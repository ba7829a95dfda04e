"""What is no evidence is not searched and is told; what is long is cut and kept."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.library.index import LibraryIndex
from engine.library.port import IndexProgress, ReadBytes
from engine.library.reading import SandboxReader
from engine.library.reply import check_document
from engine.library.scan import resolve_roots, scan_roots
from engine.sandbox.port import SandboxOwner
from engine.sandbox.process import ProcessMaker
from researcher_container.contract import BLOCK_SEPARATOR, MAX_TEXT_CHARS, Document, ReadParams

CHALLENGE = (
    "<html><head><title>Just a moment...</title></head><body><h1>pumps.example</h1>"
    "<p>Verifying you are human. This may take a few seconds.</p>"
    "<p>pumps.example needs to review the security of your connection before proceeding.</p></body></html>"
)
SOFT_404 = (
    "<html><head><title>Page not found</title></head><body><h1>404</h1>"
    "<p>The page about heat pumps you were looking for could not be found.</p></body></html>"
)
CONSENT = (
    "<html><head><title>Before you continue</title></head><body><h1>Before you continue</h1>"
    "<p>We and our partners use cookies to store and access information about heat pumps on your device.</p>"
    "<p>Accept all cookies. Reject all. Manage your cookie preferences.</p></body></html>"
)


@pytest.fixture
async def sandboxed() -> AsyncIterator[SandboxReader]:
    maker = ProcessMaker()
    reader = SandboxReader(maker, SandboxOwner(pid=os.getpid(), boot_id="test"))
    yield reader
    await reader.aclose()
    await maker.aclose()


@pytest.mark.parametrize("page", [CHALLENGE, SOFT_404, CONSENT], ids=["challenge", "soft 404", "consent"])
async def test_pages_kept_instead_of_a_document_are_told_and_not_quoted(
    index: LibraryIndex, folder: Path, reader: ReadBytes, page: str
) -> None:
    (folder / "kept.html").write_text(page)
    (folder / "pumps.md").write_text("# Heat pumps\n\nA heat pump moves heat.\n")
    counts = await index.update([folder], reader)
    assert counts.documents == 1
    (told,) = counts.unreadable
    assert told.startswith(f"{folder}/kept.html: ")
    for query in ("heat pumps", "human connection security", "page found", "cookies partners"):
        assert {found.title for found in await index.view([folder]).search(query, 9)} <= {"Heat pumps"}


@pytest.mark.parametrize("line_chars", [70, 6_000_000], ids=["paragraphs", "one line"])
async def test_a_text_longer_than_a_document_may_be_is_cut_and_found(
    index: LibraryIndex, folder: Path, sandboxed: SandboxReader, line_chars: int
) -> None:
    words = "The heating water of the house is warm. " * 140_000
    lines = [words[start : start + line_chars] for start in range(0, len(words), line_chars)]
    (folder / "long.txt").write_text("\n".join(lines))
    assert (folder / "long.txt").stat().st_size > 5_500_000
    counts = await index.update([folder], sandboxed)
    assert (counts.documents, counts.unreadable, counts.cut) == (1, (), (f"{folder}/long.txt",))
    assert (await index.update([folder], sandboxed)).cut == counts.cut
    (found, *_) = await index.view([folder]).search("heating water", 3)
    held = await index.view([folder]).document(found.document_id)
    assert held is not None
    assert held.document.quality.truncated
    assert MAX_TEXT_CHARS - 100 < len(held.document.text()) <= MAX_TEXT_CHARS


def test_a_text_of_the_very_length_allowed_is_kept_whole() -> None:
    half = "x" * (MAX_TEXT_CHARS // 2)
    blocks = [{"kind": "paragraph", "text": text} for text in (half, half[len(BLOCK_SEPARATOR) :])]
    document = check_document({"blocks": blocks}, ReadParams())
    assert (len(document.text()), document.quality.truncated) == (MAX_TEXT_CHARS, False)
    cut = check_document({"blocks": [blocks[0], {"kind": "paragraph", "text": half}]}, ReadParams())
    assert (len(cut.text()), cut.quality.truncated) == (MAX_TEXT_CHARS, True)


async def test_one_long_document_shows_that_the_work_goes_on(
    index: LibraryIndex, folder: Path, reader: ReadBytes
) -> None:
    (folder / "long.md").write_text("# Long\n\nSome text.\n")
    told: list[IndexProgress] = []
    seen = asyncio.Event()

    def tell(progress: IndexProgress) -> None:
        told.append(progress)
        if len(told) == 2:
            seen.set()

    async def slow(content: bytes, params: ReadParams) -> Document:
        await asyncio.wait_for(seen.wait(), 20)
        return await reader(content, params)

    await index.update([folder], slow, on_progress=tell, heartbeat_s=0.01)
    assert [(progress.done, progress.total) for progress in told[:2]] == [(0, 1), (0, 1)]
    assert (told[-1].done, told[-1].path) == (1, f"{folder}/long.md")


async def test_what_a_walk_passes_over_reaches_the_counts(
    index: LibraryIndex, folder: Path, reader: ReadBytes
) -> None:
    (folder / ".kept").mkdir()
    (folder / ".kept" / "a.md").write_text("x")
    (folder / "hidden.md").symlink_to(folder / ".kept" / "a.md")
    (folder / "broken.md").symlink_to(folder / "nowhere.md")
    os.symlink(b"/elsewhere", os.fsencode(folder) + b"/caf\xe9.md")
    counts = await index.update([folder], reader)
    assert set(counts.skipped) == {
        f"{folder}/hidden.md: a link to what is hidden or missing",
        f"{folder}/broken.md: a link to what is hidden or missing",
        f"{folder}/caf?.md: a link that leads out of the folder",
    }


def test_a_subfolder_that_cannot_be_listed_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "closed").mkdir()
    real_scandir = os.scandir

    def refusing(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return real_scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    assert scan_roots(resolve_roots([folder])).skipped == [f"{folder}/closed: Permission denied"]
