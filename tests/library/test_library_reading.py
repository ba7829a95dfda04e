"""Reading in sandboxes: real child processes, among them readers that die, hang, lie and overflow."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from engine.errors import LibraryError, SandboxError
from engine.library.index import LibraryIndex
from engine.library.reading import SandboxReader
from engine.library.reply import MAX_LINKS
from engine.sandbox.port import Program, SandboxOwner
from engine.sandbox.process import ProcessMaker
from engine.sandbox.running import RunningSandbox
from researcher_container.contract import MAX_TEXT_CHARS, ReadParams

OWNER = SandboxOwner(pid=os.getpid(), boot_id="test")
PAGE = b"<html><title>Valves</title><body><h1>Valves</h1><p>A valve opens at 45 degrees.</p></body></html>"

# What it answers is told by the bytes it gets, so that each test can make it do the one wrong thing.
SCRIPTED = """
import os, pathlib, sys, time
from researcher_container.__main__ import open_channel
from researcher_container.channel import HandlerError
from researcher_container.contract import ErrorCode, Method, Ready, ReadParams

def document(**more):
    return {"title": "T", "blocks": [{"kind": "paragraph", "text": "some text"}], **more}

def on_read(params, blob):
    word, _, rest = blob.decode().partition(" ")
    if word == "die":
        os._exit(3)
    if word == "die-once" and not pathlib.Path(rest).exists():
        pathlib.Path(rest).write_text("died")
        os._exit(3)
    if word == "hang":
        time.sleep(600)
    if word == "refuse":
        raise HandlerError(ErrorCode.UNREADABLE, "This is a photograph.")
    if word == "break":
        raise ValueError("a bug of the reader")
    if word == "shapeless":
        return {"blocks": "no list", "title": 7}
    if word == "surrogate":
        return document(title="\\ud800")
    if word == "long":
        return document(blocks=[{"kind": "paragraph", "text": "x" * 1_000_000}] * 6, title="t" * 9_000)
    if word == "links":
        long = "https://a.example/" + "x" * 9_000
        kinds = ["https://a.example/", "file:///etc/passwd", "javascript:alert(1)", long]
        return document(links=[{"text": "l", "url": url} for url in kinds * 2_600])
    return document(title=str(os.getpid()))

