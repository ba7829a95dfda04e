"""What the executors of one run share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from engine.agents.port import Minds
from engine.broker.broker import Broker
from engine.control import RunControl
from engine.events import Event, ReportFinished
from engine.recorder import Recorder
from engine.sandbox.port import Sandbox
from engine.texts import TextStore
from engine.values import RunOptions
from engine.workflow.open_wave import OpenWave

# Gives a sandbox that runs the researcher program, warm or fresh; raises SandboxError.
TakeSandbox = Callable[[], Awaitable[Sandbox]]


@dataclass
class RunContext:
    """One run's means.

    Attributes:
        reports: those that stand already, by version.
        nobody_answered: the run has failed like that before; errors without sources are worked out again.
    """

    topic: str
    options: RunOptions
    recorder: Recorder
    control: RunControl
    minds: Minds
    broker: Broker
    texts: TextStore
    take_sandbox: TakeSandbox
    today: str  # ISO date of the run's beginning: the same after a resume
    reports: dict[int, ReportFinished] = field(default_factory=dict)
    nobody_answered: bool = False
    open_waves: dict[int, OpenWave] = field(default_factory=dict)
    slots: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self.slots = asyncio.Semaphore(self.options.concurrency)

    def emit(self, event: Event) -> None:
        """Journal and show an event."""
        self.recorder.emit(event)
