"""How long the window's loop stands still: a heartbeat, a control heartbeat beside it, and who was at work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QObject, Qt, QTimer

BEAT_MS = 5
SAMPLED_AFTER_S = 0.025
STACK_DEPTH = 24

# The control does nothing but beat: where it is late as well, the machine was busy, not the window.
_CONTROL = """
import json, sys, threading, time
late, ended = [], threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
print("ready", flush=True)
last = time.monotonic()
while not ended.is_set():
    time.sleep(%f)
    now = time.monotonic()
    if now - last > %f:
        late.append((last, now))
    last = now
json.dump(late, sys.stdout)
"""


@dataclass(frozen=True)
class Stall:
    """A time the loop stood still; `own_s` is without what the machine took from it meanwhile."""

    at_s: float  # since the heart began
    lasted_s: float
    own_s: float
    stacks: tuple[str, ...]


@dataclass
class Pulse:
    """What a heart has felt."""

    beats: int = 0
    stalls: list[Stall] = field(default_factory=list)
    gaps_s: list[float] = field(default_factory=list)  # of every beat, without what the machine took

    def percentile_s(self, share: float) -> float:
        """Return the gap that this share of the time's beats stay within."""
        ordered = sorted(self.gaps_s)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def told(self, least_s: float) -> str:
        """Return the longest stalls with who was at work, for a failed test."""
        longest = sorted(self.stalls, key=lambda stall: -stall.own_s)
        return "\n".join(
            f"{stall.own_s * 1e3:.0f} ms (of {stall.lasted_s * 1e3:.0f}) at {stall.at_s:.2f} s:\n{stacks}"
            for stall in longest
            if stall.own_s >= least_s
            for stacks in ["\n".join(stall.stacks[:3]) or "  (nobody was seen)"]
        )


class Queue:
    """How long this thread stood ready to run while others had the processors: the kernel's own count (Linux)."""

    def __init__(self) -> None:
        place = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._file = os.open(place, os.O_RDONLY) if place.exists() else None

    def waited_s(self) -> float:
        """Return the time since the thread began; 0 where the system does not count."""
        return 0.0 if self._file is None else int(os.pread(self._file, 99, 0).split()[1]) / 1e9

    def close(self) -> None:
        """Let go of the count."""
        if self._file is not None:
            os.close(self._file)


class Heartbeat(QObject):
    """Beats in the loop of the thread that made it."""

    def __init__(self) -> None:
        super().__init__()
        self._began = self._last = time.monotonic()
        self._queue = Queue()
        self._waited_s = self._queue.waited_s()
        self._beats: list[tuple[float, float, float]] = []  # since when, until when, waited of it
        self._samples: list[tuple[float, str]] = []
        self._control = subprocess.Popen(
            [sys.executable, "-c", _CONTROL % (BEAT_MS / 1e3, 2 * BEAT_MS / 1e3)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._control.stdout is not None
        assert self._control.stdout.readline() == "ready\n"
        self._timer = QTimer(self, interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def begin(self) -> None:
        """Begin to beat."""
        self._waited_s = self._queue.waited_s()
        self._began = self._last = time.monotonic()
        self._timer.start()
        self._earlier = signal.signal(signal.SIGALRM, self._alarm)

    def end(self) -> Pulse:
        """Stop beating; return what was felt."""
        self._timer.stop()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._earlier)
        self._queue.close()
        said, _ = self._control.communicate(timeout=10)
        control: list[list[float]] = json.loads(said)
        pulse = Pulse(beats=len(self._beats))
        for start, end, waited in self._beats:
            lasted = end - start - BEAT_MS / 1e3
            lost = sum(max(0.0, min(end, late[1]) - max(start, late[0])) for late in control)
            own = max(0.0, lasted - max(lost, waited))
            pulse.gaps_s.append(own)
            if lasted > SAMPLED_AFTER_S:
                stacks = tuple(stack for at, stack in self._samples if start <= at <= end)
                pulse.stalls.append(Stall(start - self._began, lasted, own, stacks))
        return pulse

    def _beat(self) -> None:
        now, waited_s = time.monotonic(), self._queue.waited_s()
        self._beats.append((self._last, now, waited_s - self._waited_s))
        self._last, self._waited_s = now, waited_s
        # Heard in this very thread: another one that looks at its frames can bring CPython 3.11 down.
        signal.setitimer(signal.ITIMER_REAL, SAMPLED_AFTER_S, SAMPLED_AFTER_S)

    def _alarm(self, _number: int, frame: FrameType | None) -> None:
        """Note who is at work: called in the loop's own thread as soon as what blocks it returns to Python."""
        seen = [line for line in traceback.extract_stack(frame) if "importlib" not in line.filename]
        lines = seen[-STACK_DEPTH:]
        stack = "\n".join(f"  {line.filename}:{line.lineno} {line.name}" for line in lines)
        self._samples.append((time.monotonic(), stack))
