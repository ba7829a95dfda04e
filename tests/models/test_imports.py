"""What may not be imported early: the SDK freezes a loop, and a sandbox starts with pydantic alone."""

from __future__ import annotations

import asyncio
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
    """Make a first call in a fresh process and note which thread imported the SDK: the loop may not stand still."""
    server = serve(lambda asked: say.Answer("ok"))
    code = f"""
import asyncio, sys, threading
from engine.models.openai_model import OpenAIModel
from engine.values import Role
from researcher_container.contract import Message, ModelRequest

class Noting:
    threads = set()

    def find_spec(self, name, path=None, target=None):
        if name == "openai":
            self.threads.add(threading.current_thread() is threading.main_thread())
        return None

async def main():
    sys.meta_path.insert(0, Noting())
    model = OpenAIModel(base_url={server.base_url!r}, model="m")
    reply = await model.respond(ModelRequest(messages=(Message(role="user", content="?"),)), role=Role.PLANNER)
    await model.aclose()
    print(reply.text, Noting.threads)

asyncio.run(main())
"""
    # In a thread: the server must go on answering while this process waits.
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "ok {False}"
