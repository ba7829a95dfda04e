"""How containers die, from one subscription to the engine's events."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass, field
from typing import Any

import docker

from engine.sandbox.labels import APP_FILTER

EVENTS = ("oom", "die", "destroy")


@dataclass
class Death:
    """What was heard about one container; the flags are set by the listening thread."""

    exit_status: int | None = None
    oom: threading.Event = field(default_factory=threading.Event)
    died: threading.Event = field(default_factory=threading.Event)
    destroyed: threading.Event = field(default_factory=threading.Event)


class Deaths:
    """Listens on a thread of its own, from its making until `close` or until the engine hangs up."""

    def __init__(self, client: docker.APIClient) -> None:
        self._watched: dict[str, Death] = {}
        self._lock = threading.Lock()
        self._lost = threading.Event()
        filters = {"type": "container", "label": APP_FILTER, "event": list(EVENTS)}
        self._stream: Any = client.events(filters=filters, decode=True)
        self._thread = threading.Thread(target=self._listen, name="docker events", daemon=True)
        self._thread.start()

    @property
    def lost(self) -> bool:
        """Whether the engine hung up: nothing more will be heard."""
        return self._lost.is_set()

    def watch(self, container: str) -> Death:
        """Remember what happens to a container; call it before the container starts."""
        with self._lock:
            return self._watched.setdefault(container, Death())

    def forget(self, container: str) -> None:
        """Stop remembering."""
        with self._lock:
            self._watched.pop(container, None)

    def close(self) -> None:
        """Hang up and wait for the thread."""
        with contextlib.suppress(Exception):
            self._stream.close()
        self._thread.join(2.0)

    def _listen(self) -> None:
        # The stream ends with whatever its transport raises when it is cut; all of it means the same.
        with contextlib.suppress(Exception):
            for event in self._stream:
                self._hear(event)
        self._lost.set()
        with self._lock:
            for death in self._watched.values():
                # Whoever waits looks at `lost` next.
                death.died.set()
                death.destroyed.set()

    def _hear(self, event: dict[str, Any]) -> None:
        actor = event.get("Actor", {})
        with self._lock:
            death = self._watched.get(actor.get("ID", ""))
        if death is None:
            return
        action = event.get("Action")
        if action == "oom":
            death.oom.set()
        elif action == "die":
            with contextlib.suppress(KeyError, ValueError):
                death.exit_status = int(actor["Attributes"]["exitCode"])
            death.died.set()
        elif action == "destroy":
            death.destroyed.set()
