"""Fetches web pages over HTTP: every hop judged, resolved once, pinned, bounded, and asked of robots.txt."""

from __future__ import annotations

import asyncio
import hashlib
import ssl
import time
from collections.abc import Callable
from contextlib import aclosing, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from engine.errors import FetchError
from engine.fetching.addresses import Address, Verdict, connectable, join_address, judge, judge_answers
from engine.fetching.answers import REDIRECTS, check_status, encodings, read_body, read_start
from engine.fetching.identity import ROBOTS_AGENT, accept_language, user_agent
from engine.fetching.limits import FetchLimits
from engine.fetching.network_errors import named
from engine.fetching.port import FetchedBytes
from engine.fetching.resolving import Resolver, system_resolver
from engine.fetching.robots import RobotsRules
from engine.fetching.robots_gate import RobotsGate

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    import httpx2

    from engine.fetching.pinned_connections import Connector, PinnedConnections

# Hashing more than this is done off the loop: 20 MB take some 15 ms.
_HASH_ON_LOOP_BYTES = 512 * 1024


class HttpFetcher:
    """Fetches pages for one run: connections, robots.txt answers and host slots live as long as it does."""

    def __init__(
        self,
        *,
        own_hosts: frozenset[str] = frozenset(),
        respect_robots: bool = True,
        language: str = "",
        limits: FetchLimits | None = None,
        resolver: Resolver = system_resolver,
        connector: Connector | None = None,
        tls: Callable[[], ssl.SSLContext] | None = None,
        left_alone: Callable[[str], str] | None = None,
    ) -> None:
        """Prepare; nothing is imported or opened before the first fetch.

        Args:
            own_hosts: the user's `host:port` pairs, from `allowed_hosts`.
            respect_robots: whether robots.txt is asked and obeyed.
            language: BCP 47 tag pages are asked for, "" for the site's own choice.
            limits: bytes, hops and seconds.
            resolver: resolves names; asked once per hop.
            connector: opens connections to IP addresses; None = TCP.
            tls: makes the TLS context; None = the system's certificates.
            left_alone: tells why the user wants an address left alone, "" when he does not; asked at every hop.
        """
        self._left_alone = left_alone
        self._own = own_hosts
        self._robots = RobotsGate() if respect_robots else None
        self._language = language
        self._limits = limits or FetchLimits()
        self._resolve = resolver
        self._connector = connector
        self._tls = tls or _system_tls
        self._opened: PinnedConnections | None = None
        self._opening = asyncio.Lock()
        self._slots: dict[str, asyncio.Semaphore] = {}

    async def fetch(self, url: str) -> FetchedBytes:
        """Fetch one address, following at most five redirects that pass the same rules.

        Raises:
            FetchError: kinds starting with `blocked_`, and `bad_address`, mean that nothing was sent to the
                address named; `robots` that the site asks not to read it.
        """
        verdict = judge(url, self._own)
        address = _allowed(verdict)
        slot = self._slots.setdefault(address.host, asyncio.Semaphore(self._limits.max_per_host))
        notes = [f"{address.pair} is on your own list."] if verdict.exempt else []
        async with slot, _named_errors(address):
            async with asyncio.timeout(self._limits.total_s):
                body, final, response = await self._page(verdict, notes)
            return FetchedBytes(
                url=final.url,
                status=response.status_code,
                content_type=response.headers.get("content-type", ""),
                body=body,
                sha256=await _sha256(body),
                fetched_at=time.time(),
                notes=tuple(notes),
            )

    async def aclose(self) -> None:
        """Close every connection."""
        opened, self._opened = self._opened, None
        if opened is not None:
            await opened.aclose()

    async def _page(self, verdict: Verdict, notes: list[str]) -> tuple[bytes, Address, httpx2.Response]:
        final, response = await self._open(verdict, notes)
        async with aclosing(response):
            check_status(response.status_code, final)
            return await read_body(response, final, self._limits), final, response

    async def _open(
        self, verdict: Verdict, notes: list[str], *, robots: bool = False, ips: list[str] | None = None
    ) -> tuple[Address, httpx2.Response]:
        """Follow redirects until an answer comes; the caller closes it.

        Args:
            verdict: on the first address.
            notes: collects sentences for the log.
            robots: the answer is a robots.txt, so no robots.txt is asked for it.
            ips: the checked addresses of the first hop, when they are known already.
        """
        asked: set[str] = set()
        while True:
            address = _allowed(verdict)
            if address.url in asked or len(asked) > self._limits.max_redirects:
                raise FetchError("too_many_redirects", f"{address.host} redirects without end.", detail=address.url)
            asked.add(address.url)
            if self._left_alone and not robots and (why := self._left_alone(address.url)):
                raise FetchError("blocked_address", why, detail=address.url)
            checked = ips if ips is not None else await self._checked_ips(verdict)
            ips = None
            if self._robots is not None and not robots:
                note = await self._robots.obey(address, partial(self._ask_robots, verdict, checked))
                notes += [note] if note else []
            response = await self._get(address, checked)
            location = response.headers.get("location", "")
            if response.status_code not in REDIRECTS or not location:
                return address, response
            await response.aclose()
            verdict = judge(join_address(address, location), self._own, redirected_from=address)
            if verdict.address is not None:
                notes.append(f"{address.host} redirected to {verdict.address.url}")

    async def _checked_ips(self, verdict: Verdict) -> list[str]:
        """Resolve a host, once, and check every answer."""
        address = _allowed(verdict)
        if ip := connectable(address):
            return [ip]
        try:
            async with asyncio.timeout(self._limits.connect_s):
                answers = await self._resolve(address.host, address.port)
        except TimeoutError:
            raise FetchError("timeout", f"The name {address.host} could not be looked up in time.") from None
        except (OSError, UnicodeError) as error:
            detail = f"{type(error).__name__}: {error}"
            raise FetchError("unreachable", f"There is no host named {address.host}.", detail=detail) from None
        _allowed(judge_answers(verdict, answers))
        return answers

    async def _get(self, address: Address, ips: list[str]) -> httpx2.Response:
        connections = await self._connections()
        limits = self._limits
        return await connections.get(
            address, ips, self._headers(), connect_s=limits.connect_s, silence_s=limits.silence_s
        )

    async def _connections(self) -> PinnedConnections:
        async with self._opening:
            if self._opened is None:
                # In a thread, because the import of httpx2 would hold the loop.
                self._opened = await asyncio.to_thread(_open_connections, self._tls, self._connector)
            return self._opened

    def _headers(self) -> dict[str, str]:
        headers = {
            "User-Agent": user_agent(),
            "Accept": "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5",
            "Accept-Encoding": ", ".join(encodings()),
        }
        if wanted := accept_language(self._language):
            headers["Accept-Language"] = wanted
        return headers

    async def _ask_robots(self, verdict: Verdict, ips: list[str]) -> tuple[RobotsRules | None, str]:
        """Fetch a site's robots.txt; whatever goes wrong means that it forbids nothing."""
        page = _allowed(verdict)
        at_root = verdict.model_copy(update={"address": page.model_copy(update={"target": "/robots.txt"})})
        try:
            async with _named_errors(page), asyncio.timeout(self._limits.robots_s):
                final, response = await self._open(at_root, [], robots=True, ips=ips)
                async with aclosing(response):
                    # An error page is read too: the connection can then be used for the page itself.
                    text = await read_start(response, final, self._limits, self._limits.max_robots_bytes)
                    if response.status_code != 200:
                        return None, f"{page.host} has no robots.txt ({response.status_code})."
        except FetchError as error:
            return None, f"The robots.txt of {page.host} could not be read and is taken to allow all: {error.title}"
        return RobotsRules(text.decode("utf-8", "replace"), ROBOTS_AGENT), f"{page.host} has a robots.txt."


def _allowed(verdict: Verdict) -> Address:
    if not verdict.allowed or verdict.address is None:
        raise verdict.error()
    return verdict.address


def _open_connections(tls: Callable[[], ssl.SSLContext], connector: Connector | None) -> PinnedConnections:
    from engine.fetching.pinned_connections import PinnedConnections, connect_tcp

    return PinnedConnections(tls(), connector or connect_tcp)


def _system_tls() -> ssl.SSLContext:
    import truststore

    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


@asynccontextmanager
async def _named_errors(address: Address) -> AsyncGenerator[None]:
    try:
        yield
    except FetchError:
        raise
    except Exception as error:
        meaning = named(error, address.host)
        if meaning is None:
            raise
        raise meaning from error


async def _sha256(body: bytes) -> str:
    if len(body) <= _HASH_ON_LOOP_BYTES:
        return hashlib.sha256(body).hexdigest()
    return await asyncio.to_thread(lambda: hashlib.sha256(body).hexdigest())
