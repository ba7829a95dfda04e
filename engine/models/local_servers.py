"""Finds model servers on this computer: asks the usual ports for their models, and tells which server it is.

Only 127.0.0.1 is asked, no proxy is used, no redirect followed, and nobody is waited for.
"""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from engine.models.model_names import writers
from engine.values import Value

if TYPE_CHECKING:
    import httpx2

ServerKind = Literal["ollama", "lmstudio", "llamacpp", "vllm", "other"]

SERVER_NAMES: dict[ServerKind, str] = {
    "ollama": "Ollama",
    "lmstudio": "LM Studio",
    "llamacpp": "llama.cpp",
    "vllm": "vLLM",
    "other": "",
}
USUAL_PORTS: tuple[int, ...] = (11434, 1234, 8080, 8000)  # of Ollama, LM Studio, llama.cpp, vLLM
# A server on the same computer answers within milliseconds, or is busy and not worth waiting for.
LIMIT_S = 0.5
_MAX_BYTES = 512 * 1024
_MAX_MODELS = 500

# Who a list of models says it is from. Source: what the four servers write into `owned_by`.
_OWNERS: dict[str, ServerKind] = {
    "library": "ollama",
    "organization_owner": "lmstudio",
    "llamacpp": "llamacpp",
    "vllm": "vllm",
}
# Addresses that only one kind of server has.
_PATHS: tuple[tuple[ServerKind, str], ...] = (
    ("ollama", "/api/version"),
    ("lmstudio", "/api/v0/models"),
    ("llamacpp", "/props"),
)


class LocalServer(Value):
    """A model server that answered; `models` are those that can write, in the server's order."""

    kind: ServerKind
    port: int
    models: tuple[str, ...] = ()

    @property
    def host(self) -> str:
        """Host and port, as people read them."""
        return f"127.0.0.1:{self.port}"

    @property
    def base_url(self) -> str:
        """The address of its interface."""
        return f"http://{self.host}/v1"


async def probe(ports: Sequence[int] = USUAL_PORTS, limit_s: float = LIMIT_S) -> tuple[LocalServer, ...]:
    """Return the model servers among these ports, in their order; what is none is passed over.

    Args:
        limit_s: how long one answer may take as a whole.
    """
    httpx2 = await asyncio.to_thread(importlib.import_module, "httpx2")
    async with httpx2.AsyncClient(trust_env=False, follow_redirects=False, verify=False) as client:
        found = await asyncio.gather(*(_Asking(client, port, limit_s).server() for port in ports))
    return tuple(server for server in found if server is not None)


class _Asking:
    """Asks one port."""

    def __init__(self, client: httpx2.AsyncClient, port: int, limit_s: float) -> None:
        self._client, self._port, self._limit_s = client, port, limit_s

    async def server(self) -> LocalServer | None:
        """Return the model server at the port, None when there is none."""
        answer = await self._get("/v1/models")
        if answer is None:
            return None
        headers, listed = answer
        items = _items(listed)
        if items is None:
            return None
        kind = _kind_of(headers, items) or await self._kind_by_path()
        return LocalServer(kind=kind, port=self._port, models=writers(_ids(items)))

    async def _kind_by_path(self) -> ServerKind:
        answers = await asyncio.gather(*(self._get(path) for _, path in _PATHS))
        return next((kind for (kind, _), answer in zip(_PATHS, answers, strict=True) if answer is not None), "other")

    async def _get(self, path: str) -> tuple[Mapping[str, str], dict[str, Any]] | None:
        """Return headers and JSON object of an answer, None for anything else."""
        import httpx2

        address = f"http://127.0.0.1:{self._port}{path}"
        try:
            async with asyncio.timeout(self._limit_s), self._client.stream("GET", address) as reply:
                if reply.status_code != 200:
                    return None
                content = b""
                async for piece in reply.aiter_bytes():
                    content += piece
                    if len(content) > _MAX_BYTES:
                        return None
                value = json.loads(content)
        except (TimeoutError, httpx2.HTTPError, OSError, ValueError, RecursionError):
            return None
        return (reply.headers, value) if isinstance(value, dict) else None


def _items(listed: Mapping[str, Any]) -> list[Mapping[str, Any]] | None:
    """Return the models of a list, None when it is no list of models; Ollama without models says null."""
    data = listed.get("data", False)
    if data is None and listed.get("object") == "list":
        return []
    if not isinstance(data, list):
        return None
    items: list[Mapping[str, Any]] = [
        item for item in data[:_MAX_MODELS] if isinstance(item, dict) and isinstance(item.get("id"), str)
    ]
    return items if items or not data else None


def _ids(items: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(item["id"] for item in items)


def _kind_of(headers: Mapping[str, str], items: Sequence[Mapping[str, Any]]) -> ServerKind | None:
    """Return which server it is by what it says of itself, None when it does not say."""
    if "llama.cpp" in headers.get("server", "").lower():
        return "llamacpp"
    owners = {str(item.get("owned_by", "")).lower() for item in items}
    return next((kind for owner, kind in _OWNERS.items() if owner in owners), None)
