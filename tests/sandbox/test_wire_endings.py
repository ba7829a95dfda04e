"""What a program still says after its sandbox was closed from this side."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from engine.sandbox.conduit import Ending
from engine.sandbox.wire import Wire


class Spoken:
    """A conduit that gives what it is told to give, one piece at a time."""

    def __init__(self) -> None:
        self.pieces: asyncio.Queue[bytes] = asyncio.Queue()

    async def read(self) -> bytes:
        return await self.pieces.get()

    async def write(self, data: bytes) -> None:
        pass

    def write_soon(self, data: bytes) -> None:
        pass

    async def ending(self) -> Ending:
        return Ending(cause="exited")

    async def remove(self) -> None:
        pass


def line(**message: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


async def test_a_call_on_its_way_out_is_not_answered_and_holds_nothing_up():
    spoken, asked, heard = Spoken(), list[str](), list[str]()
    began = asyncio.Event()

    async def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
        asked.append(method)
        began.set()
        await asyncio.Event().wait()
        return {}

    wire = Wire(spoken)
    wire.serve(answer, lambda method, params: heard.append(method))
    reading = asyncio.create_task(wire.run())
    spoken.pieces.put_nowait(line(id=1, method="search", params={}))
    async with asyncio.timeout(10):
        await began.wait()
        wire.fail(Ending(cause="cancelled").error())
        late = line(id=2, method="model.respond", params={}) + line(method="progress", params={})
        spoken.pieces.put_nowait(late)
        spoken.pieces.put_nowait(b"")
        await reading
        await wire.settle()
    assert (asked, heard) == (["search"], [])
