"""The `process` kind: a child with a scrubbed environment. It is not isolated, and says so."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from engine.sandbox.child import ChildConduit, end_group
from engine.sandbox.command import program_command
from engine.sandbox.conduit import Ending
from engine.sandbox.leftovers import make_folder, sweep_folders
from engine.sandbox.limits import SandboxLimits
from engine.sandbox.port import Availability, Program, SandboxOwner
from engine.sandbox.roster import Roster
from engine.sandbox.running import RunningSandbox
from engine.values import SandboxKind

_NOT_ISOLATED = "A child process can read your files and reach the network."


class ProcessMaker:
    """Implements `port.SandboxMaker` with plain child processes.

    Args:
        source: Python text to run instead of the product's programs (hostile programs of the tests).
    """

    kind: SandboxKind = "process"

    def __init__(self, limits: SandboxLimits | None = None, *, source: str | None = None) -> None:
        self._limits, self._source = limits or SandboxLimits(), source
        self._roster = Roster()
        # One thread that lives as long as the maker: a child that dies with its parent dies with the thread
        # that started it.
        self._spawner = ThreadPoolExecutor(1, "spawner")

    async def availability(self) -> Availability:
        """Child processes work everywhere."""
        return Availability(kind="process", usable=True, why=_NOT_ISOLATED)

    async def start(self, program: Program, owner: SandboxOwner) -> RunningSandbox:
        """Start a child and wait for its `ready`."""
        try:
            conduit, pid = await self._spawn_off_loop(program)
        except OSError as error:
            raise Ending(cause="not_started", detail=str(error)).error() from error
        sandbox = RunningSandbox(f"{self.kind}-{pid}", self.kind, conduit)
        self._roster.add(sandbox)
        await sandbox.wait_ready(program, self._limits.start_s)
        return sandbox

    async def sweep(self) -> int:
        """Delete the working folders of dead owners; their children ended with their stdin."""
        return await asyncio.to_thread(sweep_folders)

    async def aclose(self) -> None:
        """Close every sandbox that is still open."""
        await self._roster.close_all()
        self._spawner.shutdown(wait=False)

    async def _spawn_off_loop(self, program: Program) -> tuple[ChildConduit, int]:
        spawning = asyncio.get_running_loop().run_in_executor(self._spawner, self._spawn, program)
        try:
            process, folder = await asyncio.shield(spawning)
        except asyncio.CancelledError:
            # The thread cannot be stopped; what it starts has no owner and must not stay.
            await self._roster.undo(_discard_spawned(spawning))
            raise
        return ChildConduit(process, lambda: _delete(folder)), process.pid

    def _spawn(self, program: Program) -> tuple[subprocess.Popen[bytes], str]:
        folder = make_folder()
        try:
            process = subprocess.Popen(
                self._command(program),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=folder,
                env=scrubbed_environment(folder),
                start_new_session=True,
            )
        except BaseException:
            _delete(folder)
            raise
        return process, folder

    def _command(self, program: Program) -> tuple[str, ...]:
        return program_command(program, self._limits, source=self._source).arguments


def scrubbed_environment(folder: str) -> dict[str, str]:
    """Return the whole environment of a child: nothing of ours but what its interpreter cannot start without."""
    environment = {"LANG": "C.UTF-8", "HOME": folder, "TMPDIR": folder, "PATH": os.defpath, "MALLOC_ARENA_MAX": "2"}
    if sys.platform == "win32":
        environment.update(TEMP=folder, TMP=folder, SYSTEMROOT=os.environ.get("SYSTEMROOT", r"C:\Windows"))
    return environment


def _delete(folder: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)


async def _discard_spawned(spawning: asyncio.Future[tuple[subprocess.Popen[bytes], str]]) -> None:
    with contextlib.suppress(OSError):
        await asyncio.to_thread(_discard, *await spawning)


def _discard(process: subprocess.Popen[bytes], folder: str) -> None:
    end_group(process)  # a wrapper that is still setting up has a child already
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
    _delete(folder)
