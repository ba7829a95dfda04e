"""The `process` kind: a child with a scrubbed environment. It is not isolated, and says so."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from engine.sandbox.child import ChildConduit
from engine.sandbox.command import program_command
from engine.sandbox.conduit import Ending
from engine.sandbox.limits import SandboxLimits
from engine.sandbox.port import Availability, Program, SandboxOwner
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
        self._running: set[RunningSandbox] = set()
        self._spawner = ThreadPoolExecutor(1, "spawner")

    async def availability(self) -> Availability:
        """Child processes work everywhere."""
        return Availability(kind="process", usable=True, why=_NOT_ISOLATED)

    async def start(self, program: Program, owner: SandboxOwner) -> RunningSandbox:
        """Start a child and wait for its `ready`."""
        loop = asyncio.get_running_loop()
        try:
            process, folder = await loop.run_in_executor(self._spawner, self._spawn, program)
        except OSError as error:
            raise Ending(cause="not_started", detail=str(error)).error() from error
        conduit = ChildConduit(process, lambda: shutil.rmtree(folder, ignore_errors=True))
        sandbox = RunningSandbox(f"process-{process.pid}", "process", conduit)
        self._running.add(sandbox)
        sandbox.when_gone(lambda: self._running.discard(sandbox))
        await sandbox.wait_ready(program, self._limits.start_s)
        return sandbox

    async def sweep(self) -> int:
        """Nothing to do: children end with their stdin."""
        return 0

    async def aclose(self) -> None:
        """Close every sandbox that is still open."""
        await asyncio.gather(*(sandbox.close() for sandbox in tuple(self._running)))
        self._spawner.shutdown(wait=False)

    def _spawn(self, program: Program) -> tuple[subprocess.Popen[bytes], str]:
        command = program_command(program, self._limits, source=self._source)
        folder = tempfile.mkdtemp(prefix="dossier-")
        try:
            process = subprocess.Popen(
                command.arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=folder,
                env=scrubbed_environment(folder),
                start_new_session=True,
            )
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return process, folder


def scrubbed_environment(folder: str) -> dict[str, str]:
    """Return the whole environment of a child: nothing of ours but what its interpreter cannot start without."""
    environment = {"LANG": "C.UTF-8", "HOME": folder, "TMPDIR": folder, "PATH": os.defpath}
    if sys.platform == "win32":
        environment.update(TEMP=folder, TMP=folder, SYSTEMROOT=os.environ.get("SYSTEMROOT", r"C:\Windows"))
    return environment
