"""Names to IP addresses, once per hop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable

# (host, port) -> every A and AAAA answer, in the order to try. Raises OSError when there is none.
Resolver = Callable[[str, int], Awaitable[list[str]]]


async def system_resolver(host: str, port: int) -> list[str]:
    """Resolve a name as this machine does, both families, in the order of RFC 6724.

    Raises:
        OSError: the name has no address.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))
