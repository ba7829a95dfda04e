"""What may not be imported early: the SDK freezes a loop, and a sandbox starts with pydantic alone."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("openai", "httpx2", "json_repair", "lxml", "trafilatura", "PySide6")


@pytest.mark.parametrize(
    "module",
    [
        "engine.models.openai_model",
        "engine.agents.model.writer",
        "researcher_container.researcher.tools_loop",
        "researcher_container.researcher.hosted_loop",
    ],
)
def test_nothing_heavy_is_imported_at_start(module):
    code = f"import sys, {module}; print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


async def test_the_sdk_is_imported_off_the_loop(serve, connect, say):
    """Make the first call of a fresh process and measure how long its loop stood still."""
    server = serve(lambda asked: say.Answer("ok"))
    code = f"""
import asyncio, time
from engine.models.openai_model import OpenAIModel
from engine.values import Role
from researcher_container.contract import Message, ModelRequest

async def main():
    longest, last, ended = 0.0, time.perf_counter(), False
    async def beat():
        nonlocal longest, last
        while not ended:
            await asyncio.sleep(0.005)
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
    heart = asyncio.create_task(beat())
    model = OpenAIModel(base_url={server.base_url!r}, model="m")
    reply = await model.respond(ModelRequest(messages=(Message(role="user", content="?"),)), role=Role.PLANNER)
    ended = True
    await heart
    await model.aclose()
    print(reply.text, longest)

asyncio.run(main())
"""
    # In a thread: the server must go on answering while this process waits.
    import asyncio

    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    text, longest_s = done.stdout.split()
    assert text == "ok"
    # Imported on the loop it stands still for 0.7 s and more; the interpreter lock costs some of that anyway.
    assert float(longest_s) < 0.5
