"""One connected engine: its client, its threads, its events. A new one replaces an engine that went away."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

import docker
import docker.errors

from engine.sandbox import docker_client
from engine.sandbox.docker_events import Deaths
from engine.sandbox.endpoint import Search

WORKERS = 8
GONE_S = 2.5

_P = ParamSpec("_P")
_T = TypeVar("_T")


class DockerEngine:
    """Everything that is one per engine. Methods block unless they are coroutines.

    Args:
        found: the search that found its endpoint.
    """

    def __init__(self, found: Search) -> None:
        assert found.endpoint is not None
        self.endpoint = found.endpoint
        self.notice = docker_client.notice_of_search(found)
        self.client: docker.APIClient = docker_client.connect(self.endpoint)
        self._pool = ThreadPoolExecutor(WORKERS, "docker")
        self._deaths: Deaths | None = None
        self._lock = threading.Lock()

    async def run(self, call: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Run something that blocks on this engine's threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: call(*args, **kwargs))

    def deaths(self) -> Deaths:
        """Return the one subscription; it is made anew when the engine has hung up."""
        with self._lock:
            if self._deaths is None or self._deaths.lost:
                if self._deaths is not None:
                    self._deaths.close()
                self._deaths = Deaths(self.client)
            return self._deaths

    def answers(self) -> bool:
        """Tell whether the engine is still there."""
        try:
            docker_client.ping(self.endpoint)
        except Exception:
            return False
        return True

    def remove(self, container: str) -> None:
        """Remove a container, whatever state it is in; returns when it is gone or the engine is."""
        death = self.deaths_if_listening(container)
        try:
            docker_client.knock(self.endpoint)
            self.client.remove_container(container, force=True, v=True)
        except docker.errors.NotFound:
            return
        except docker.errors.APIError as error:
            # It is being removed already, because its program ended.
            if error.response is None or error.response.status_code != 409:
                return
        except Exception:
            return  # the engine is gone; what it left is for the sweep
        if death is not None:
            death.wait(GONE_S)

    def deaths_if_listening(self, container: str) -> threading.Event | None:
        """Return the event of a container's deletion, None when nobody listens."""
        with self._lock:
            if self._deaths is None or self._deaths.lost:
                return None
            return self._deaths.watch(container).destroyed

    def close(self) -> None:
        """Release connections and threads."""
        if self._deaths is not None:
            self._deaths.close()
        self._pool.shutdown(wait=False)
        with contextlib.suppress(Exception):
            self.client.close()

    def info(self) -> dict[str, Any]:
        """Return what the engine tells about itself."""
        info: dict[str, Any] = self.client.info()
        return info
