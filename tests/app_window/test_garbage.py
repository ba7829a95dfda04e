"""While a window lives, only its own thread takes garbage apart."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from typing import Any

from window_waiting import until

from app import garbage
from app.main_window import MainWindow


class Ring:
    """Garbage that only a collection finds."""

    def __init__(self) -> None:
        self.itself = self


def test_only_the_window_s_thread_collects(play, monkeypatch):
    monkeypatch.setattr(garbage, "EVERY_MS", 5)
    collected_in: set[threading.Thread] = set()

    def note(phase: str, info: dict[str, Any]) -> None:
        collected_in.add(threading.current_thread())

    def work() -> list[weakref.ref[Ring]]:
        return [weakref.ref(Ring()) for _ in range(5_000)]

    async def scene(window: MainWindow) -> None:
        assert not gc.isenabled()
        gc.callbacks.append(note)
        try:
            rings = await asyncio.to_thread(work)
            await until(lambda: not any(ring() for ring in rings), "the garbage's end")
        finally:
            gc.callbacks.remove(note)
        assert collected_in == {threading.main_thread()}

    play(scene)
    assert gc.isenabled()
