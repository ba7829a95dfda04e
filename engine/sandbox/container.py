"""A container as a conduit: its attach stream, its end as the engine's events tell it, its removal."""

from __future__ import annotations

from typing import Any

from engine.sandbox import docker_client
from engine.sandbox.bridge import Bridge
from engine.sandbox.child import LogTail, ending_of
from engine.sandbox.conduit import Ending
from engine.sandbox.docker_engine import DockerEngine
from engine.sandbox.docker_events import Death, Deaths
from engine.sandbox.docker_stream import AttachStream

DIE_S = 2.0
# The kernel's word about memory may come a moment after the death it caused.
OOM_S = 0.3
KILLED = (137, 143)
ATTACH = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}


class StartedContainer:
    """What the engine's threads hand to the loop: a container that runs, its stream, its death to come."""

    def __init__(self, engine: DockerEngine, arguments: dict[str, Any]) -> None:
        docker_client.knock(engine.endpoint)
        self.engine, self.log = engine, LogTail()
        self.deaths: Deaths = engine.deaths()
        created = engine.client.create_container(**arguments)
        self.id: str = created["Id"]
        self.warnings: tuple[str, ...] = tuple(created.get("Warnings") or ())
        self.death: Death = self.deaths.watch(self.id)
        self.stream: AttachStream | None = None
        try:
            # Attached before it starts: nothing it says is missed.
            self.stream = AttachStream(engine.client.attach_socket(self.id, params=ATTACH), self.log)
            engine.client.start(self.id)
        except BaseException:
            self.discard()
            raise

    def discard(self) -> None:
        """Remove it before anybody has used it."""
        if self.stream is not None:
            self.stream.abort()
            self.stream.close()
        self.engine.remove(self.id)
        self.deaths.forget(self.id)


class ContainerConduit:
    """Implements `conduit.Conduit` for one container. Make it on the loop."""

    def __init__(self, container: StartedContainer) -> None:
        assert container.stream is not None
        self._container, self._stream = container, container.stream
        self._bridge = Bridge(self._stream, f"container {container.id[:12]}")
        self.read = self._bridge.read
        self.write = self._bridge.write
        self.write_soon = self._bridge.write_soon

    async def ending(self) -> Ending:
        """Ask the events first, then the engine itself: a stream also ends when the engine does."""
        return await self._container.engine.run(self._find_ending)

    async def remove(self) -> None:
        """Remove the container; returns when it is gone."""
        container = self._container
        await container.engine.run(container.engine.remove, container.id)
        await self._bridge.close()
        self._stream.close()
        container.deaths.forget(container.id)

    def _find_ending(self) -> Ending:
        container = self._container
        death, log = container.death, container.log.text()
        death.died.wait(DIE_S)
        status = death.exit_status
        if status is None or status in KILLED:
            if death.oom.wait(OOM_S) and status is not None:
                return Ending(cause="memory", detail=f"exit status {status}")
            if container.deaths.lost or not container.engine.answers():
                return Ending(cause="engine_gone", detail=f"{container.engine.endpoint.url} no longer answers")
        if status is None:
            return Ending(cause="exited", detail="its stream ended; the engine tells no exit status")
        return ending_of(status, log)
