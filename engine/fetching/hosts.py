"""Hosts of web addresses: every spelling of a name or number becomes one."""

from __future__ import annotations

import ipaddress
import re

_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
MAX_HOST_CHARS = 253  # Source: RFC 1035, without the final dot
# A non-ASCII host may shrink when it is folded, but never from beyond this.
_MAX_WRITTEN_CHARS = 4 * MAX_HOST_CHARS
_NUMBER = re.compile(r"0x(?P<hex>[0-9a-f]*)|0(?P<octal>[0-7]+)|(?P<decimal>0|[1-9][0-9]*)")


class BadHost(ValueError):
    """The host can be neither a name nor an address; `str()` says why."""


class ZonedHost(BadHost):
    """The host is an address of one network card, so it is never public."""


def normalise_host(host: str) -> tuple[str, bool]:
    """Return a host in its one spelling, and whether it is an IP address.

    Names become lower-case ASCII without a final dot; IPv4 numbers in any spelling (decimal, octal, hex, short)
    become four decimal parts; IPv6 becomes its compressed form without brackets.

    Args:
        host: as written in the address, IPv6 with its brackets.

    Raises:
        BadHost: it is neither.

    Source: the host parser of the WHATWG URL standard.
    """
    if len(host) > _MAX_WRITTEN_CHARS:
        raise BadHost("its host is too long")
    if host.startswith("["):
        return _ipv6(host), True
    name = _ascii(host).removesuffix(".")
    if not name:
        raise BadHost("it names no host")
    if _ends_in_number(name):
        return _ipv4(name), True
    labels = name.split(".")
    if len(name) > MAX_HOST_CHARS or not all(_LABEL.fullmatch(label) for label in labels):
        raise BadHost("its host is not a valid name")
    return name, False


def is_own_name(host: str) -> bool:
    """Tell whether a name always means this machine, whatever a resolver says (RFC 6761)."""
    return host in ("localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback") or host.endswith(
        ".localhost"
    )


def _ascii(host: str) -> str:
    if host.isascii():
        return host.lower()
    import idna

    # UTS 46 also folds full-width digits and ideographic dots, so the number check must come after it.
    try:
        return idna.encode(host, uts46=True).decode("ascii").lower()
    except UnicodeError:  # idna's own errors are of this kind
        return _folded_number(host)


def _folded_number(host: str) -> str:
    """Fold exotic digits and dots where no valid name comes of them, so that a number is still seen as one."""
    import idna

    try:
        folded: str = idna.uts46_remap(host, std3_rules=False)
    except UnicodeError:  # idna's own errors are of this kind
        raise BadHost("its host is not a valid name") from None
    if not folded.isascii():
        raise BadHost("its host is not a valid name")
    return folded.lower()


def _ipv6(host: str) -> str:
    if not host.endswith("]"):
        raise BadHost("its IPv6 host has no closing bracket")
    inner = host[1:-1]
    if "%" in inner:
        raise ZonedHost("its host names a network card")
    try:
        return ipaddress.IPv6Address(inner).compressed
    except ValueError:
        raise BadHost("its host is not a valid IPv6 address") from None


def _ends_in_number(name: str) -> bool:
    last = name.rpartition(".")[2]
    return last.isdecimal() or re.fullmatch(r"0x[0-9a-f]*", last) is not None


def _ipv4(name: str) -> str:
    parts = name.split(".")
    try:
        numbers = [_number(part) for part in parts]
    except ValueError:
        raise BadHost("its host is not a valid IPv4 address") from None
    if len(numbers) > 4 or any(number > 255 for number in numbers[:-1]):
        raise BadHost("its host is not a valid IPv4 address")
    value = numbers[-1]
    if value >= 256 ** (5 - len(numbers)):
        raise BadHost("its host is not a valid IPv4 address")
    for position, number in enumerate(numbers[:-1]):
        value += number << (8 * (3 - position))
    return str(ipaddress.IPv4Address(value))


def _number(part: str) -> int:
    match = _NUMBER.fullmatch(part)
    if match is None:
        raise ValueError(part)
    if match["hex"] is not None:
        return int(match["hex"] or "0", 16)
    return int(match["octal"], 8) if match["octal"] else int(match["decimal"])
