"""How much of the web one fetch may take: bytes, hops and time."""

from __future__ import annotations

from engine.values import Value
from researcher_container.contract import MAX_DOCUMENT_BYTES


class FetchLimits(Value):
    """The limits of one fetch; times are seconds, sizes are bytes after decompression."""

    max_body_bytes: int = MAX_DOCUMENT_BYTES
    max_redirects: int = 5
    total_s: float = 60.0  # one fetch with all its redirects
    connect_s: float = 10.0  # name, connection and TLS, each
    silence_s: float = 15.0  # between two pieces of an answer
    # A server that drips keeps a researcher waiting without ever being silent: after the grace time the
    # average must reach the speed of the slowest line anyone still reads pages with.
    drip_grace_s: float = 10.0
    min_speed_bytes_per_s: float = 512.0
    robots_s: float = 5.0  # robots.txt beside a host's first page
    # Source: RFC 9309, section 2.5.
    max_robots_bytes: int = 512 * 1024
    # More at once from one host is rude, and is answered with 429.
    max_per_host: int = 4
