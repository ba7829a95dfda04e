"""Which IP addresses are public: the only ones a page may be fetched from."""

from __future__ import annotations

import ipaddress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

# Our own table, because `ipaddress` changes its mind between Python releases: up to 3.11 `is_global` is
# true for multicast, for NAT64 and for 6to4 addresses.
# Source: the IANA IPv4 and IPv6 special-purpose address registries (RFC 6890).
_IPV4_KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("a loopback address", ("127.0.0.0/8",)),
    ("an address of this machine", ("0.0.0.0/8",)),
    ("a private address", ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")),
    ("a link-local address, where machines keep their metadata", ("169.254.0.0/16",)),
    ("an address inside a provider's network", ("100.64.0.0/10",)),
    # Public by number, yet it answers only inside Azure machines, with their configuration.
    ("a metadata address", ("168.63.129.16/32",)),
    ("a multicast address", ("224.0.0.0/4",)),
    # Proxies in fake-IP mode answer every name with one of these; the words lead to the cause.
    ("a made-up address, as a proxy on this machine hands them out", ("198.18.0.0/15",)),
    (
        "a reserved address",
        (
            "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
        ),
    ),
)  # fmt: skip

_IPV6_KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("a loopback address", ("::1/128",)),
    ("an address of this machine", ("::/128",)),
    ("a private address", ("fc00::/7", "fec0::/10", "64:ff9b:1::/48")),
    ("a link-local address", ("fe80::/10",)),
    ("a multicast address", ("ff00::/8",)),
    # Teredo (2001::/32) lies in the first; it tunnels to an IPv4 address of the sender's choice.
    ("a reserved address", ("2001::/23", "2001:db8::/32", "3fff::/20")),
)

_V4 = tuple((kind, tuple(IPv4Network(text) for text in networks)) for kind, networks in _IPV4_KINDS)
_V6 = tuple((kind, tuple(IPv6Network(text) for text in networks)) for kind, networks in _IPV6_KINDS)

_IPV6_GLOBAL = IPv6Network("2000::/3")  # all that is handed out as global unicast
_NAT64 = IPv6Network("64:ff9b::/96")  # Source: RFC 6052
# ISATAP interface identifiers carry an IPv4 address in their last 32 bits. Source: RFC 5214.
_ISATAP_MARKS = (0x00005EFE, 0x02005EFE)


def why_not_public(ip: str) -> str:
    """Say what kind of address this is when it is not a public one; "" when it is public.

    IPv4 addresses inside IPv6 ones (mapped, NAT64, 6to4, ISATAP) are judged for themselves.
    """
    try:
        parsed = ipaddress.ip_address(ip)
    except ValueError:
        return "not an IP address"
    return _why_not_v4(parsed) if isinstance(parsed, IPv4Address) else _why_not_v6(parsed)


def _why_not_v4(ip: IPv4Address) -> str:
    for kind, networks in _V4:
        if any(ip in network for network in networks):
            return kind
    return ""


def _why_not_v6(ip: IPv6Address) -> str:
    if ip.scope_id:
        return "an address of one network card"
    inner = _embedded_v4(ip)
    if inner is not None and (kind := _why_not_v4(inner)):
        return kind
    if ip.ipv4_mapped is not None or ip in _NAT64:
        return ""
    for kind, networks in _V6:
        if any(ip in network for network in networks):
            return kind
    return "" if ip in _IPV6_GLOBAL else "a reserved address"


def _embedded_v4(ip: IPv6Address) -> IPv4Address | None:
    if ip.ipv4_mapped is not None:
        return ip.ipv4_mapped
    if ip.sixtofour is not None:
        return ip.sixtofour
    number = int(ip)
    if ip in _NAT64 or (number >> 32) & 0xFFFFFFFF in _ISATAP_MARKS:
        return IPv4Address(number & 0xFFFFFFFF)
    return None
