"""Web addresses: taken apart once, judged before any request, and put together again from the judged parts."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import cast
from urllib.parse import quote, urljoin

from engine.errors import FetchError, FetchTrouble, InputError
from engine.fetching.hosts import BadHost, ZonedHost, is_own_name, normalise_host
from engine.fetching.ip_rules import why_not_public
from engine.values import Value

# Servers and sitemaps stay below 2,048 characters; beyond twice that an address carries data, not a place.
MAX_ADDRESS_CHARS = 4_096

DEFAULT_PORTS = {"http": 80, "https": 443}
# Below 1024 live mail, name and file services, which a crafted address can be made to talk to.
FIRST_FREE_PORT = 1024

_SCHEME = re.compile(r"\s*([a-zA-Z][a-zA-Z0-9+.-]*):(.*)", re.DOTALL)
_AUTHORITY = re.compile(r"//([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
# Browsers read a backslash as a slash, others as part of a name: two readings of one address are a trap.
_NEVER_IN_HOST = re.compile(r"[\x00-\x20\x7f\\]")
_HOST_PORT = re.compile(r"(\[[^\]]*\]|[^:\[\]]*)(?::([0-9]*))?")
# What stays as it is in a path or query: RFC 3986 characters and existing escapes.
_KEPT = "/:@!$&'()*+,;=-._~%[]|?"


class Address(Value):
    """A web address in its parts; `host` is normalised (no brackets), `target` is path and query."""

    scheme: str  # "http" or "https"
    host: str
    port: int
    target: str = "/"
    is_ip: bool = False

    @property
    def pair(self) -> str:
        """`host:port`, as the user's own list writes it."""
        return f"{self._written_host}:{self.port}"

    @property
    def authority(self) -> str:
        """Host and port as the Host header writes them: the port only where it is not the usual one."""
        return self._written_host if self.port == DEFAULT_PORTS[self.scheme] else self.pair

    @property
    def origin(self) -> str:
        """Scheme, host and port; robots.txt holds for one origin."""
        return f"{self.scheme}://{self.authority}"

    @property
    def url(self) -> str:
        """The whole address, without a fragment."""
        return self.origin + self.target

    @property
    def _written_host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


class Verdict(Value):
    """What the address rules say: an address that may be asked, or the kind of refusal and why, in a sentence."""

    address: Address | None = None
    kind: FetchTrouble | None = None
    why: str = ""
    exempt: bool = False  # the address is on the user's own list; private answers are then accepted

    @property
    def allowed(self) -> bool:
        """Whether the address may be asked, as far as can be known before its name is resolved."""
        return self.kind is None

    def error(self) -> FetchError:
        """Return the refusal as the error a fetch ends with."""
        return FetchError(self.kind or "bad_address", self.why)


def parse_address(url: str) -> Address:
    """Take an address apart.

    Raises:
        FetchError: `bad_address`, `blocked_scheme`, or `blocked_address` for a user name in it;
            nothing was asked of anyone.
    """
    if len(url) > MAX_ADDRESS_CHARS:
        raise FetchError("bad_address", f"The address is longer than {MAX_ADDRESS_CHARS:,} characters.")
    scheme, rest = _scheme(url)
    parts = _AUTHORITY.fullmatch(rest.rstrip())
    if parts is None or not parts[1]:
        raise _bad(url, "it names no host")
    authority = parts[1]
    if _NEVER_IN_HOST.search(authority):
        raise _bad(url, "its host holds a character that no host has")
    if "@" in authority:
        raise FetchError("blocked_address", "Addresses that carry a user name or password are not fetched.")
    host, is_ip, port = _host_and_port(url, scheme, authority)
    target = quote((parts[2] or "/") + (parts[3] or ""), safe=_KEPT, errors="replace")
    return Address(scheme=scheme, host=host, port=port, target=target, is_ip=is_ip)


def _scheme(url: str) -> tuple[str, str]:
    match = _SCHEME.fullmatch(url)
    if match is None:
        raise _bad(url, "it does not begin with http:// or https://")
    scheme = match[1].lower()
    if scheme not in DEFAULT_PORTS:
        raise FetchError("blocked_scheme", f"Only http and https pages are fetched, no {scheme}: addresses.")
    return scheme, match[2]


