"""HTTP connections that go to the very addresses that were checked, while Host, SNI and certificate go by name.

Imported late, with httpx2 and its engine httpcore2.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

import httpcore2
import httpx2

from engine.fetching.addresses import Address

# (ip, port, seconds) -> an open connection; replaced in tests.
Connector = Callable[[str, int, float | None], Awaitable[httpcore2.AsyncNetworkStream]]

# While others remain to be tried, one address does not get the whole connect time.
_SHARED_CONNECT_S = 3.0
_MAX_CONNECTIONS = 64
_KEPT_ALIVE = 16
_KEPT_ALIVE_S = 15.0


async def connect_tcp(ip: str, port: int, timeout_s: float | None) -> httpcore2.AsyncNetworkStream:
    """Open a TCP connection to an IP address."""
    return await httpcore2.AnyIOBackend().connect_tcp(ip, port, timeout=timeout_s)


class PinnedBackend(httpcore2.AsyncNetworkBackend):
    """Connects a host only to the addresses it was pinned to; it never resolves a name."""

    def __init__(self, connect: Connector) -> None:
        self._connect = connect
        self._pins: dict[tuple[str, int], tuple[str, ...]] = {}

    def pin(self, host: str, port: int, ips: Sequence[str]) -> None:
        """Set the checked addresses that new connections to this host may go to."""
        self._pins[host, port] = tuple(ips)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Try the pinned addresses in turn."""
        ips = self._pins.get((host, port), ())
        failure: Exception = httpcore2.ConnectError("the host was not checked")
        for position, ip in enumerate(ips):
            last = position == len(ips) - 1
            limit_s = timeout if last or timeout is None else min(timeout, _SHARED_CONNECT_S)
            try:
                return await self._connect(ip, port, limit_s)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure

    async def sleep(self, seconds: float) -> None:
        """Sleep between the pool's retries (none are configured)."""
        await asyncio.sleep(seconds)


class _Body(httpx2.AsyncByteStream):
    """A body as httpx2 wants it, so that its decoders can be used."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncGenerator[bytes]:
        async with contextlib.aclosing(self._stream.__aiter__()) as pieces:
            async for piece in pieces:
                yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()


class PinnedConnections:
    """A pool of connections; it follows nothing, keeps no cookie and knows no proxy."""

    def __init__(self, tls: ssl.SSLContext, connect: Connector = connect_tcp) -> None:
        self._backend = PinnedBackend(connect)
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=_MAX_CONNECTIONS,
            max_keepalive_connections=_KEPT_ALIVE,
            keepalive_expiry=_KEPT_ALIVE_S,
            network_backend=self._backend,
        )

    async def get(
        self,
        address: Address,
        ips: Sequence[str],
        headers: Mapping[str, str],
        *,
        connect_s: float,
        silence_s: float,
    ) -> httpx2.Response:
        """Send a GET and return once the headers are there; the caller closes the response.

        Args:
            address: what is asked for; it is sent as it was judged, no parser reads it again.
            ips: where a new connection may go.
            headers: request headers beside Host.
            connect_s: limit for connecting, and again for TLS.
            silence_s: limit between two pieces of the answer.

        Raises:
            httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.TimeoutException: as they are.
        """
        self._backend.pin(address.host, address.port, ips)
        wait = {"connect": connect_s, "read": silence_s, "write": silence_s, "pool": None}
        answer = await self._pool.handle_async_request(
            httpcore2.Request(
                method="GET",
                url=httpcore2.URL(scheme=address.scheme, host=address.host, port=address.port, target=address.target),
                headers=[("Host", address.authority), *headers.items()],
                extensions={"timeout": wait},
            )
        )
        return httpx2.Response(status_code=answer.status, headers=answer.headers, stream=_Body(answer.stream))

    async def aclose(self) -> None:
        """Close every connection."""
        await self._pool.aclose()
