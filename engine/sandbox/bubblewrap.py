"""The `bubblewrap` kind (Linux): the same child inside an empty root, without a network."""

from __future__ import annotations

import asyncio
import functools
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.sandbox.command import program_command
from engine.sandbox.leftovers import OWNER_VARIABLE, owner_mark, sweep_wrappers
from engine.sandbox.limits import SandboxLimits
from engine.sandbox.port import Availability, Program
from engine.sandbox.process import ProcessMaker
from engine.values import SandboxKind

SYSTEM_FOLDERS = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/libx32")
NOBODY = "65534"
TRIAL_S = 10.0
SHM_BYTES = 1024 * 1024
# Since this kernel the processes of a user are counted per user namespace, so a limit hits only the sandbox.
COUNTS_PER_NAMESPACE = (5, 14)


class BubblewrapMaker(ProcessMaker):
    """Implements `port.SandboxMaker` with bubblewrap.

    Args:
        source: Python text to run instead of the product's programs (hostile programs of the tests).
        bwrap: the program; found on the path when not given.
    """

    kind: SandboxKind = "bubblewrap"

    def __init__(
        self, limits: SandboxLimits | None = None, *, source: str | None = None, bwrap: str | None = None
    ) -> None:
        super().__init__(limits, source=source)
        self._bwrap = bwrap or shutil.which("bwrap") or ""
        self._works: Availability | None = None

    async def availability(self) -> Availability:
        """Try one start; a kernel or a policy may forbid what the program itself could do."""
        if self._works is None or not self._works.usable:
            self._works = await asyncio.to_thread(self._try)
        return self._works

    def _try(self) -> Availability:
        if sys.platform != "linux":
            return _unusable("bubblewrap exists only on Linux.")
        if not self._bwrap:
            return _unusable(
                "bubblewrap is not installed.", "Install the package `bubblewrap`, for example with apt or dnf."
            )
        command = (*self._wrapped(()), "/usr/bin/true" if os.path.exists("/usr/bin/true") else "/bin/true")
        try:
            done = subprocess.run(command, env={}, capture_output=True, timeout=TRIAL_S, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            return _unusable(f"bubblewrap does not start here ({error}).")
        if done.returncode:
            reason = done.stderr.decode(errors="replace").strip()[:300]
            return _unusable(
                f"bubblewrap does not start here ({reason}).",
                "The kernel or a security policy may forbid user namespaces; Docker does not need them.",
            )
        return Availability(kind="bubblewrap", usable=True)

    async def sweep(self) -> int:
        """End the wrappers of dead owners; their folders go with those of child processes."""
        return await asyncio.to_thread(sweep_wrappers)

    def _command(self, program: Program) -> tuple[str, ...]:
        command = program_command(
            program, self._limits, source=self._source, count_processes=counts_per_namespace(platform.release())
        )
        return (*self._wrapped(command.folders), *command.arguments)

    def _wrapped(self, folders: Iterable[Path]) -> tuple[str, ...]:
        known = _known_options(self._bwrap)
        arguments = [self._bwrap, "--unshare-user", "--unshare-all", "--uid", NOBODY, "--gid", NOBODY]
        arguments += ["--cap-drop", "ALL", "--new-session", "--die-with-parent", "--hostname", "sandbox"]
        if "--disable-userns" in known:
            arguments += ["--disable-userns"]
        if "--clearenv" in known:
            arguments += ["--clearenv"]
        for name, value in (
            ("PATH", "/usr/bin:/bin"),
            ("LANG", "C.UTF-8"),
            ("HOME", "/tmp"),
            ("MALLOC_ARENA_MAX", "2"),
        ):
            arguments += ["--setenv", name, value]
        # Where the app runs as root, the sandbox's user is root outside, and /proc/sys would take its writes.
        arguments += ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"]
        for folder, size_bytes in (("/dev/shm", SHM_BYTES), ("/tmp", self._limits.tmp_bytes)):
            if "--size" in known:
                arguments += ["--size", str(size_bytes)]
            arguments += ["--tmpfs", folder]
        # Readable from outside only: the next start can tell whose a wrapper is that outlived its app.
        arguments += ["--setenv", OWNER_VARIABLE, owner_mark(), "--unsetenv", OWNER_VARIABLE]
        # Behind the empty /tmp: the app or its environment may live below it.
        arguments += _binds(folders)
        arguments += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp", "--"]
        return tuple(arguments)


def counts_per_namespace(release: str) -> bool:
    """Tell from a kernel's release whether a process limit inside counts only the sandbox's processes."""
    numbers = release.split("-")[0].split(".")
    try:
        return (int(numbers[0]), int(numbers[1])) >= COUNTS_PER_NAMESPACE
    except (IndexError, ValueError):
        return False


def _binds(folders: Iterable[Path]) -> Iterator[str]:
    """Yield the read-only view: the system's programs and libraries, the interpreter, our code."""
    for folder in SYSTEM_FOLDERS:
        if os.path.islink(folder):
            yield from ("--symlink", os.readlink(folder), folder)
        elif os.path.isdir(folder):
            yield from ("--ro-bind", folder, folder)
    yield from ("--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache")
    for path in folders:
        if not any(path.is_relative_to(folder) for folder in SYSTEM_FOLDERS):
            yield from ("--ro-bind", str(path), str(path))


@functools.cache
def _known_options(bwrap: str) -> frozenset[str]:
    """Return the options this bubblewrap knows; the hardening ones came over the years."""
    shown = subprocess.run((bwrap, "--help"), env={}, capture_output=True, timeout=TRIAL_S, check=False).stdout
    return frozenset(word for word in shown.decode(errors="replace").split() if word.startswith("--"))


def _unusable(why: str, advice: str = "") -> Availability:
    return Availability(kind="bubblewrap", usable=False, why=why, advice=advice)
