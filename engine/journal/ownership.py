"""Who owns a run: a process, told apart from a later one with the same number by boot and start time."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from engine.values import Value

# A heartbeat older than this, from a machine or boot that cannot be looked at, counts as dead.
HEARTBEAT_STALE_S = 45.0
HEARTBEAT_EVERY_S = 10.0


class Owner(Value):
    """A process as an owner of runs and sandboxes."""

    pid: int
    boot_id: str
    started: str  # the kernel's start time of the process, "" where it is not told


def boot_id() -> str:
    """Return an id of this boot of this machine, "" where the system has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def process_start(pid: int) -> str:
    """Return the start time of a living process in clock ticks since boot (field 22 of /proc/PID/stat), or ""."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    # The name in parentheses may hold anything; fields count from behind it.
    fields = stat.rpartition(")")[2].split()
    # A killed process stays in the table until its parent looks; it owns nothing any more.
    return "" if not fields or fields[0] in "ZX" else fields[19]


def this_process() -> Owner:
    """Return this process as an owner."""
    return Owner(pid=os.getpid(), boot_id=boot_id(), started=process_start(os.getpid()))


def is_alive(owner: Owner, heartbeat: float, now: float | None = None) -> bool:
    """Tell whether an owner still lives; `heartbeat` and `now` are seconds since the epoch."""
    if owner.boot_id and owner.boot_id == boot_id():
        return _runs_here(owner)
    if not owner.boot_id and sys.platform != "linux":
        return _runs_here(owner)
    moment = time.time() if now is None else now
    return moment - heartbeat < HEARTBEAT_STALE_S


def _runs_here(owner: Owner) -> bool:
    if sys.platform == "win32":
        return _runs_on_windows(owner.pid)
    try:
        os.kill(owner.pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OSError):
        return True
    if owner.started:
        return process_start(owner.pid) == owner.started
    return True


def _runs_on_windows(pid: int) -> bool:
    """Ask for the process's exit code; `os.kill(pid, 0)` would send it Ctrl+C there."""
    if sys.platform != "win32":
        return False
    import ctypes

    query_limited_information, still_active = 0x1000, 259
    kernel = ctypes.windll.kernel32
    handle = kernel.OpenProcess(query_limited_information, False, pid)
    if not handle:
        return False
    try:
        code = ctypes.c_ulong()
        return bool(kernel.GetExitCodeProcess(handle, ctypes.byref(code))) and code.value == still_active
    finally:
        kernel.CloseHandle(handle)