channel = open_channel()
channel.notify(Method.READY, Ready(program="reader"))
channel.serve({Method.READ: on_read})
"""


class CountingMaker(ProcessMaker):
    """Remembers what it started."""

    def __init__(self, *, source: str | None = None) -> None:
        super().__init__(source=source)
        self.started: list[RunningSandbox] = []

    async def start(self, program: Program, owner: SandboxOwner) -> RunningSandbox:
        sandbox = await super().start(program, owner)
        self.started.append(sandbox)
        return sandbox


Open = Callable[..., AbstractAsyncContextManager[tuple[SandboxReader, CountingMaker]]]


@pytest.fixture
def scripted() -> Open:
    @asynccontextmanager
    async def opened(**options: object) -> AsyncIterator[tuple[SandboxReader, CountingMaker]]:
        maker = CountingMaker(source=SCRIPTED)
        reader = SandboxReader(maker, OWNER, **options)  # type: ignore[arg-type]
        try:
            yield reader, maker
        finally:
            await reader.aclose()
            assert not any(sandbox.alive for sandbox in maker.started)
            await maker.aclose()

    return opened


async def test_reads_with_the_real_program() -> None:
    maker = CountingMaker()
    reader = SandboxReader(maker, OWNER)
    document = await reader(PAGE, ReadParams(url="https://a.example/valves"))
    assert (document.title, document.text()) == ("Valves", "Valves\n\nA valve opens at 45 degrees.")
    with pytest.raises(LibraryError):
        await reader(b"\x89PNG\r\n\x1a\n" + bytes(200), ReadParams(url="https://a.example/photo"))
    await reader.aclose()
    await maker.aclose()


async def test_one_sandbox_reads_one_document_after_another(scripted: Open) -> None:
    async with scripted() as (reader, maker):
        titles = {(await reader(b"read", ReadParams())).title for _ in range(3)}
        assert (len(titles), len(maker.started)) == (1, 1)


async def test_documents_asked_for_together_are_read_side_by_side(scripted: Open) -> None:
    async with scripted(size=2) as (reader, maker):
        await asyncio.gather(*(reader(b"read", ReadParams()) for _ in range(6)))
        assert len(maker.started) == 2


async def test_a_sandbox_is_replaced_after_its_number_of_documents(scripted: Open) -> None:
    async with scripted(size=1, documents_per_sandbox=2) as (reader, maker):
        titles = [(await reader(b"read", ReadParams())).title for _ in range(4)]
        assert titles[0] == titles[1] != titles[2] == titles[3]
        assert not maker.started[0].alive


async def test_a_reader_that_dies_once_is_replaced(scripted: Open, tmp_path: Path) -> None:
    async with scripted() as (reader, maker):
        document = await reader(f"die-once {tmp_path / 'mark'}".encode(), ReadParams())
        assert document.text() == "some text"
        assert len(maker.started) == 2


async def test_the_death_of_two_readers_is_no_word_about_the_document_and_the_next_is_read(scripted: Open) -> None:
    async with scripted(size=1) as (reader, maker):
        with pytest.raises(SandboxError, match="ended before it answered"):
            await reader(b"die", ReadParams())
        assert len(maker.started) == 2
        assert (await reader(b"read", ReadParams())).text() == "some text"


async def test_a_reader_that_hangs_is_ended_and_not_tried_twice(scripted: Open) -> None:
    async with scripted(time_limit_s=0.5) as (reader, maker):
        with pytest.raises(LibraryError, match="takes longer"):
            await reader(b"hang", ReadParams())
        assert len(maker.started) == 1


async def test_a_refusal_says_what_the_reader_said(scripted: Open) -> None:
    async with scripted() as (reader, maker):
        with pytest.raises(LibraryError, match=r"This is a photograph\."):
            await reader(b"refuse", ReadParams())
        with pytest.raises(SandboxError, match="failed before it could try"):
            await reader(b"break", ReadParams())
        assert len(maker.started) == 1


@pytest.mark.parametrize("lie", [b"shapeless", b"surrogate"])
async def test_an_answer_that_is_no_document_is_an_error(scripted: Open, lie: bytes) -> None:
    async with scripted() as (reader, _):
        with pytest.raises(SandboxError, match="malformed"):
            await reader(lie, ReadParams())


async def test_an_answer_beyond_all_limits_is_cut(scripted: Open) -> None:
    async with scripted() as (reader, _):
        document = await reader(b"long", ReadParams())
        assert len(document.text()) == MAX_TEXT_CHARS
        assert document.quality.truncated
        assert len(document.title) == 1_000


async def test_links_of_a_web_page_never_lead_to_files(scripted: Open) -> None:
    async with scripted() as (reader, _):
        page = await reader(b"links", ReadParams(url="https://b.example/"))
        assert {link.url for link in page.links} == {"https://a.example/"}
        local = await reader(b"links", ReadParams(url="file:///library/a.html"))
        assert {link.url for link in local.links} == {"https://a.example/", "file:///etc/passwd"}
        assert len(local.links) == MAX_LINKS


async def test_cancelling_ends_the_sandbox_at_work(scripted: Open) -> None:
    async with scripted(size=1) as (reader, maker):
        await reader.warm()
        reading = asyncio.ensure_future(reader(b"hang", ReadParams()))
        await asyncio.sleep(0)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        assert (await reader(b"read", ReadParams())).text() == "some text"
        assert len(maker.started) <= 2


async def test_trimming_closes_idle_sandboxes(scripted: Open) -> None:
    async with scripted() as (reader, maker):
        await reader.warm()
        assert maker.started[0].alive
        await reader.trim()
        assert not maker.started[0].alive
        await reader(b"read", ReadParams())
        assert len(maker.started) == 2


async def test_a_closed_reader_reads_no_more(scripted: Open) -> None:
    async with scripted() as (reader, _):
        await reader.aclose()
        with pytest.raises(SandboxError, match="closed"):
            await reader(b"read", ReadParams())


async def test_a_library_is_indexed_through_sandboxes(index: LibraryIndex, folder: Path) -> None:
    (folder / "valves.html").write_bytes(PAGE)
    (folder / "bad.pdf").write_bytes(b"%PDF-1.4 broken")
    maker = CountingMaker()
    reader = SandboxReader(maker, OWNER)
    counts = await index.update([folder], reader)
    assert (counts.documents, len(counts.unreadable)) == (1, 1)
    assert [passage.text for passage in await index.view([folder]).search("valve", 3)] == [
        "A valve opens at 45 degrees."
    ]
    await reader.aclose()
    await maker.aclose()
