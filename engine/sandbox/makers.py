"""The kinds of sandboxes of this machine, best first."""

from __future__ import annotations

import asyncio

from engine.sandbox.bubblewrap import BubblewrapMaker
from engine.sandbox.docker import DockerMaker
from engine.sandbox.docker_options import DockerOptions
from engine.sandbox.limits import SandboxLimits
from engine.sandbox.port import SandboxMaker
from engine.sandbox.process import ProcessMaker
from engine.values import SandboxKind


class SandboxMakers:
    """One maker per kind; making it connects to nothing and starts nothing.

    Args:
        endpoint: of the Docker engine, "" to find it.
        runtime: "runsc" or "kata" for a stronger wall, "" for the engine's own.
        base_image: what the sandbox image is built on, "" for DOSSIER_BASE_IMAGE or the default.
        limits: of each sandbox.
    """

    def __init__(
        self, *, endpoint: str = "", runtime: str = "", base_image: str = "", limits: SandboxLimits | None = None
    ) -> None:
        options = DockerOptions(endpoint=endpoint, runtime=runtime, base_image=base_image)
        self.docker = DockerMaker(options, limits)
        self.bubblewrap = BubblewrapMaker(limits)
        self.process = ProcessMaker(limits)

    def all(self) -> tuple[SandboxMaker, ...]:
        """Return every maker in the order `auto` takes them."""
        return self.docker, self.bubblewrap, self.process

    def of(self, kind: SandboxKind) -> SandboxMaker:
        """Return the maker of a kind."""
        return next(maker for maker in self.all() if maker.kind == kind)

    async def aclose(self) -> None:
        """Close every sandbox and every connection."""
        await asyncio.gather(*(maker.aclose() for maker in self.all()))
