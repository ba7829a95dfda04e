"""The models a server says it offers, with the context it says they have."""

from __future__ import annotations

import asyncio
import importlib
import json
import time
from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import ModelError
from engine.models import errors
from engine.values import Value

LIST_TIMEOUT_S = 10.0
_MAX_BYTES = 16 * 1024 * 1024
_MAX_MODELS = 2_000
# Where servers write it. Source: OpenRouter, vLLM, LM Studio, llama.cpp (inside `meta`), Mistral.
_CONTEXT_NAMES = (
    "loaded_context_length", "context_length", "max_model_len", "max_context_length", "context_window", "n_ctx",
    "n_ctx_train",
)  # fmt: skip


class ListedModel(Value):
    """One model of a list; `context_tokens` is None where the server does not say."""

    id: str
    context_tokens: int | None = None


class ModelList(Value):
    """The answer of a server: its status, how long it took, and the models, none where it has no list."""

    status: int
    elapsed_ms: int
    models: tuple[ListedModel, ...] = ()
    said: str = ""  # the server's own sentence about an error

    def names(self) -> tuple[str, ...]:
        """Return the models' names in the server's order."""
        return tuple(model.id for model in self.models)

    def context_of(self, name: str) -> int | None:
        """Return the context of a model, None when it is not told."""
        return next((model.context_tokens for model in self.models if model.id == name), None)


async def list_models(
    base_url: str, api_key: str, headers: Mapping[str, str], timeout_s: float = LIST_TIMEOUT_S
) -> ModelList:
    """Ask a server for its models; an error status is an answer, too.

    Raises:
        ModelError: it cannot be reached, or did not answer in time.
    """
    httpx2 = await asyncio.to_thread(importlib.import_module, "httpx2")
    sent = {**({"Authorization": f"Bearer {api_key}"} if api_key else {}), **headers}
    try:
        async with (
            asyncio.timeout(timeout_s),
            await asyncio.to_thread(httpx2.AsyncClient, timeout=timeout_s) as client,
        ):
            started = time.monotonic()
            async with client.stream("GET", f"{base_url.rstrip('/')}/models", headers=sent) as reply:
                elapsed_ms = round((time.monotonic() - started) * 1_000)
                return _read(reply.status_code, elapsed_ms, await _body(reply), api_key)
    except (TimeoutError, httpx2.TimeoutException):
        raise errors.timed_out(base_url) from None
    except (httpx2.HTTPError, OSError) as error:
        raise errors.unreachable(base_url, errors.without_key(repr(error), api_key)) from None
    except (httpx2.InvalidURL, ValueError) as error:  # a key or an address that cannot be sent
        detail = errors.without_key(repr(error), api_key)
        raise ModelError(
            "bad_request",
            "The request could not be sent to the model's server.",
            "Check the address and the key.",
            detail=detail,
        ) from None


async def _body(reply: Any) -> bytes:
    content = bytearray()
    async for piece in reply.aiter_bytes():
        content += piece
        if len(content) > _MAX_BYTES:
            break
    return bytes(content)


def _read(status: int, elapsed_ms: int, body: bytes, api_key: str) -> ModelList:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        value = None
    if status != 200:
        said = errors.without_key(errors.server_sentence(value), api_key)
        return ModelList(status=status, elapsed_ms=elapsed_ms, said=said)
    return ModelList(status=status, elapsed_ms=elapsed_ms, models=tuple(_models(value)))


def _models(value: Any) -> Iterator[ListedModel]:
    items = value.get("data") if isinstance(value, Mapping) else value
    for item in items[:_MAX_MODELS] if isinstance(items, list) else ():
        if isinstance(item, Mapping) and isinstance(item.get("id"), str):
            yield ListedModel(id=item["id"], context_tokens=_context(item))


def _context(item: Mapping[str, Any]) -> int | None:
    meta = item.get("meta")
    for place in (item, meta if isinstance(meta, Mapping) else {}):
        for name in _CONTEXT_NAMES:
            figure = place.get(name)
            if isinstance(figure, int) and not isinstance(figure, bool) and figure >= 1_000:
                return figure
    return None
