"""What one sandbox may use."""

from __future__ import annotations

from engine.values import Value


class SandboxLimits(Value):
    """Limits of one sandbox; each kind enforces those it can."""

    memory_bytes: int = 1024**3  # docker: memory and swap together
    address_space_bytes: int = 2 * 1024**3  # the others: virtual memory, which counts what is only reserved
    pids: int = 64
    cpus: float = 1.0
    cpu_time_s: int = 1_800
    open_files: int = 256
    tmp_bytes: int = 64 * 1024**2
    start_s: float = 30.0
    lifetime_s: int = 4 * 3_600  # docker: a program that outlives its app and ignores the end of its stdin
