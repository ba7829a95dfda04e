"""What a run is given to work with, and the seam to whoever gives it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Protocol

from engine.agents.port import Minds
from engine.broker.broker import Broker
from engine.recorder import Recorder
from engine.sandbox.port import Sandbox
from engine.texts import TextStore
from engine.values import RunOptions


@dataclass(frozen=True)
class Tools:
    """What one run works with; `take_sandbox` gives one that runs the researcher program."""

    minds: Minds
    broker: Broker
    take_sandbox: Callable[[], Awaitable[Sandbox]]


class Means(Protocol):
    """Gives runs their tools (the workshop does)."""

    texts: TextStore

    async def tools(self, options: RunOptions, recorder: Recorder, stack: AsyncExitStack) -> Tools:
        """Make ready what a run needs; `stack` ends it with the run."""
