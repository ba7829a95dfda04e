"""What the tests of language models share: scripted servers, a clock that jumps, models that know nothing yet."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.models.openai_model import OpenAIModel
from engine.models.retry import Limiters
from engine.models.traits import TraitsMemory


def _load(name: str, path: Path) -> ModuleType:
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


_TESTS = Path(__file__).parent.parent
_server = _load("scripted_model_server", _TESTS / "scripted_model" / "server.py")


class JumpingClock:
    """A clock whose sleeps take no time and are written down."""

    def __init__(self, start: float = 1_767_607_200.0) -> None:
        self.time = self.start = start
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds


@pytest.fixture
def say() -> ModuleType:
    """Give the words of the scripted server: Answer, Call, Failure, Raw, Hold."""
    return _server


@pytest.fixture
def serve() -> Iterator[Callable[..., Any]]:
    """Give a function that starts a scripted server."""
    servers = []

    def start(*args: Any, **settings: Any) -> Any:
        servers.append(_server.ScriptedModel(*args, **settings).start())
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def clock() -> JumpingClock:
    return JumpingClock()


@pytest.fixture
async def connect(clock: JumpingClock) -> AsyncIterator[Callable[..., OpenAIModel]]:
    """Give a function that makes a model at a scripted server, without memory of other tests."""
    models = []
    traits, limiters = TraitsMemory(), Limiters()

    def make(server: Any, **options: Any) -> OpenAIModel:
        settings: dict[str, Any] = {
            "base_url": getattr(server, "base_url", server),
            "api_key": "sk-test-1234567890",
            "model": "tidebot",
            "traits": traits,
            "limiters": limiters,
            "clock": clock,
        }
        models.append(OpenAIModel(**(settings | options)))
        return models[-1]

    yield make
    for model in models:
        await model.aclose()


_desk = _load("models_desk", Path(__file__).with_name("desk.py"))


@pytest.fixture
def desk_words() -> ModuleType:
    """Give `document`, `ref_of` and `Desk`."""
    return _desk


@pytest.fixture
async def work(connect: Callable[..., OpenAIModel]) -> AsyncIterator[Callable[..., Any]]:
    """Give a function that runs a researcher's loop against a scripted server: (result, desk)."""
    desks = []

    async def run(research: Any, server: Any, params: Any, pages: Any, prepare: Any = None, **options: Any) -> Any:
        desk = _desk.Desk(connect(server, **options), asyncio.get_running_loop(), pages)
        desks.append(desk)
        if prepare:
            prepare(desk)
        try:
            return await asyncio.to_thread(research, params, desk.broker()), desk
        except Exception as error:
            error.desk = desk  # type: ignore[attr-defined]
            raise

    yield run
    for desk in desks:
        desk.close()
