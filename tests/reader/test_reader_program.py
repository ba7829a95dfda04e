"""The reader program in a real child process, over the wire."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator

import pytest

from engine.journal.ownership import this_process
from engine.sandbox.port import CallError, Sandbox, SandboxOwner
from engine.sandbox.process import ProcessMaker
from researcher_container.contract import Document, ErrorCode

PAGE = b"<html><head><title>Tides</title></head><body><p>The range is 4.2 m.</p></body></html>"


@pytest.fixture
async def reader() -> AsyncIterator[Sandbox]:
    me = this_process()
    maker = ProcessMaker()
    sandbox = await maker.start("reader", SandboxOwner(pid=me.pid, boot_id=me.boot_id, started=me.started))
    yield sandbox
    await sandbox.close()
    await maker.aclose()


async def read(sandbox: Sandbox, data: bytes, **params: object) -> Document:
    reply = await sandbox.call("read", {"with_metadata": False, **params}, blob=data, timeout_s=60)
    return Document.model_validate(reply)


async def test_documents_are_read_one_after_another_and_refusals_do_not_end_it(reader: Sandbox) -> None:
    assert (await read(reader, PAGE)).text() == "The range is 4.2 m."
    with pytest.raises(CallError) as refused:
        await read(reader, b"\x89PNG\r\n\x1a\n")
    assert refused.value.code == ErrorCode.UNREADABLE
    assert str(refused.value).startswith("This is a picture (PNG).")
    together = await asyncio.gather(*(read(reader, b"<p>number %d</p>" % number) for number in range(8)))
    assert [document.text() for document in together] == [f"number {number}" for number in range(8)]


async def test_a_large_document_travels_whole(reader: Sandbox) -> None:
    text = "The range of the tide at Alder is 4.2 m. " * 50_000
    document = await read(reader, f"<p>{text}</p>".encode())
    assert document.text() == text.strip()


async def test_metadata_of_a_web_page_is_added(reader: Sandbox) -> None:
    prose = (
        "<p>The range of the tide at Alder was measured by the harbour board in that year, and it is large.</p>" * 9
    )
    page = (
        "<html><head><title>Tides at Alder</title><meta name=author content='A. Kent'></head><body><div class=x>"
        f"<div class=y1><a href='/1'>First story of the day</a></div><div class=y2><h1>Tides at Alder</h1>{prose}"
        "</div><div class=y3>Read all about it</div></div></body></html>"
    )
    document = await read(reader, page.encode(), url="https://news.example/2019/03/04/tides", with_metadata=True)
    assert (document.title, document.author, document.date) == ("Tides at Alder", "A. Kent", "2019-03-04")
    assert document.site
    assert sum(block.kind == "paragraph" for block in document.blocks) == 9
    assert {block.text for block in document.blocks if block.kind == "navigation"} == {
        "First story of the day",
        "Read all about it",
    }


ASKS_WHETHER_IT_CAN_BE_READ = """
import ctypes
from researcher_container.reader import program

class Channel:
    def notify(self, method, params):
        print(method, ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))  # PR_GET_DUMPABLE
    def serve(self, handlers):
        print(*handlers)

program.run(Channel())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="undumpable processes are a thing of Linux")
def test_the_program_cannot_be_looked_into_once_it_is_ready() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASKS_WHETHER_IT_CAN_BE_READ], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["ready", "0", "read"]
