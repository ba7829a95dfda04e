"""What every kind of sandbox does, with real children and real containers."""

from __future__ import annotations

import asyncio
import os
import time
from typing import Any

import pytest

from engine.errors import SandboxError
from engine.sandbox.port import CallError, Sandbox, SandboxOwner
from tests.sandbox import programs
from tests.sandbox.conftest import KINDS, MakeMaker

LARGE_TEXT = "é€𝄞x" * 700_000  # 7 MB of UTF-8


async def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    if params.get("text") == "refuse":
        raise CallError(-32001, "not allowed", {"why": "a test"})
    if params.get("text") == "break":
        raise ZeroDivisionError
    return {"text": params.get("text", "")}


async def started(make_maker: MakeMaker, kind: str, owner: SandboxOwner, **limits: Any) -> Sandbox:
    sandbox = await make_maker(kind, programs.HONEST, **limits).start("researcher", owner)
    sandbox.serve(answer, lambda method, params: None)
    return sandbox


@pytest.mark.parametrize("kind", KINDS)
async def test_calls_blobs_and_long_texts_go_both_ways(kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    sandbox = await started(make_maker, kind, owner)
    blob = os.urandom(3_000_001)
    reply = await sandbox.call("echo", {"text": LARGE_TEXT}, blob=blob, timeout_s=60)
    assert reply["told"] == {"text": LARGE_TEXT}
    assert (reply["blob_bytes"], reply["blob_sum"]) == (len(blob), sum(blob) % 65521)
    assert (await sandbox.call("echo", {"text": "\ud800"}))["told"] == {"text": "\ud800"}
    assert (await sandbox.call("echo", {}, blob=b""))["blob_bytes"] == 0
    assert (await sandbox.call("echo", {}))["blob_bytes"] is None
    await sandbox.close()


@pytest.mark.parametrize("kind", KINDS)
async def test_errors_travel_both_ways(kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    sandbox = await started(make_maker, kind, owner)
    with pytest.raises(CallError) as failed:
        await sandbox.call("fail", {})
    assert (failed.value.code, str(failed.value), failed.value.data) == (-32006, "unreadable", {"why": "a test"})
    with pytest.raises(CallError) as refused:
        await sandbox.call("echo", {"text": "refuse"})
    assert (refused.value.code, refused.value.data) == (-32001, {"why": "a test"})
    with pytest.raises(CallError, match="the app could not answer"):
        await sandbox.call("echo", {"text": "break"})
    with pytest.raises(CallError, match="ZeroDivisionError"):
        await sandbox.call("bug", {})
    with pytest.raises(CallError, match="no method nope"):
        await sandbox.call("nope", {})


@pytest.mark.parametrize("kind", KINDS)
async def test_cancel_overtakes_a_page(kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    sandbox = await started(make_maker, kind, owner)
    waiting = asyncio.Event()
    sandbox.serve(answer, lambda method, params: waiting.set())
    first = asyncio.create_task(sandbox.call("wait_for_cancel", {}, timeout_s=30))
    async with asyncio.timeout(10):
        await waiting.wait()
    page = asyncio.create_task(sandbox.call("echo", {}, blob=bytes(40_000_000), timeout_s=60))
    await asyncio.sleep(0)
    await sandbox.notify("cancel", {})
    done, _ = await asyncio.wait((first, page), return_when=asyncio.FIRST_COMPLETED)
    assert done == {first}
    assert first.result() == {"cancelled": True}
    assert (await page)["blob_bytes"] == 40_000_000


@pytest.mark.parametrize("kind", KINDS)
async def test_gone_within_three_seconds_and_safe_to_close_twice(
    kind: str, make_maker: MakeMaker, owner: SandboxOwner
) -> None:
    sandbox = await started(make_maker, kind, owner)
    call = asyncio.create_task(sandbox.call("wait_for_cancel", {}))
    await asyncio.sleep(0)
    begun = time.monotonic()
    await asyncio.gather(sandbox.close(), sandbox.close())
    assert time.monotonic() - begun < 3
    with pytest.raises(SandboxError) as ended:
        await call
    assert ended.value.kind == "cancelled"
    with pytest.raises(SandboxError):
        await sandbox.call("echo", {})
    await sandbox.notify("cancel", {})


@pytest.mark.parametrize("kind", KINDS)
async def test_six_start_at_once(kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    maker = make_maker(kind)
    begun = time.monotonic()
    six = await asyncio.gather(*(maker.start("researcher", owner) for _ in range(6)))
    assert time.monotonic() - begun < 20
    assert len({sandbox.id for sandbox in six}) == 6
    await asyncio.gather(*(sandbox.close() for sandbox in six))


@pytest.mark.parametrize("kind", KINDS)
async def test_many_calls_at_once_are_all_answered(kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    sandbox = await started(make_maker, kind, owner)
    running, most = 0, 0

    async def slow(method: str, params: dict[str, Any]) -> dict[str, Any]:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01)
        running -= 1
        return params

    sandbox.serve(slow, lambda method, params: None)
    reply = await sandbox.call("ask_many", {"count": 50}, timeout_s=30)
    assert reply["told"] == [str(number) for number in range(50)]
    assert most <= 32


@pytest.mark.parametrize("kind", KINDS)
async def test_a_cancelled_start_leaves_nothing(kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    maker = make_maker(kind, programs.NEVER_READY)
    await maker.availability()
    for delay_s in (0.0, 0.01, 0.3):
        start = asyncio.create_task(maker.start("researcher", owner))
        await asyncio.wait((start,), timeout=delay_s)
        start.cancel()
        with pytest.raises(asyncio.CancelledError):
            await start
    await maker.aclose()


@pytest.mark.parametrize("kind", KINDS)
async def test_a_program_that_is_never_ready_is_removed(
    kind: str, make_maker: MakeMaker, owner: SandboxOwner
) -> None:
    maker = make_maker(kind, programs.NEVER_READY, start_s=0.5)
    with pytest.raises(SandboxError) as failed:
        await maker.start("researcher", owner)
    assert failed.value.kind == "not_started"


@pytest.mark.parametrize("kind", KINDS)
async def test_the_two_programs_start(kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    maker = make_maker(kind)
    reader = await maker.start("reader", owner)
    reply = await reader.call(
        "read", {"url": "file:///a.txt", "declared_type": "text/plain"}, blob=b"Plain words.", timeout_s=30
    )
    assert [block["text"] for block in reply["blocks"]] == ["Plain words."]
    researcher = await maker.start("researcher", owner)
    assert researcher.kind == kind
