"""What a child that reads one document may hold and cost."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
from dataclasses import dataclass

from researcher_container.contract import MAX_STREAM_BYTES
from researcher_container.reader.undumpable import die_with_parent

# More descriptors than any sandbox may open.
OPEN_FILES = 4096


@dataclass(frozen=True)
class ChildLimits:
    """What one document may cost."""

    cpu_s: int = 60
    wall_s: float = 90.0
    # Below what a sandbox gets as a whole, so that a document ends its child and not the program.
    memory_bytes: int = 880 * 1024 * 1024
    result_bytes: int = MAX_STREAM_BYTES


def lock_in(sink: int, limits: ChildLimits) -> None:
    """Give up the wire and every other file, and take the limits on."""
    die_with_parent()
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(null, standard)
    os.closerange(3, sink)
    os.closerange(sink + 1, OPEN_FILES)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    gc.disable()  # nothing lives longer than the document
    _set_limits(limits)


def _set_limits(limits: ChildLimits) -> None:
    import resource

    for name, soft, hard in (
        ("RLIMIT_CPU", limits.cpu_s, limits.cpu_s + 1),  # at the hard limit the signal is the same as any kill
        ("RLIMIT_AS", limits.memory_bytes, limits.memory_bytes),
        ("RLIMIT_CORE", 0, 0),
        ("RLIMIT_FSIZE", 0, 0),
        ("RLIMIT_NPROC", 0, 0),
    ):
        # macOS knows fewer of them and refuses some values; the parent's clock stands everywhere.
        with contextlib.suppress(AttributeError, ValueError, OSError):
            kind = getattr(resource, name)
            highest = resource.getrlimit(kind)[1]
            if highest == resource.RLIM_INFINITY or highest > hard:
                highest = hard
            resource.setrlimit(kind, (min(soft, highest), highest))
