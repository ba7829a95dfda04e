"""What every kind of sandbox has in common: a conduit for bytes, and an end with a cause."""

from __future__ import annotations

from typing import Protocol

from engine.errors import SandboxCause, SandboxError
from engine.values import Value

_SENTENCES: dict[SandboxCause, tuple[str, str]] = {
    "memory": (
        "The sandbox ran out of memory.",
        "Try again; if the same document does it again, leave that document out.",
    ),
    "time": ("The sandbox did not answer in time.", "Try again, or choose a smaller depth."),
    "protocol": (
        "The sandbox sent something that is not the protocol, so it was removed.",
        "Try again; if the same document does it again, leave that document out.",
    ),
    "killed": ("The sandbox was killed from outside.", "Try again."),
    "exited": ("The program in the sandbox ended before it answered.", "Try again."),
    "engine_gone": ("The Docker engine stopped while the sandbox was running.", "Start Docker and try again."),
    "not_started": ("The sandbox could not be started.", "Try again; `dossier doctor` tells what is missing."),
    "cancelled": ("The sandbox was closed.", ""),
}


class Ending(Value):
    """How a program ended."""

    cause: SandboxCause
    detail: str = ""

    def error(self) -> SandboxError:
        """Return the error whoever waits for this sandbox gets."""
        title, advice = _SENTENCES[self.cause]
        return SandboxError(self.cause, title, advice, detail=self.detail)


class ConduitClosed(Exception):
    """Nothing can be written any more."""


class Conduit(Protocol):
    """The bytes of one running program, and its end."""

    async def read(self) -> bytes:
        """Return the next bytes of its stdout, b"" when there will be no more."""

    async def write(self, data: bytes) -> None:
        """Put bytes to its stdin, all or nothing; waits while the program does not read.

        Raises:
            ConduitClosed: the program's stdin is gone.
        """

    def write_soon(self, data: bytes) -> None:
        """Put a few bytes without waiting; the same errors as `write`, also when too much waits already."""

    async def ending(self) -> Ending:
        """Find out how the program ended, after `read` returned b""."""

    async def remove(self) -> None:
        """End the program, delete everything it had, release the threads; returns when it is gone."""