def _host_and_port(url: str, scheme: str, authority: str) -> tuple[str, bool, int]:
    match = _HOST_PORT.fullmatch(authority)
    if match is None:
        raise _bad(url, "its host or port cannot be read")
    try:
        host, is_ip = normalise_host(match[1])
    except ZonedHost:
        raise FetchError("blocked_address", "The address belongs to one network card of this machine.") from None
    except BadHost as error:
        raise _bad(url, str(error)) from None
    port = int(match[2][:6]) if match[2] else DEFAULT_PORTS[scheme]
    if not 1 <= port <= 65535:
        raise _bad(url, "its port does not exist")
    return host, is_ip, port


def _bad(url: str, why: str) -> FetchError:
    shown = url if len(url) <= 120 else url[:119] + "…"
    return FetchError("bad_address", f"This is not an address that can be fetched: {why}.", detail=shown)


def join_address(base: Address, location: str) -> str:
    """Return the absolute form of a redirect's target, still to be judged."""
    try:
        return urljoin(base.url, location.strip())
    except ValueError:  # a host that cannot be read; judged, and refused, as it is
        return location


def allowed_hosts(setting: str | Iterable[str]) -> frozenset[str]:
    """Read the user's own `host:port` pairs (DOSSIER_ALLOW_HOSTS), normalised like addresses.

    Raises:
        InputError: an entry is not a host with a port.
    """
    entries = setting.split(",") if isinstance(setting, str) else list(setting)
    return frozenset(_pair(entry.strip()) for entry in entries if entry.strip())


def _pair(entry: str) -> str:
    match = _HOST_PORT.fullmatch(entry)
    advice = "Write a host and its port, such as wiki.example:8080 or [fd00::5]:8080."
    if match is None or not match[2]:
        raise InputError(f"“{entry}” in the list of own hosts is not a host with a port.", advice)
    try:
        host, _ = normalise_host(match[1])
    except BadHost as error:
        raise InputError(f"“{entry}” in the list of own hosts cannot be used: {error}.", advice) from None
    if not 1 <= int(match[2][:6]) <= 65535:
        raise InputError(f"“{entry}” in the list of own hosts names a port that does not exist.", advice)
    return Address(scheme="http", host=host, port=int(match[2]), target="/").pair


def judge(url: str, own: frozenset[str] = frozenset(), *, redirected_from: Address | None = None) -> Verdict:
    """Judge an address before anything is sent; names are judged again by `judge_answers` once resolved.

    Args:
        url: the address, as handed out or as a redirect names it.
        own: the user's `host:port` pairs, from `allowed_hosts`.
        redirected_from: the address whose answer named this one. The user's list then counts only where the
            redirect stays at the pair that was asked, so a page can never lead into one.
    """
    try:
        address = parse_address(url)
    except FetchError as error:
        return Verdict(kind=cast(FetchTrouble, error.kind), why=error.title)
    exempt = address.pair in own and (redirected_from is None or redirected_from.pair == address.pair)
    if exempt:
        return Verdict(address=address, exempt=True)
    if address.port < FIRST_FREE_PORT and address.port not in DEFAULT_PORTS.values():
        return Verdict(address=address, kind="blocked_port", why=f"Port {address.port} does not serve web pages.")
    if not address.is_ip and is_own_name(address.host):
        return _refused(address, address.host, "a name of this machine")
    if address.is_ip and (why := why_not_public(address.host)):
        return _refused(address, address.host, why)
    return Verdict(address=address)


def judge_answers(verdict: Verdict, answers: Iterable[str]) -> Verdict:
    """Judge what a name resolved to: every answer must be public, or none is used."""
    address = verdict.address
    if address is None or not verdict.allowed or verdict.exempt:
        return verdict
    for ip in answers:
        if why := why_not_public(ip):
            return _refused(address, f"{address.host} ({ip})", why)
    return verdict


def _refused(address: Address, shown: str, kind: str) -> Verdict:
    return Verdict(
        address=address, kind="blocked_address", why=f"{shown} is {kind}; only public web pages are fetched."
    )


def connectable(address: Address) -> str | None:
    """Return the IP address to connect to when the host is one already, else None."""
    if not address.is_ip:
        return None
    parsed = ipaddress.ip_address(address.host)
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return str(mapped or parsed)
