"""The seam to sandboxes: one kind makes sandboxes, one sandbox runs one program and talks JSON-RPC."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol

from engine.values import SandboxKind, Value

Program = Literal["researcher", "reader"]

# Answers a call that came out of the sandbox: (method, params) -> result.
# It raises `CallError` to send a JSON-RPC error back; anything else becomes an internal error.
CallHandler = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]
# Hears notifications of the sandbox (`progress`): (method, params).
NotificationHandler = Callable[[str, dict[str, Any]], None]


def no_wait() -> float:
    """Return that nobody has waited."""
    return 0.0


class CallError(Exception):
    """A JSON-RPC error, received from the sandbox or to be sent to it."""

    def __init__(self, code: int, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data or {}


class SandboxOwner(Value):
    """Who a sandbox belongs to; becomes labels, so that a sweep removes only what a dead owner left."""

    run_id: str = ""  # "" for readers of the library and for the warm pool
    pid: int
    boot_id: str
    started: str = ""  # the kernel's start time of the process: numbers are used again


class Availability(Value):
    """Whether a kind works here; `why` and `advice` are sentences when it does not."""

    kind: SandboxKind
    usable: bool
    ready: bool = True  # False: usable, but something must be prepared first (the image)
    why: str = ""
    advice: str = ""
    endpoint: str = ""  # Docker's
    warnings: tuple[str, ...] = ()  # limits this engine does not enforce
    runtimes: tuple[str, ...] = ()  # a Docker engine knows; () = not told


class Sandbox(Protocol):
    """One running program in its own sandbox."""

    id: str  # short, for people
    kind: SandboxKind

    def serve(self, handler: CallHandler, on_notification: NotificationHandler) -> None:
        """Set who answers the calls that come out; before that they wait."""

    async def call(
        self,
        method: str,
        params: dict[str, Any],
        *,
        blob: bytes | None = None,
        timeout_s: float | None = None,
        waited_s: Callable[[], float] = no_wait,
    ) -> dict[str, Any]:
        """Call the program; `blob` travels beside the call in parts.

        Args:
            waited_s: how much of the time since then does not count in `timeout_s`.

        Raises:
            CallError: the program answered with an error.
            SandboxError: it ended first, broke the protocol, or the time was over (it is then closed).
        """

    async def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification; silent when the sandbox is gone."""

    async def close(self) -> None:
        """End the program and delete the sandbox; safe to call twice, returns when it is gone."""


class SandboxMaker(Protocol):
    """One kind of sandbox (docker, bubblewrap, process)."""

    kind: SandboxKind

    async def availability(self) -> Availability:
        """Find out whether this kind works here, without changing anything."""

    async def start(self, program: Program, owner: SandboxOwner) -> Sandbox:
        """Start a sandbox and wait for its `ready`.

        Raises:
            SandboxError: it could not be started; a `DockerError` where the engine is the reason.
        """

    async def sweep(self) -> int:
        """Remove what dead owners left behind; return how many."""

    async def aclose(self) -> None:
        """Release connections and threads."""
