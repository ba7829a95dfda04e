"""Names to IP addresses, once per hop."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from typing import Any

from engine.fetching.daemon_thread import in_daemon_thread

# (host, port) -> every A and AAAA answer, in the order to try. Raises OSError when there is none.
Resolver = Callable[[str, int], Awaitable[list[str]]]


async def system_resolver(host: str, port: int) -> list[str]:
    """Resolve a name as this machine does, both families, in the order of RFC 6724.

    Raises:
        OSError: the name has no address.
    """

    def look_up() -> list[Any]:
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)

    found = await in_daemon_thread(look_up, "resolver")  # a dead name server keeps it for half a minute
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))
