"""What a server answered: its status, and its body read within limits."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import sys
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING

from engine.errors import FetchError
from engine.fetching.addresses import Address
from engine.fetching.limits import FetchLimits

if TYPE_CHECKING:
    import httpx2

REDIRECTS = frozenset((301, 302, 303, 307, 308))
# Bot challenges come with these; the reader recognises them by their text and says so.
CHALLENGES = frozenset((403, 429, 503))

_STATUS_TITLES = {
    401: "{host} wants a sign-in for this page (401).",
    402: "{host} wants payment for this page (402).",
    404: "{host} has no such page (404).",
    410: "{host} has removed this page (410).",
    451: "{host} may not show this page for legal reasons (451).",
}


def _has_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # the package around it is missing
        return False


def encodings() -> tuple[str, ...]:
    """Return the content encodings that can be unpacked in bounded pieces here, best first."""
    found = ["gzip", "deflate"]
    if _has_module("brotli") or _has_module("brotlicffi"):
        found.insert(0, "br")
    if sys.version_info >= (3, 14) or _has_module("backports.zstd"):
        found.insert(0, "zstd")
    return tuple(found)


def check_status(status: int, address: Address) -> None:
    """Accept answers that hold something to read.

    Raises:
        FetchError: `http_status`, with the status in its sentence.
    """
    if 200 <= status < 300 or status in CHALLENGES:
        return
    fallback = (
        "{host} has trouble of its own ({status})." if status >= 500 else "{host} answered with status {status}."
    )
    title = _STATUS_TITLES.get(status, fallback).format(host=address.host, status=status)
    error = FetchError("http_status", title, detail=address.url)
    error.retryable = status >= 500 or status == 408
    raise error


async def read_body(response: httpx2.Response, address: Address, limits: FetchLimits) -> bytes:
    """Read and unpack a body, counting unpacked bytes while they come.

    Raises:
        FetchError: `too_large`, `timeout` for a server that only drips, `unreadable` for a packing we cannot undo.
    """
    _check_packing(response, address)
    _check_length(response, address, limits.max_body_bytes)
    return b"".join([piece async for piece in _pieces(response, address, limits)])


async def read_start(response: httpx2.Response, address: Address, limits: FetchLimits, max_bytes: int) -> bytes:
    """Read a body up to a length and leave the rest.

    Raises:
        FetchError: as `read_body`, but never `too_large`.
    """
    _check_packing(response, address)
    start = bytearray()
    async with contextlib.aclosing(_pieces(response, address, limits)) as pieces:
        async for piece in pieces:
            start += piece
            if len(start) >= max_bytes:
                break
    return bytes(start[:max_bytes])


async def _pieces(response: httpx2.Response, address: Address, limits: FetchLimits) -> AsyncGenerator[bytes]:
    loop = asyncio.get_running_loop()
    started_s, size = loop.time(), 0
    async with contextlib.aclosing(response.aiter_bytes()) as unpacked:
        async for piece in unpacked:
            size += len(piece)
            if size > limits.max_body_bytes:
                raise _too_large(address, limits.max_body_bytes)
            elapsed_s = loop.time() - started_s
            wanted_bytes = elapsed_s * limits.min_speed_bytes_per_s
            if elapsed_s > limits.drip_grace_s and response.num_bytes_downloaded < wanted_bytes:
                raise FetchError("timeout", f"{address.host} sends this page too slowly to be read.")
            yield piece
            # One received piece can unpack to many; without a pause they would hold the loop.
            await asyncio.sleep(0)


def _check_packing(response: httpx2.Response, address: Address) -> None:
    """Refuse packings we do not know: they would come through as if they were text."""
    packings = {name.strip().lower() for name in response.headers.get("content-encoding", "").split(",")}
    unknown = packings - {"", "identity", *encodings()}
    if unknown:
        raise FetchError("unreadable", f"{address.host} packed this page in a way that was not asked for.")


def _check_length(response: httpx2.Response, address: Address, max_bytes: int) -> None:
    # The declared length is that of the packed body, so it can only refuse, never allow.
    declared = response.headers.get("content-length", "")
    if declared.isdecimal() and len(declared) < 20 and int(declared) > max_bytes:
        raise _too_large(address, max_bytes)


def _too_large(address: Address, max_bytes: int) -> FetchError:
    size = f"{max_bytes / 1024 / 1024:.0f} MB" if max_bytes >= 1024 * 1024 else f"{max_bytes:,} bytes"
    return FetchError("too_large", f"The page at {address.host} is larger than {size}.", detail=address.url)
